internal import LinuxSystem
internal import StagingModel

/// Finds out, at the start of a run, what came of what the run before intended.
struct JobRecovery {
    private let state: RunState

    init(_ state: RunState) { self.state = state }

    /// - Throws: `StagingError` where the journal cannot be read or written.
    func run() throws {
        guard let journal = state.journal, !journal.isNew else { return }
        var undone: [Int64] = []
        var done: [(id: Int64, state: Journal.State)] = []
        for record in try journal.records(in: .intent) {
            // What was offered to a destination is asked for there, once its file is found again.
            if record.destination == nil, record.outcome.grant != nil { continue }
            guard Self.isInPlace(record) else {
                undone.append(record.id)
                continue
            }
            // What is kept although it was refused has a reason from the start.
            var outcome = record.outcome
            outcome.outcome = outcome.reason == nil ? .imported : .refused
            outcome.path = record.destination
            state.tell(outcome)
            done.append((record.id, outcome.outcome.state))
        }
        try state.flush()
        try journal.resolve(done: done, undone: undone)
        try journal.forget(try lost(in: journal))
    }

    /// Whether the very inode that was to appear is there, whole.
    private static func isInPlace(_ record: Journal.Record) -> Bool {
        guard let path = record.destination, let status = try? FileStatus.of(path) else { return false }
        return status.inode == record.inode && status.size == record.outcome.size
    }

    /// After a power cut: what the journal calls imported and the disk has only in part. Its name is taken away.
    private func lost(in journal: Journal) throws -> [Int64] {
        var lost: [Int64] = []
        for record in try journal.unverified(boot: SystemClock.bootID) {
            guard let path = record.destination, let status = try? FileStatus.of(path), status.inode == record.inode,
                status.size != record.outcome.size
            else { continue }
            try Directory.open(path.parent).unlink(path.lastComponent, ifInode: record.inode)
            lost.append(record.id)
        }
        try journal.verified(boot: SystemClock.bootID)
        return lost
    }
}
