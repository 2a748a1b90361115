package import LinuxSystem
internal import StagingModel
internal import Synchronization

/// Wakes those who watch pasteboards. Nothing is queued: who has been woken looks, and sees the newest state.
final class PasteboardHub: Sendable {
    private let watches = Mutex<[ObjectIdentifier: PasteboardWatch]>([:])

    func add(_ watch: PasteboardWatch) { watches.withLock { $0[ObjectIdentifier(watch)] = watch } }

    func remove(_ watch: PasteboardWatch) { _ = watches.withLock { $0.removeValue(forKey: ObjectIdentifier(watch)) } }

    /// Something was put on the pasteboard, or what was on it ended with its process.
    func didChange(_ name: PasteboardName) {
        for watch in watches.withLock({ Array($0.values) }) where watch.name == name { watch.wakeUp.signal() }
    }

    /// A grant has ended, or something of it: whoever saw it looks again.
    func didEnd(grant number: Int64) {
        for watch in watches.withLock({ Array($0.values) }) where watch.mayShow(number) { watch.wakeUp.signal() }
    }
}

/// One watch of one pasteboard.
package final class PasteboardWatch: Sendable {
    /// Readable when there may be something new, at first too.
    package let wakeUp: WakeUp
    let name: PasteboardName
    private let state = Mutex(State())

    private struct State {
        /// The grants that were on the pasteboard at the last look; nil during one, when it may be any.
        var grants: Set<Int64>?
        var shown: PasteboardContents?
    }

    init(_ name: PasteboardName) throws(SystemError) {
        self.name = name
        wakeUp = try WakeUp()
        wakeUp.signal()
    }

    func mayShow(_ grant: Int64) -> Bool { state.withLock { $0.grants?.contains(grant) ?? true } }

    /// Looks at the pasteboard.
    /// - Returns: nil where the watcher would see what it saw the last time.
    func take(_ look: () throws -> (shown: PasteboardContents, grants: Set<Int64>)) rethrows -> PasteboardContents? {
        state.withLock { $0.grants = nil }
        // Before the look: what comes after it wakes again.
        wakeUp.clear()
        let (shown, grants) = try look()
        return state.withLock { state in
            state.grants = grants
            if let before = state.shown, before.looks(like: shown) { return nil }
            state.shown = shown
            return shown
        }
    }
}

extension PasteboardContents {
    /// Whether nothing has changed from this to the other. Times do not count: the wall clock moves them.
    fileprivate func looks(like other: PasteboardContents) -> Bool {
        changeCount == other.changeCount
            && items.elementsEqual(other.items) { $0.id == $1.id && $0.representations == $1.representations }
    }
}
