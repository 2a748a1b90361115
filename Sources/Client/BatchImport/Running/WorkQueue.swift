internal import LinuxSystem
internal import Synchronization

/// Hands work from the thread that finds it to those that do it, a fixed number of items waiting at most; and lets those
/// who do it hand parts of it to one another.
final class WorkQueue<Item: Sendable>: Sendable {
    private struct State {
        var found: [Item?] = []
        var first = 0
        /// Parts of what is being done, which go first.
        var parts: [Item] = []
        var busy = 0
        var hasEnded = false

        mutating func next() -> Item? {
            if let part = parts.popLast() { return part }
            guard first < found.count else { return nil }
            let item = found[first].take()
            first += 1
            if first == found.count {
                found.removeAll(keepingCapacity: true)
                first = 0
            } else if first > 1024 {
                found.removeFirst(first)
                first = 0
            }
            return item
        }

        var isOver: Bool { hasEnded && busy == 0 && parts.isEmpty && first == found.count }
    }

    private enum Turn {
        case item(Item, isFound: Bool)
        case wait, over
    }

    private let state = Mutex(State())
    private let room = Semaphore()
    private let arrivals = Semaphore()
    private let mostParts: Int

    /// - Parameters:
    ///   - capacity: how many found items may wait.
    ///   - mostParts: how many parts may wait.
    init(capacity: Int, mostParts: Int) {
        self.mostParts = mostParts
        for _ in 0..<max(1, capacity) { room.signal() }
    }

    /// Adds what was found. Blocks while too much waits.
    func push(_ item: Item) {
        room.wait()
        state.withLock { $0.found.append(item) }
        arrivals.signal()
    }

    /// Offers a part of what the caller is doing to the others.
    /// - Returns: false where enough waits already, and the caller has to do it.
    func offer(_ part: Item) -> Bool {
        let isTaken = state.withLock { state in
            guard state.parts.count < mostParts else { return false }
            state.parts.append(part)
            return true
        }
        if isTaken { arrivals.signal() }
        return isTaken
    }

    /// Whether nothing waits or is being done at this moment.
    var isIdle: Bool { state.withLock { $0.busy == 0 && $0.parts.isEmpty && $0.first == $0.found.count } }

    /// Nothing will be found any more.
    func end() {
        state.withLock { $0.hasEnded = true }
        arrivals.signal()
    }

    /// Does `body` for item after item until all work is done, that which is still under way with others included.
    func work(_ body: (Item) -> Void) {
        while true {
            switch next() {
            case .item(let item, let isFound):
                if isFound { room.signal() }
                body(item)
                if state.withLock({ state in
                    state.busy -= 1
                    return state.isOver
                }) {
                    arrivals.signal()
                }
            case .wait: arrivals.wait()
            case .over:
                // The next one who waits is to learn it too.
                arrivals.signal()
                return
            }
        }
    }

    private func next() -> Turn {
        state.withLock { state in
            let isFound = state.parts.isEmpty
            if let item = state.next() {
                state.busy += 1
                return .item(item, isFound: isFound)
            }
            return state.isOver ? .over : .wait
        }
    }
}
