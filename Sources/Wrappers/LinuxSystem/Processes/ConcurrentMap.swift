internal import Synchronization

/// Does `body` for each item on several threads, the caller's among them, and answers what came of each in the order of
/// the items. Blocks until all are done.
/// - Parameter threads: how many at most; where no more can be started, fewer do all of it.
package func concurrentMap<Item: Sendable, Outcome: Sendable>(
    _ items: [Item], threads: Int, _ body: @escaping @Sendable (Item) -> Outcome
) -> [Outcome] {
    let work = SharedWork(items, body)
    let finished = Semaphore()
    var started = 0
    for _ in 1..<max(2, min(threads, items.count)) where threads > 1 && items.count > 1 {
        do throws(SystemError) {
            try BlockingThread.start(name: "worker") {
                work.run()
                finished.signal()
            }
            started += 1
        } catch {
            break
        }
    }
    work.run()
    for _ in 0..<started { finished.wait() }
    return work.outcomes()
}

/// Items that threads take one after the other.
private final class SharedWork<Item: Sendable, Outcome: Sendable>: Sendable {
    private let items: [Item]
    private let body: @Sendable (Item) -> Outcome
    private let next = Atomic<Int>(0)
    private let done: Mutex<[Outcome?]>

    init(_ items: [Item], _ body: @escaping @Sendable (Item) -> Outcome) {
        self.items = items
        self.body = body
        done = Mutex([Outcome?](repeating: nil, count: items.count))
    }

    func run() {
        var own: [(place: Int, outcome: Outcome)] = []
        while true {
            let place = next.wrappingAdd(1, ordering: .relaxed).oldValue
            guard place < items.count else { break }
            own.append((place, body(items[place])))
        }
        done.withLock { done in
            for (place, outcome) in own { done[place] = outcome }
        }
    }

    func outcomes() -> [Outcome] { done.withLock { $0.compactMap(\.self) } }
}
