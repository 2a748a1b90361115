internal import LinuxSystem
internal import StagingEngine
internal import StagingModel

/// The store's folder, held by a lock for the service's life.
struct Store: Sendable {
    let root: Path
    private let lock: SharedDescriptor

    /// Another service has the store.
    struct InUse: Error {}

    /// Opens the folder, making it and its parents where they are missing, and takes its lock.
    /// - Throws: ``InUse``; ``StagingError`` where the folder is another user's or cannot be used.
    init(at path: Path) throws {
        do {
            try Self.make(path)
            lock = try Self.lock(path)
            root = OwnProcess.canonicalPath(path) ?? path
        } catch let error as SystemError {
            throw StagingError(
                system: error, "cannot use the store \(path.quoted)",
                hint: "use another: --store, or XDG_STATE_HOME")
        }
    }

    /// Refuses a store whose catalogue is gone while something is staged: a new catalogue would know nothing of it, and
    /// it would be removed as orphaned.
    /// - Throws: ``StagingError`` (`failed`).
    func checkCatalogue(_ path: Path) throws(StagingError) {
        let status = try? FileStatus.of(path, followLinks: true)
        if let status {
            guard status.kind == .regular, status.user == OwnProcess.uid else {
                throw StagingError(
                    .failed, "\(path.quoted) is no file of yours, and so not the store's catalogue",
                    hint: "move it away, or the whole store")
            }
            if status.size > 0 { return }
        }
        guard LocalByteStore.holdsSomething(in: root) else { return }
        throw StagingError(
            .failed,
            "the catalogue \(path.quoted) is \(status == nil ? "gone" : "empty"), but something is staged in the store",
            hint:
                "put it back; or move the whole store away, to begin a new one: what was sent lies in its bytes folder")
    }

    private static func lock(_ path: Path) throws -> SharedDescriptor {
        let folder = try Directory.open(path)
        let status = try FileStatus.of(folder.descriptor.number)
        try check(status, path)
        let file = try folder.openFile("lock", [.readWrite, .create, .noFollow], mode: 0o600)
        let isLocked = try file.tryLock()
        if !isLocked { throw InUse() }
        return SharedDescriptor(file)
    }

    /// - Throws: ``StagingError`` for a store that is not the user's alone.
    private static func check(_ status: FileStatus, _ path: Path) throws {
        guard status.user == OwnProcess.uid else {
            throw StagingError(
                .failed, "the store \(path.quoted) belongs to another user (\(status.user))",
                hint: "use a store of your own: --store, or XDG_STATE_HOME")
        }
        // Who may only look is shut out by what follows; who may write can have put anything there.
        guard status.permissions & 0o022 == 0 else {
            throw StagingError(
                .failed, "other users may write in the store \(path.quoted)",
                hint: "see what is in it, then: chmod 700 \(path.quoted)")
        }
    }

    private static func make(_ path: Path) throws {
        if (try? FileStatus.of(path, followLinks: true)) != nil { return }
        if path.parent != path { try make(path.parent) }
        // A user's folder is no place for another's store: one of root's would shut the user out of it, as after
        // `sudo` with the user's environment, and one in a stranger's could be exchanged.
        let parent = try FileStatus.of(path.parent, followLinks: true)
        guard [OwnProcess.uid, 0, OverflowID.user].contains(parent.user) else {
            throw StagingError(
                .failed, "no store is made in \(path.parent.quoted), which belongs to another user (\(parent.user))",
                hint: "use a store of your own: --store, or XDG_STATE_HOME")
        }
        do {
            try OwnProcess.makeDirectory(path, mode: 0o700)
        } catch {
            // Another service that starts at the same time.
            if !error.isNameTaken { throw error }
        }
    }
}

extension StagingError {
    init(system error: SystemError, _ what: String, hint: String) {
        self.init(
            error.isNoSpace ? .noSpace : .failed,
            "\(what): \(error.subject.isEmpty ? "" : "\(error.subject): ")\(error.reason)", hint: hint)
    }
}
