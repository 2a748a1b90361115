internal import Synchronization

/// What an archive has taken so far, over all its readers.
final class Usage: Sendable {
    private let limits: ArchiveLimits
    private let bytes = Atomic<Int64>(0)
    /// Bytes that the archive has; 0 where only reading tells.
    private let packed: Int64

    init(limits: ArchiveLimits, packed: Int64) {
        self.limits = limits
        self.packed = packed
    }

    /// Counts bytes that an entry is about to give.
    /// - Parameter consumed: Bytes of the archive read so far.
    func take(_ count: Int64, of entry: ArchiveEntry, entryBytes: Int64, consumed: Int64) throws(ArchiveError) {
        let total = bytes.wrappingAdd(count, ordering: .relaxed).newValue
        func excess(_ reason: String) -> ArchiveError {
            ArchiveError(.limit, reason, entry: entry.displayName, endsReading: true)
        }
        if entryBytes > limits.entryBytes {
            throw ArchiveError(
                .limit, "it unpacks to more than the \(limits.entryBytes) bytes that an entry may have",
                entry: entry.displayName)
        }
        if total > limits.totalBytes {
            throw excess("the archive unpacks to more than the \(limits.totalBytes) bytes that are allowed")
        }
        let size = max(packed, consumed, 1)
        if total > limits.ratioStart, total / size > limits.ratio {
            throw excess("the archive unpacks to more than \(limits.ratio) times its own size")
        }
    }

    /// Whether there may be so many entries.
    func allow(entries: Int, last: @autoclosure () -> String?) throws(ArchiveError) {
        if entries > limits.entries {
            throw ArchiveError(
                .limit, "the archive has more than the \(limits.entries) entries that are allowed", entry: last(),
                endsReading: true)
        }
    }
}
