internal import LinuxSystem

/// A copy of a folder with everything in it, built under a hidden name and put in place in one rename.
///
/// Kept are names, permissions less the umask, times of modification, empty folders, symbolic links as they are, holes.
struct TreeCopy {
    private let source: Path
    private let folder: Path
    private let name: String
    private let cancellation: FileWork.Cancellation
    private let progress: FileWork.Progress?

    init(
        _ source: Path, into folder: Path, named name: String, _ cancellation: FileWork.Cancellation,
        _ progress: FileWork.Progress?
    ) {
        self.source = source
        self.folder = folder
        self.name = name
        self.cancellation = cancellation
        self.progress = progress
    }

    /// - Returns: the copy.
    func run() throws -> URL {
        try FileWork.writing(to: folder) {
            let directory = try Directory.open(folder)
            let hidden = FileWork.hiddenName()
            try directory.makeDirectory(hidden)
            do {
                try build(in: try directory.openDirectory(hidden))
                let published = try FileWork.claim(name, in: directory) { name throws(SystemError) in
                    try directory.rename(hidden, to: directory, as: name, .noReplace)
                }
                return FileWork.url(of: folder.appending(published), isDirectory: true)
            } catch {
                _ = try? removeTree(named: hidden, in: directory.descriptor.number)
                throw error
            }
        }
    }

    private func build(in target: borrowing Directory) throws {
        let root = try reading(source) { () throws(SystemError) in try Directory.open(source) }
        let own = try FileStatus.of(target.descriptor.number)
        var found: [(path: Path, status: FileStatus)] = [("", try FileStatus.of(root.descriptor.number))]
        // Each folder is opened for itself, so that neither depth nor width takes descriptors.
        var next = 0
        var done: Int64 = 0
        while next < found.count {
            let path = found[next].path
            next += 1
            let from = try reading(source.appending(path)) { () throws(SystemError) in
                try root.openDirectory(beneath: path)
            }
            let to = try target.openDirectory(beneath: path)
            var reader = try from.entries()
            while let entry = try reader.next() {
                try cancellation.check()
                let status = try from.status(of: entry.name)
                // A copy that is made within its source does not copy itself.
                if status.sameFile(as: own) { continue }
                if status.kind == .directory {
                    try to.makeDirectory(entry.name)
                    found.append((path.appending(entry.name), status))
                } else {
                    try copy(entry.name, status, from: from, to: to, source.appending(path), &done)
                }
            }
        }
        // From the leaves up: a folder's time changes with what is put into it.
        let mask = OwnProcess.fileModeMask
        for (path, status) in found.reversed() {
            let made = try target.openDirectory(beneath: path)
            try made.descriptor.setModified(status.modified)
            try made.descriptor.setPermissions(status.permissions & 0o777 & ~mask)
        }
    }

    private func copy(
        _ name: Path, _ status: FileStatus, from: borrowing Directory, to: borrowing Directory, _ shown: Path,
        _ done: inout Int64
    ) throws {
        switch status.kind {
        case .symbolicLink: try to.makeSymbolicLink(name, to: try from.readLink(name))
        case .regular:
            let source = try reading(shown.appending(name)) { () throws(SystemError) in
                try from.openFile(name, [.readOnly, .nonBlocking])
            }
            let file = try to.openFile(name, [.readWrite, .create, .exclusive])
            let before = done
            try FileWork.copy(source.number, shown.appending(name), to: file.number, cancellation) { copied in
                progress?(before + copied, 0)
            }
            done += status.size
            progress?(done, 0)
            try file.setModified(status.modified)
            try file.setPermissions(status.permissions & 0o777 & ~OwnProcess.fileModeMask)
        default:
            throw TransferError.unreadable(
                FileWork.url(of: shown.appending(name), isDirectory: false), reason: "it is a \(status.kind.words)")
        }
    }

    private func reading<Opened: ~Copyable>(
        _ path: Path, _ body: () throws(SystemError) -> Opened
    ) throws(TransferError) -> Opened {
        do throws(SystemError) { return try body() } catch { throw FileWork.unreadable(path, error) }
    }
}
