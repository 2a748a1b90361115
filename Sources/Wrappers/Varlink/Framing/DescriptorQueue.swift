internal import LinuxSystem

/// A message whose descriptors are not what it says; the call gets an error, the connection goes on.
package enum DescriptorError: Error, Hashable, Sendable {
    /// The kernel could not deliver all of them (`MSG_CTRUNC`): the limit of open files, or too small a buffer.
    case lost
    /// The message names more than came with its bytes.
    case missing(named: Int, arrived: Int)
    /// The message names more than the limit.
    case tooMany(named: Int, limit: Int)
}

/// Descriptors in the order of their arrival, each with the reads that can have brought it.
///
/// A sender attaches a message's descriptors to the send that holds the message's first byte. The kernel hands them
/// out with that byte, but the read may hold earlier messages too. So a descriptor that came with the bytes `from..<to`
/// of the stream can be for no message that ended by `from`, and, once a message begins at `to` or after it, for
/// none that is still to come. Between those two bounds the order decides.
struct DescriptorQueue: Sendable {
    private struct Entry {
        /// Absent: here the kernel left out one or more, it does not say how many.
        let descriptor: SharedDescriptor?
        let from: Int
        let to: Int
    }

    private var entries: [Entry] = []

    var count: Int { entries.count }

    mutating func append(_ descriptors: [SharedDescriptor], truncated: Bool, from: Int, to: Int) {
        for descriptor in descriptors { entries.append(Entry(descriptor: descriptor, from: from, to: to)) }
        // The kernel installs descriptors in order and leaves out the last ones: what came before the gap is sure.
        if truncated { entries.append(Entry(descriptor: nil, from: from, to: to)) }
    }

    /// Closes what came with bytes before `start`, where the next message begins: no message claimed it.
    mutating func discardUnclaimed(before start: Int) {
        guard let first = entries.first, first.to <= start else { return }
        entries.removeAll { $0.to <= start }
    }

    mutating func removeAll() { entries.removeAll() }

    /// The next `count` descriptors for a message that ends at `end`; after a failure what came for it is closed.
    mutating func take(_ count: Int, end: Int) throws(DescriptorError) -> [SharedDescriptor] {
        let first = entries.prefix { $0.from < end }.prefix(count)
        let taken = first.compactMap(\.descriptor)
        if taken.count == count {
            entries.removeFirst(count)
            return taken
        }
        let isLost = taken.count < first.count
        discardCandidates(end: end)
        throw isLost ? .lost : .missing(named: count, arrived: taken.count)
    }

    /// Closes what can be for a message that ends at `end`, although some may be a later message's: nobody can tell.
    /// A gap stays for the later messages of the read that had it, so that none of them gets another's descriptor.
    mutating func discardCandidates(end: Int) {
        entries.removeAll { $0.from < end && $0.descriptor != nil }
    }
}
