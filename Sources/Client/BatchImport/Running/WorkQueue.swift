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
        /// Those who wait for work, and have not been woken yet.
        var idlers = 0
        /// Whether the finder waits for room.
        var isFull = false

        var waiting: Int { found.count - first }

        /// - Returns: whether somebody is to be woken, who counts as awake from now on.
        mutating func wakesOne() -> Bool {
            if idlers == 0 { return false }
            idlers -= 1
            return true
        }

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

        var isOver: Bool { hasEnded && busy == 0 && parts.isEmpty && waiting == 0 }
    }

    private enum Turn {
        case item(Item, makesRoom: Bool)
        case wait, over
    }

    private let state = Mutex(State())
    private let room = Semaphore()
    private let arrivals = Semaphore()
    private let capacity: Int
    private let mostParts: Int

    /// - Parameters:
    ///   - capacity: how many found items may wait.
    ///   - mostParts: how many parts may wait.
    init(capacity: Int, mostParts: Int) {
        self.capacity = max(1, capacity)
        self.mostParts = mostParts
    }

    /// Adds what was found; to be called by one thread. Blocks while too much waits.
    func push(_ item: Item) {
        // Waits until half is done: to be woken for each would cost more than what is found.
        while state.withLock({ state in
            state.isFull = state.waiting >= capacity
            return state.isFull
        }) {
            room.wait()
        }
        let wakes = state.withLock { state in
            state.found.append(item)
            return state.wakesOne()
        }
        if wakes { arrivals.signal() }
    }

    /// Offers a part of what the caller is doing to the others.
    /// - Returns: false where enough waits already, and the caller has to do it.
    func offer(_ part: Item) -> Bool {
        let (isTaken, wakes) = state.withLock { state in
            guard state.parts.count < mostParts else { return (false, false) }
            state.parts.append(part)
            return (true, state.wakesOne())
        }
        if wakes { arrivals.signal() }
        return isTaken
    }

    /// Whether nothing waits or is being done at this moment.
    var isIdle: Bool { state.withLock { $0.busy == 0 && $0.parts.isEmpty && $0.waiting == 0 } }

    /// Nothing will be found any more.
    func end() {
        state.withLock { $0.hasEnded = true }
        wakeAll()
    }

    /// Does `body` for item after item until all work is done, that which is still under way with others included.
    func work(_ body: (Item) -> Void) {
        while true {
            switch next() {
            case .item(let item, let makesRoom):
                if makesRoom { room.signal() }
                body(item)
                let isOver = state.withLock { state in
                    state.busy -= 1
                    return state.isOver
                }
                if isOver { wakeAll() }
            case .wait: arrivals.wait()
            case .over: return
            }
        }
    }

    /// Lets all see what has changed: that nothing comes any more.
    private func wakeAll() {
        while state.withLock({ $0.wakesOne() }) { arrivals.signal() }
    }

    private func next() -> Turn {
        state.withLock { state in
            if let item = state.next() {
                state.busy += 1
                let makesRoom = state.isFull && state.waiting <= capacity / 2
                if makesRoom { state.isFull = false }
                return .item(item, makesRoom: makesRoom)
            }
            if state.isOver { return .over }
            state.idlers += 1
            return .wait
        }
    }
}
