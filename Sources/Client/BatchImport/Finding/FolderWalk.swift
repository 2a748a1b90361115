internal import LinuxSystem

/// Goes over a folder and everything below it, without following a link and without opening what it finds.
///
/// One directory is open at a time, besides those whose entries still wait; names come in the order of their bytes, the
/// files of a folder before its folders.
struct FolderWalk {
    enum Found {
        case file(SharedDirectory, name: Path, path: Path)
        /// A folder that was opened and is read next.
        case folder(SharedDirectory, path: Path)
        case leftOut(path: Path, reason: String)
        /// What a move has taken aside after it was imported; a kill leaves it.
        case aside(SharedDirectory, name: Path, AsideName)
        case failure(path: Path, SystemError)
    }

    /// A directory, whatever it is called.
    struct DirectoryID: Hashable, Sendable {
        let device: UInt64
        let inode: UInt64

        init(_ status: FileStatus) {
            device = status.device
            inode = status.inode
        }
    }

    /// The directories that are imported to.
    static func identities(of trees: [DestinationTree]) -> Set<DirectoryID> {
        Set(
            trees.compactMap { tree in
                (try? FileStatus.of(tree.root.directory.descriptor.number)).map(DirectoryID.init)
            })
    }

    let root: SharedDirectory
    let leftOut: LeftOut
    /// Directories that are never looked into: what is imported to.
    let closed: Set<DirectoryID>

    /// Calls `each` for what is found, until it answers false.
    func run(from start: Path = "", _ each: (Found) -> Bool) {
        var waiting: [Path] = [start]
        while let folder = waiting.popLast() {
            do throws(SystemError) {
                let opened = SharedDirectory(try root.directory.openDirectory(beneath: folder))
                if try isClosed(opened) { continue }
                guard each(.folder(opened, path: folder)) else { return }
                guard let folders = visit(opened, folder, try Self.contents(of: opened), each) else { return }
                waiting += folders.reversed()
            } catch {
                // A folder that went away meanwhile is no failure: what was in it was somebody else's to take.
                if error.isMissing, !folder.isEmpty { continue }
                guard each(.failure(path: folder, error)) else { return }
            }
        }
    }

    /// - Returns: the folders in it; nil to end.
    private func visit(
        _ opened: SharedDirectory, _ folder: Path, _ contents: [(name: Path, kind: FileKind)], _ each: (Found) -> Bool
    ) -> [Path]? {
        var folders: [Path] = []
        for (name, kind) in contents {
            let path = folder.appending(name)
            let isFolder = kind == .directory
            if let aside = AsideName(parsing: name), let status = try? opened.directory.status(of: name),
                aside.isName(of: status)
            {
                guard each(.aside(opened, name: name, aside)) else { return nil }
                continue
            }
            let reason = leftOut.reason(path, isFolder: isFolder)
            let found: Found
            if let reason {
                found = .leftOut(path: path, reason: reason)
            } else if isFolder {
                folders.append(path)
                continue
            } else if kind == .regular {
                found = .file(opened, name: name, path: path)
            } else {
                found = .leftOut(path: path, reason: kind.leftOutReason)
            }
            guard each(found) else { return nil }
        }
        return folders
    }

    private func isClosed(_ folder: SharedDirectory) throws(SystemError) -> Bool {
        if closed.isEmpty { return false }
        return closed.contains(DirectoryID(try FileStatus.of(folder.directory.descriptor.number)))
    }

    private static func contents(of folder: SharedDirectory) throws(SystemError) -> [(name: Path, kind: FileKind)] {
        var contents: [(name: Path, kind: FileKind)] = []
        var reader = try folder.directory.entries()
        while let entry = try reader.next() {
            var kind = entry.kind
            if kind == nil { kind = try? folder.directory.status(of: entry.name).kind }
            if let kind { contents.append((entry.name, kind)) }
        }
        return contents.sorted { $0.name.bytes.lexicographicallyPrecedes($1.name.bytes) }
    }
}
