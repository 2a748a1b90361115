import LinuxSystem
import StagingTestSupport

/// What is in a folder, to see whether anything has changed: a line for each name.
enum DiskListing {
    /// - Parameter skipping: names that do not count.
    static func of(_ folder: Path, skipping: (String) -> Bool = { _ in false }) -> [String] {
        var lines: [String] = []
        for name in (try? Scratch.names(in: folder)) ?? [] where !skipping(name) {
            let path = folder.appending(Path(name))
            guard let status = try? FileStatus.of(path) else { continue }
            let size = status.kind == .regular ? status.size : 0
            lines.append(
                "\(path) \(status.inode) \(status.permissions) \(size) \(status.linkCount) \(status.modified.total)")
            if status.kind == .directory { lines += of(path, skipping: skipping) }
        }
        return lines
    }
}
