internal import LinuxSystem
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
            let folder = try Directory.open(path)
            let status = try FileStatus.of(folder.descriptor.number)
            guard status.user == OwnProcess.uid else {
                throw StagingError(
                    .failed, "the store \(path.escapedText) belongs to another user (\(status.user))",
                    hint: "use a store of your own: --store, or XDG_STATE_HOME")
            }
            root = OwnProcess.canonicalPath(path) ?? path
            let file = try folder.openFile("lock", [.readWrite, .create, .noFollow], mode: 0o600)
            guard try file.tryLock() else { throw InUse() }
            lock = SharedDescriptor(file)
        } catch let error as SystemError {
            throw StagingError(
                system: error, "cannot use the store \(path.escapedText)",
                hint: "use another: --store, or XDG_STATE_HOME")
        }
    }

    private static func make(_ path: Path) throws(SystemError) {
        do {
            return try OwnProcess.makeDirectory(path, mode: 0o700)
        } catch  where error.isNameTaken {
            return
        } catch  where error.isMissing && path.parent != path {
            try make(path.parent)
        }
        try OwnProcess.makeDirectory(path, mode: 0o700)
    }
}

extension StagingError {
    init(system error: SystemError, _ what: String, hint: String) {
        self.init(error.isNoSpace ? .noSpace : .failed, "\(what): \(error.reason)", hint: hint)
    }
}
