internal import LinuxSystem

/// What is left out without a look at its content, and why.
struct LeftOut: Sendable {
    private let include: [GlobPattern]
    private let exclude: [GlobPattern]
    private let takesHidden: Bool
    private let takesSystemFiles: Bool
    private let opensArchives: Bool

    init(_ options: ImportOptions) {
        include = options.include.map(GlobPattern.init)
        exclude = options.exclude.map(GlobPattern.init)
        takesHidden = options.takesHidden
        takesSystemFiles = options.takesSystemFiles
        opensArchives = options.unpacks
    }

    /// Why the file or folder is left out; nil where it is taken, or where a folder is to be looked into.
    /// - Parameter path: relative to its source.
    func reason(_ path: Path, isFolder: Bool) -> String? {
        let name = path.lastComponent
        if !takesSystemFiles, let reason = Self.systemReason(name, isFolder: isFolder) { return reason }
        if !takesHidden, name.bytes.first == UInt8(ascii: ".") { return isFolder ? "a hidden folder" : "a hidden file" }
        return reason(byGlobs: path, mayHold: isFolder)
    }

    /// The same for a file that was named as a source: naming it speaks for it, but for the globs. What is to be included
    /// may be in an archive.
    func reason(named name: Path) -> String? {
        reason(byGlobs: name, mayHold: opensArchives && ArchiveTypes.isCalledArchive(name))
    }

    /// - Parameter mayHold: what is to be included may be in it.
    private func reason(byGlobs path: Path, mayHold: Bool) -> String? {
        if exclude.contains(where: { $0.matches(path.bytes) }) { return "excluded" }
        if !mayHold, !include.isEmpty, !include.contains(where: { $0.matches(path.bytes) }) { return "not included" }
        return nil
    }

    /// The same for a path in an archive, where the folders on the way are seldom entries of their own.
    func reason(inArchive path: Path) -> String? {
        let parts = path.bytes.split(separator: UInt8(ascii: "/"))
        var way = Path("")
        for part in parts.dropLast() {
            way = way.appending(Path(bytes: part))
            if let reason = reason(way, isFolder: true) { return reason }
        }
        return reason(path, isFolder: false)
    }

    /// Whether a path in an archive is something that nobody misses: what other systems leave behind.
    func isLeftBehind(inArchive path: Path) -> Bool {
        let parts = path.bytes.split(separator: UInt8(ascii: "/")).map { Path(bytes: $0) }
        return !takesSystemFiles
            && parts.enumerated().contains { index, part in
                Self.systemReason(part, isFolder: index < parts.count - 1) != nil
            }
    }

    /// What macOS and Windows leave beside people's files.
    private static func systemReason(_ name: Path, isFolder: Bool) -> String? {
        if isFolder { return name == "__MACOSX" ? "a folder of macOS's own (__MACOSX)" : nil }
        if name.bytes.starts(with: "._".utf8) { return "an AppleDouble file of macOS (._*)" }
        switch name {
        case ".DS_Store": return "a file of macOS's own (.DS_Store)"
        case "Thumbs.db", "ehthumbs.db", "desktop.ini", "Desktop.ini":
            return "a file of Windows' own (\(name.text))"
        default: return nil
        }
    }
}

extension FileKind {
    /// Why a file that is none is left out.
    var leftOutReason: String {
        switch self {
        case .symbolicLink: "a symbolic link, which is not followed"
        case .characterDevice, .blockDevice: "a device"
        case .fifo: "a FIFO"
        case .socket: "a socket"
        case .directory, .regular: "a \(words)"
        }
    }
}
