internal import Synchronization

/// A few things that are dear to make, for any number of threads; each is made when it is first needed.
final class SlotPool<Value: ~Copyable & Sendable>: Sendable {
    private struct Content: ~Copyable, Sendable {
        var value: Value?
    }

    private final class Slot: Sendable {
        let content = Mutex(Content(value: nil))
    }

    private let slots: [Slot]
    private let next = Atomic<UInt>(0)

    init(count: Int) { slots = (0..<max(1, count)).map { _ in Slot() } }

    /// Lends a free slot, which may be empty still; blocks while all are lent.
    func lend<Result: Sendable>(_ body: (inout Value?) -> Result) -> Result {
        // The first that is free, so that only as many are made as are used at once.
        for slot in slots {
            if let result = slot.content.withLockIfAvailable({ content in body(&content.value) }) { return result }
        }
        let place = Int(next.wrappingAdd(1, ordering: .relaxed).oldValue % UInt(slots.count))
        return slots[place].content.withLock { content in body(&content.value) }
    }
}
