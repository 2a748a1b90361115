import LinuxSystem

/// A tree as a list that can be compared: a line for each entry, by its path.
enum TreeListing {
    /// - Parameter mask: bits that a copy under a umask does not have.
    static func of(_ path: Path, mask: UInt32 = 0) throws -> [String] {
        var lines: [String] = []
        let root = try Directory.open(path)
        lines.append(try line(FileStatus.of(root.descriptor.number), ".", "", mask))
        try add(root, "", mask, &lines)
        return lines.sorted()
    }

    private static func add(
        _ folder: borrowing Directory, _ prefix: Path, _ mask: UInt32, _ lines: inout [String]
    ) throws {
        var reader = try folder.entries()
        while let entry = try reader.next() {
            let path = prefix.appending(entry.name)
            let status = try folder.status(of: entry.name)
            var content = ""
            switch status.kind {
            case .symbolicLink: content = "to \(try folder.readLink(entry.name).escapedText)"
            case .regular:
                let file = SharedDescriptor(try folder.openFile(entry.name, [.readOnly, .noFollow]))
                content = "\(try file.readAll().reduce(UInt64(5381)) { ($0 << 5) &+ $0 &+ UInt64($1) })"
            default: break
            }
            lines.append(try line(status, path.escapedText, content, mask))
            if status.kind == .directory { try add(folder.openDirectory(entry.name), path, mask, &lines) }
        }
    }

    private static func line(_ status: FileStatus, _ path: String, _ content: String, _ mask: UInt32) throws -> String {
        let isLink = status.kind == .symbolicLink
        let mode = isLink ? "-" : String(status.permissions & ~mask & 0o777, radix: 8)
        let size = status.kind == .regular ? status.size : 0
        return "\(path) \(status.kind) \(mode) \(size) \(isLink ? 0 : status.modified.total) \(content)"
    }
}
