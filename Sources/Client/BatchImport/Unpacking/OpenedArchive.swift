internal import Archives
internal import LinuxSystem
internal import Synchronization

/// An archive while its entries are imported, which is over once all of them were handed over to be committed.
final class OpenedArchive: Sendable {
    /// The archive itself as an entry.
    let name: EntryName
    let key: EntryKey
    /// What it has taken so far.
    let usage: ArchiveUsage
    /// 1 for an archive on disk, 2 for one in that.
    let depth: Int
    /// The path below the destination that its entries are kept under.
    let kept: Path
    /// Whether what it holds was counted when it was opened.
    let isCounted: Bool
    /// What takes its file away, in a move.
    private let source: SourceRemoval?
    private let outer: OpenedArchive?
    private let hasFailed = Atomic<Bool>(false)
    private let keeps = Atomic<Bool>(false)
    /// Entries that are not handed over yet, and one for the reading itself.
    private let open = Atomic<Int>(1)

    init(
        _ usage: ArchiveUsage, _ name: EntryName, _ key: EntryKey, kept: Path, source: SourceRemoval?,
        outer: OpenedArchive?, isCounted: Bool
    ) {
        self.usage = usage
        self.isCounted = isCounted
        self.name = name
        self.key = key
        self.kept = kept
        self.source = source
        self.outer = outer
        depth = (outer?.depth ?? 0) + 1
    }

    /// Whether everything in it came to an end that needs no other try.
    var isWhole: Bool { !hasFailed.load(ordering: .sequentiallyConsistent) }

    /// Something of it failed: its file stays, and the next run of the job reads it again.
    func fail() {
        hasFailed.store(true, ordering: .sequentiallyConsistent)
        outer?.fail()
    }

    /// Whether something in it was left out or refused, and is nowhere else: a move leaves the archive where it is.
    var isKept: Bool { keeps.load(ordering: .sequentiallyConsistent) }

    /// Something in it was not taken.
    func keep() {
        keeps.store(true, ordering: .sequentiallyConsistent)
        outer?.keep()
    }

    /// An entry is under way.
    func entryIsBegun() { open.add(1, ordering: .sequentiallyConsistent) }

    /// An entry was handed over, or the reading has ended. The last of them hands over the archive's own end.
    func entryIsHandedOver(_ committer: any Committer) {
        guard open.subtract(1, ordering: .sequentiallyConsistent).newValue == 0 else { return }
        var end = Decided(name: name, key: key, outcome: ImportOutcome(name, .imported))
        end.archive = self
        end.isArchiveEnd = true
        end.source = source
        committer.commit(end)
        outer?.entryIsHandedOver(committer)
    }
}
