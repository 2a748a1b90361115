internal import LinuxSystem

/// What a move has to take away: a file's name, as long as it still names what was imported.
struct SourceRemoval: Sendable {
    /// Of a file on disk.
    init(_ file: OpenedEntry.SourceFile) {
        folder = file.folder
        name = file.name
        path = file.path
        status = file.status
        companion = file.companion
    }

    let folder: SharedDirectory
    let name: Path
    /// For messages.
    let path: Path
    let status: FileStatus
    /// What lies beside it to say that it is whole, and goes with it.
    var companion: Path?

    /// - Parameter run: told where it stays.
    func remove(_ run: RunState) {
        do {
            let now = try folder.directory.status(of: name)
            // Links made meanwhile change the status but not the content.
            guard now.sameFile(as: status), now.size == status.size, now.modified == status.modified else {
                return run.note("\(path.quoted) changed since it was imported, and stays")
            }
            guard try folder.directory.unlink(name, ifInode: status.inode), let companion else { return }
            try folder.directory.unlink(companion)
        } catch  where error.isMissing {
            // Somebody else took it away.
        } catch {
            run.tellStayed("\(path.quoted) was imported and stays: \(error.reason)")
        }
    }
}
