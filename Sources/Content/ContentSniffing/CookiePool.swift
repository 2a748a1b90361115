internal import Magic
internal import Synchronization

/// A few cookies of libmagic for any number of threads; each is loaded when it is first needed.
final class CookiePool: Sendable {
    private struct Slot: ~Copyable, Sendable {
        var cookie: MagicCookie?
    }

    private final class Worker: Sendable {
        let slot = Mutex(Slot(cookie: nil))
    }

    private let workers: [Worker]
    private let next = Atomic<UInt>(0)

    init(count: Int) { workers = (0..<max(1, count)).map { _ in Worker() } }

    /// Looks at bytes with a free cookie; blocks while all are busy.
    func look<Result: Sendable>(
        _ body: (inout MagicCookie) throws(MagicError) -> Result
    ) throws(SniffingError) -> Result {
        let start = Int(next.wrappingAdd(1, ordering: .relaxed).oldValue % UInt(workers.count))
        for offset in 0..<workers.count {
            let worker = workers[(start + offset) % workers.count]
            if let result = worker.slot.withLockIfAvailable({ slot in Self.run(&slot, body) }) {
                return try result.get()
            }
        }
        return try workers[start].slot.withLock { slot in Self.run(&slot, body) }.get()
    }

    private static func run<Value>(
        _ slot: inout Slot, _ body: (inout MagicCookie) throws(MagicError) -> Value
    ) -> Result<Value, SniffingError> {
        do throws(MagicError) {
            var cookie: MagicCookie
            if let kept = slot.cookie.take() { cookie = kept } else { cookie = try MagicCookie() }
            let result = Result { () throws(MagicError) in try body(&cookie) }
            slot.cookie = consume cookie
            return .success(try result.get())
        } catch {
            return .failure(.detector(error.description))
        }
    }
}
