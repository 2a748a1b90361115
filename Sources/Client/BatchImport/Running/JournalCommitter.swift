internal import LinuxSystem
internal import StagingModel
internal import Synchronization

/// Commits entries in groups on a thread of its own, each group's intents and the marks of the group before it in one
/// transaction of the job's journal.
///
/// A group is whatever came while the last one was committed, so that a slow disk makes large groups and a quick one
/// small ones.
final class JournalCommitter: Committer {
    private let run: RunState
    private let journal: Journal
    private let waiting = Mutex(Waiting())
    private let arrivals = Semaphore()
    private let room = Semaphore()
    private let ended = Semaphore()

    private struct Waiting {
        var entries: [Decided] = []
        var isEnding = false
    }

    /// So many entries may wait, each with an open file.
    private static let most = 192

    /// - Throws: `StagingError` where no thread can be started.
    init(_ run: RunState, _ journal: Journal) throws(StagingError) {
        self.run = run
        self.journal = journal
        for _ in 0..<Self.most { room.signal() }
        do {
            try BlockingThread.start(name: "import journal", stackSize: 1 << 20) { [self] in commitAll() }
        } catch { throw StagingError(importing: error) }
    }

    func commit(_ decided: Decided) {
        room.wait()
        waiting.withLock { $0.entries.append(decided) }
        arrivals.signal()
    }

    func finish() {
        waiting.withLock { $0.isEnding = true }
        arrivals.signal()
        ended.wait()
    }

    private func commitAll() {
        var marks: [Journal.Change] = []
        var settled: [Decided] = []
        while true {
            let (group, isEnding) = take(isIdle: marks.isEmpty && settled.isEmpty)
            do {
                for decided in group where !decided.isRemembered { run.settle(decided) }
                let planned = plan(group.filter(\.isRemembered))
                if run.options.isDurable, !marks.isEmpty { try run.synchronizeDestination() }
                let intended = planned.indices.filter { planned[$0].change != nil }
                let known = try journal.write(marks + intended.compactMap { planned[$0].change })
                run.contentsAreWritten()
                run.removeSources(of: settled)
                let again = known.filter { $0 >= marks.count }.map { intended[$0 - marks.count] }
                (marks, settled) = place(planned, known: Set(again))
                try run.flush()
            } catch {
                // Nothing of the group was placed: the job goes on from here when it is run again.
                run.stop(StagingError(importing: error))
                (marks, settled) = ([], [])
            }
            for _ in group { room.signal() }
            if isEnding, marks.isEmpty, settled.isEmpty { break }
        }
        ended.signal()
    }

    /// What has come; waits for something where nothing else is to be done.
    private func take(isIdle: Bool) -> (group: [Decided], isEnding: Bool) {
        if isIdle {
            while true {
                let (isEmpty, isEnding) = waiting.withLock { ($0.entries.isEmpty, $0.isEnding) }
                if !isEmpty || isEnding { break }
                arrivals.wait()
            }
        }
        return waiting.withLock { waiting in
            defer { waiting.entries = [] }
            return (waiting.entries, waiting.isEnding)
        }
    }

    private struct Planned {
        var decided: Decided
        var change: Journal.Change?
        var name: String?
    }

    /// Chooses the names; what is not placed is written down as it is.
    private func plan(_ group: [Decided]) -> [Planned] {
        if run.isStopped { return [] }
        return group.map { decided in
            var decided = decided
            // That an archive is emptied is written once its last entry is.
            if decided.isArchiveEnd { return Planned(decided: decided, change: nil) }
            guard let placement = decided.placement else {
                return Planned(decided: decided, change: Self.change(decided, decided.outcome.outcome.state))
            }
            do {
                let name = try placement.folder.reserve(placement.wanted)
                decided.setDestination(placement.folder.path.appending(Path(name)))
                return Planned(decided: decided, change: Self.change(decided, .intent), name: name)
            } catch {
                decided = run.failed(decided, error)
                return Planned(decided: decided, change: Self.change(decided, .failed))
            }
        }
    }

    private static func change(_ decided: Decided, _ state: Journal.State) -> Journal.Change {
        Journal.Change(
            key: decided.key, state: state, outcome: decided.outcome, destination: decided.absolute,
            inode: decided.placement?.file.inode ?? 0, digest: decided.digest)
    }

    /// Places what the group intended.
    /// - Returns: what to write down with the next group, and the entries that it commits.
    private func place(_ group: [Planned], known: Set<Int>) -> (marks: [Journal.Change], settled: [Decided]) {
        var marks: [Journal.Change] = []
        var settled: [Decided] = []
        for (place, planned) in group.enumerated() {
            if known.contains(place) {
                // The same file by another way.
                if let name = planned.name { planned.decided.placement?.folder.giveBack(name) }
                run.countBefore()
                continue
            }
            var decided = planned.decided
            if decided.isArchiveEnd {
                // One that stays is looked at again by the next run, which may take more of it.
                guard decided.archive?.isWhole == true, !run.keepsArchive(decided) else { continue }
                marks.append(Self.change(decided, .emptied))
                settled.append(decided)
                continue
            }
            if let placement = decided.placement, let name = planned.name {
                decided = finishPlacing(decided, placement, name)
                if decided.isRemembered { marks.append(Self.change(decided, decided.outcome.outcome.state)) }
            }
            run.settle(decided)
            settled.append(decided)
        }
        return (marks, settled)
    }

    private func finishPlacing(_ decided: Decided, _ placement: Decided.Placement, _ name: String) -> Decided {
        var decided = decided
        do {
            try run.placing(&decided) { decided in
                try run.prepare(placement, of: decided)
                do {
                    try placement.file.publish(in: placement.folder, as: name)
                } catch let error as SystemError where error.isNameTaken {
                    // Somebody else took the name since the folder was read.
                    _ = try placement.place { next in
                        decided.setDestination(placement.folder.path.appending(Path(next)))
                        try journal.redirect(Self.change(decided, .intent))
                    }
                }
            }
            if decided.outcome.outcome == .duplicate { placement.folder.giveBack(name) }
            return decided
        } catch {
            placement.folder.giveBack(name)
            return run.failed(decided, error)
        }
    }
}

extension ImportOutcome.Result {
    var state: Journal.State {
        switch self {
        case .imported: .imported
        case .refused: .refused
        case .duplicate: .duplicate
        case .failed, .skipped: .failed
        }
    }
}
