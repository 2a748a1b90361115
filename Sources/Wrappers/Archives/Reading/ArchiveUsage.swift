internal import Synchronization

/// What an archive has taken so far, over all its readers and the archives that came out of it.
package final class ArchiveUsage: Sendable {
    /// The archive that this one came out of; it bears what this one takes, so that many small archives, one in another,
    /// come to no more than one large one.
    private let outer: ArchiveUsage?
    private let limits: ArchiveLimits
    private let bytes = Atomic<Int64>(0)
    private let entries = Atomic<Int>(0)
    /// Entries of the archive itself, however often they are read.
    private let own = Atomic<Int>(0)
    /// Bytes that the archive has; 0 where only reading tells.
    private let packed: Int64

    init(limits: ArchiveLimits, packed: Int64, outer: ArchiveUsage?) {
        self.limits = limits
        self.packed = packed
        self.outer = outer
    }

    /// In how many archives this one lies.
    var depth: Int { (outer?.depth ?? -1) + 1 }

    /// Counts bytes that an entry is about to give.
    /// - Parameter consumed: Bytes of the archive read so far.
    func take(_ count: Int64, of entry: ArchiveEntry, entryBytes: Int64, consumed: Int64) throws(ArchiveError) {
        if entryBytes > limits.entryBytes {
            throw ArchiveError(
                .limit, "it unpacks to more than the \(limits.entryBytes) bytes that an entry may have",
                entry: entry.displayName)
        }
        try add(count, of: entry, consumed: consumed)
    }

    private func add(_ count: Int64, of entry: ArchiveEntry, consumed: Int64) throws(ArchiveError) {
        let total = bytes.wrappingAdd(count, ordering: .relaxed).newValue
        if total > limits.totalBytes {
            throw ArchiveError(
                over: .bytes, "the archive unpacks to more than the \(limits.totalBytes) bytes that are allowed",
                entry: entry.displayName)
        }
        let size = max(packed, consumed, 1)
        if total > limits.ratioStart, total / size > limits.ratio {
            throw ArchiveError(
                over: .ratio, "the archive unpacks to more than \(limits.ratio) times its own size",
                entry: entry.displayName)
        }
        // What of the outer archive was read for this one is known where that is a file.
        try outer?.add(count, of: entry, consumed: 0)
    }

    /// Whether there may be so many entries in the archive.
    func allow(entries count: Int, last: @autoclosure () -> String?) throws(ArchiveError) {
        let before = own.max(count, ordering: .relaxed).oldValue
        if count > before { try add(entries: count - before, last: last) }
    }

    private func add(entries count: Int, last: () -> String?) throws(ArchiveError) {
        if entries.wrappingAdd(count, ordering: .relaxed).newValue > limits.entries {
            throw ArchiveError(
                over: .entries, "the archive has more than the \(limits.entries) entries that are allowed",
                entry: last())
        }
        try outer?.add(entries: count, last: last)
    }
}
