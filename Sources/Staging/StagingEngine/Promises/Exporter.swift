internal import LinuxSystem
internal import StagingModel
internal import Synchronization

/// A sender's process that stands by to export what it promised: what it is asked for waits here until its connection
/// takes it.
package final class Exporter: Sendable {
    /// What an exporter is told.
    package enum Notice: Hashable, Sendable {
        /// Somebody waits for a representation: the grant's id, and the place of the offer in the send.
        case wanted(grant: String, place: Int)
        /// Nobody waits for it any more.
        case notWanted(grant: String, place: Int)
        /// The grant has ended: nothing of it will be asked for again.
        case ended(grant: String)
    }

    package let id: String
    package let uid: UInt32
    /// How long it may be silent over an export, in nanoseconds.
    let silence: Int64
    /// One for each promise at a time, so that there are no more than what was promised.
    package let notices: NoticeQueue<Notice>

    init(id: String, uid: UInt32, silence: Int64) throws(SystemError) {
        self.id = id
        self.uid = uid
        self.silence = silence
        notices = try NoticeQueue()
    }
}

/// Names a promise in one engine.
struct PromisePlace: Hashable, Sendable {
    /// The grant's number.
    var grant: Int64
    /// The representation's.
    var place: Int
}

/// An export that somebody waits for; all who want the same wait for the same one.
final class ExportRequest: Sendable {
    enum Outcome: Sendable {
        /// The representation is staged.
        case supplied
        case failed(StagingError)
        /// The exporter has gone; another may come in its place.
        case abandoned
    }

    private struct State {
        var waiters: [ObjectIdentifier: Waiter] = [:]
        var outcome: Outcome?
        var isAsked = false
        /// When the exporter was last heard of, on the boot-time clock; nil while it brings the bytes.
        var lastSign: Int64? = SystemClock.boot()
        var completed: Int64 = 0
        var total: Int64 = 0
    }

    /// One receive that waits.
    final class Waiter: Sendable {
        let wakeUp: WakeUp

        init() throws(SystemError) { wakeUp = try WakeUp() }
    }

    let exporter: Exporter
    private let state = Mutex(State())

    init(_ exporter: Exporter) { self.exporter = exporter }

    func add(_ waiter: Waiter) { state.withLock { $0.waiters[ObjectIdentifier(waiter)] = waiter } }

    /// - Returns: whether nobody waits any more for what has not come.
    func remove(_ waiter: Waiter) -> Bool {
        state.withLock { state in
            state.waiters[ObjectIdentifier(waiter)] = nil
            return state.waiters.isEmpty && state.outcome == nil
        }
    }

    /// Whether the exporter was asked.
    var isAsked: Bool { state.withLock(\.isAsked) }

    /// - Returns: whether it is for the caller to ask the exporter now.
    func takeQuestion() -> Bool {
        state.withLock { state in
            defer { state.isAsked = true }
            return !state.isAsked
        }
    }

    func settle(_ outcome: Outcome) {
        state.withLock { state in
            if state.outcome == nil { state.outcome = outcome }
            for waiter in state.waiters.values { waiter.wakeUp.signal() }
        }
    }

    /// Notes that the exporter works.
    func report(completed: Int64, total: Int64) {
        state.withLock { state in
            (state.completed, state.total) = (completed, total)
            if state.lastSign != nil { state.lastSign = SystemClock.boot() }
            for waiter in state.waiters.values { waiter.wakeUp.signal() }
        }
    }

    /// Notes that the bytes come, which takes as long as it takes.
    func isArriving(_ arrives: Bool) { state.withLock { $0.lastSign = arrives ? nil : SystemClock.boot() } }

    /// What a waiter sees now.
    struct View: Sendable {
        var outcome: Outcome?
        var completed: Int64
        var total: Int64
        /// When it has been silent for too long, on the boot-time clock; nil while the bytes come.
        var overdue: Int64?
    }

    var view: View {
        state.withLock { state in
            View(
                outcome: state.outcome, completed: state.completed, total: state.total,
                overdue: state.lastSign.map { $0.saturatingAdd(exporter.silence) })
        }
    }
}
