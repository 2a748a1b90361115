internal import LinuxSystem
internal import StagingModel

/// An entry of which everything is decided but its place.
struct Decided: Sendable {
    /// Where a file goes.
    struct Placement: Sendable {
        let file: StagedFile
        let folder: DestinationFolder
        /// The name that it should have; it gets the next free one.
        let wanted: String
    }

    let name: EntryName
    let key: EntryKey
    var outcome: ImportOutcome
    /// nil where nothing is placed: it is refused without being kept, failed, or granted already.
    var placement: Placement?
    var digest: [UInt8]?
    /// Takes the source's name away, once the entry is committed.
    var source: SourceRemoval?
    /// The archive that it came out of.
    var archive: OpenedArchive?
    /// The end of an archive, once everything in it was handed over to be committed: no outcome of its own.
    var isArchiveEnd = false
    /// Whether the job is to remember it: not of what an interruption or a full disk kept from being done.
    var isRemembered = true
}

/// Brings what is decided to its end: a file to its place, an outcome to whoever is told.
protocol Committer: Sendable {
    /// Takes an entry over. May block, and may return before the entry is committed.
    func commit(_ decided: Decided)
    /// Waits until all that was taken over is committed.
    func finish()
}

/// Commits each entry at once, on the thread that decided it: nothing is remembered.
final class DirectCommitter: Committer {
    private let run: RunState

    init(_ run: RunState) { self.run = run }

    func commit(_ decided: Decided) {
        if decided.isArchiveEnd {
            if decided.archive?.isWhole == true, !run.keepsArchive(decided) { run.removeSources(of: [decided]) }
            return
        }
        var decided = decided
        do {
            try run.placing(&decided) { decided in
                guard let placement = decided.placement else { return }
                try run.prepare(placement, of: decided)
                let name = try placement.place()
                decided.setDestination(placement.folder.path.appending(Path(name)))
                if run.options.isDurable { try placement.folder.directory.synchronize() }
            }
        } catch {
            decided = run.failed(decided, error)
        }
        run.settle(decided)
        run.removeSources(of: [decided])
    }

    func finish() {}
}

extension Decided {
    mutating func setDestination(_ path: Path) {
        outcome.destination = path.text
        outcome.path = path
    }

    /// Where it is or will be, from wherever the job is run again.
    var absolute: Path? {
        guard let path = outcome.path, let placement else { return nil }
        return placement.folder.absolute.appending(path.lastComponent)
    }
}

extension Decided.Placement {
    /// Places the file under the first free name.
    /// - Parameter isTried: told of each name before it is tried.
    /// - Returns: the name.
    func place(_ isTried: (String) throws -> Void = { _ in }) throws -> String {
        while true {
            let name = try folder.reserve(wanted)
            do {
                try isTried(name)
                try file.publish(in: folder, as: name)
                return name
            } catch let error as SystemError where error.isNameTaken {
                // Somebody else has it: it stays reserved, and the next one is tried.
            } catch {
                folder.giveBack(name)
                throw error
            }
        }
    }
}
