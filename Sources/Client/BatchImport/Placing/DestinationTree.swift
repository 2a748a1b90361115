internal import FileNaming
internal import LinuxSystem
internal import StagingModel
internal import Synchronization

/// The directory that an import fills, with the folders below it; safe for any number of threads.
///
/// Everything is reached through open directories and no link is followed, so what somebody else puts in the way leads
/// nowhere.
final class DestinationTree: Sendable {
    /// The directory as it was named.
    let shown: Path
    let root: DestinationFolder
    private let folders = Mutex<[[String]: DestinationFolder]>([:])

    /// So many folders are kept open.
    private static let mostFolders = 128

    /// Opens the directory, making it where it is missing.
    /// - Throws: `StagingError` (`failed`, `noSpace`).
    init(_ path: Path) throws(StagingError) {
        shown = path
        do {
            try Self.make(path)
            root = DestinationFolder(
                try Directory.open(path), path: path, absolute: OwnProcess.canonicalPath(path) ?? path)
        } catch {
            throw StagingError(
                error.isNoSpace ? .noSpace : .failed, "cannot use \(path.quoted): \(error.reason)")
        }
    }

    private static func make(_ path: Path) throws(SystemError) {
        do {
            if try FileStatus.of(path, followLinks: true).kind == .directory { return }
        } catch  where error.isMissing {
            if path.parent != path { try make(path.parent) }
        }
        do { try OwnProcess.makeDirectory(path, mode: 0o777) } catch  where error.isNameTaken {
            // Opening tells whether it is a directory.
        }
    }

    /// The folder below the root with these safe names, made where it is missing. A folder whose name a file has gets the
    /// next free name.
    /// - Throws: ``SystemError``.
    func folder(_ names: [String]) throws(SystemError) -> DestinationFolder {
        if names.isEmpty { return root }
        if let known = folders.withLock({ $0[names] }) { return known }
        let parent = try folder(Array(names.dropLast()))
        let made = try parent.openFolder(names[names.count - 1])
        return folders.withLock { folders in
            // Another thread may have been first: both have the same directory, but one list of names has to do.
            if let known = folders[names] { return known }
            if folders.count >= Self.mostFolders { folders = [:] }
            folders[names] = made
            return made
        }
    }

    /// Whether the directory is still where it was when it was opened.
    var isInPlace: Bool {
        guard let own = try? FileStatus.of(root.directory.descriptor.number),
            let now = try? FileStatus.of(root.absolute)
        else { return false }
        return now.sameFile(as: own)
    }

    /// Forgets what was seen in the folders, so that what others did there meanwhile counts, and closes them.
    func refresh() {
        folders.withLock { $0 = [:] }
        root.forgetNames()
    }
}

/// One folder that is imported into, and the names that are taken in it.
final class DestinationFolder: Sendable {
    let directory: Directory
    /// As a person would write it.
    let path: Path
    /// From wherever a job is run again.
    let absolute: Path
    private let names = Mutex<TakenNames?>(nil)

    private struct TakenNames {
        /// Folded, so that twins by case or composition are equal.
        var keys: Set<String> = []
        /// The number to try next for a name that was taken.
        var next: [String: Int] = [:]
    }

    init(_ directory: consuming Directory, path: Path, absolute: Path) {
        self.directory = directory
        self.path = path
        self.absolute = absolute
    }

    /// Takes the first free name for a file, so that no other thread gets it or a twin of it.
    ///
    /// It is taken among the import's own; whether somebody else has it, placing the file tells.
    func reserve(_ wanted: String) throws(SystemError) -> String {
        try names.withLock { (names) throws(SystemError) in
            // Taken out, not copied: there may be a million.
            var known: TakenNames
            if let taken = names.take() { known = taken } else { known = try read() }
            defer { names = known }
            let key = FileNaming.twinKey(wanted)
            if known.keys.insert(key).inserted { return wanted }
            var number = known.next[key] ?? 2
            for candidate in FileNaming.candidates(for: wanted, from: number) {
                number += 1
                if known.keys.insert(FileNaming.twinKey(candidate)).inserted {
                    known.next[key] = number
                    return candidate
                }
            }
            preconditionFailure("candidates do not end")
        }
    }

    /// Gives a name back that was not used after all.
    func giveBack(_ name: String) {
        names.withLock { names in _ = names?.keys.remove(FileNaming.twinKey(name)) }
    }

    func forgetNames() { names.withLock { $0 = nil } }

    /// Opens or makes a folder in this one.
    fileprivate func openFolder(_ wanted: String) throws(SystemError) -> DestinationFolder {
        for candidate in FileNaming.candidates(for: wanted) {
            let name = Path(candidate)
            do {
                let opened = try directory.openDirectory(name)
                return inner(opened, name)
            } catch {
                // A link to a directory is no folder of ours either: it may lead anywhere.
                if error.isLink || isNoDirectory(name) { continue }
                guard error.isMissing else { throw error }
            }
            do { try directory.makeDirectory(name, mode: 0o777) } catch  where error.isNameTaken {
                // Another thread or process made it.
            }
            names.withLock { names in _ = names?.keys.insert(FileNaming.twinKey(candidate)) }
            return inner(try directory.openDirectory(name), name)
        }
        preconditionFailure("candidates do not end")
    }

    private func inner(_ opened: consuming Directory, _ name: Path) -> DestinationFolder {
        DestinationFolder(opened, path: path.appending(name), absolute: absolute.appending(name))
    }

    private func isNoDirectory(_ name: Path) -> Bool {
        (try? directory.status(of: name)).map { $0.kind != .directory } ?? false
    }

    private func read() throws(SystemError) -> TakenNames {
        var known = TakenNames()
        var reader = try directory.entries()
        while let entry = try reader.next() {
            if let text = entry.name.exactText { known.keys.insert(FileNaming.twinKey(text)) }
        }
        return known
    }
}
