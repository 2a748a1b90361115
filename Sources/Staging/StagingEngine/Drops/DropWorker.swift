package import LinuxSystem
package import StagingModel
internal import Synchronization
internal import ContentTypes

/// A process that works at a destination: what it is offered waits here until its connection takes it.
package final class DropWorker: Sendable {
    /// What a worker is told.
    package enum Notice: Hashable, Sendable {
        /// It is its turn at an item.
        case offered(turn: String)
        /// The grant of the item that it has has ended.
        case withdrawn(item: String)
    }

    let place: DropPlace
    let caller: Caller
    /// Empty is anything.
    let accept: [TypePattern]
    /// What the sender claimed counts as the type, where it claimed one.
    let acceptsClaims: Bool
    let scope: ResolvedScope
    let tries: Int
    /// What the owner's list calls it.
    let label: String
    /// Readable while there are notices.
    package let wakeUp: WakeUp
    private let notices = Mutex<[Notice]>([])

    init(
        _ place: DropPlace, _ caller: Caller, accept: [TypePattern], acceptsClaims: Bool, scope: ResolvedScope,
        tries: Int, label: String
    ) throws(SystemError) {
        self.place = place
        self.caller = caller
        self.accept = accept
        self.acceptsClaims = acceptsClaims
        self.scope = scope
        self.tries = tries
        self.label = label
        wakeUp = try WakeUp()
    }

    /// Takes the notices that have come.
    package func take() -> [Notice] {
        notices.withLock { notices in
            wakeUp.clear()
            defer { notices = [] }
            return notices
        }
    }

    /// There is one item at a time, so that the queue stays short.
    func tell(_ notice: Notice) {
        notices.withLock { notices in
            notices.append(notice)
            wakeUp.signal()
        }
    }

    /// Whether a form's type is accepted.
    func accepts(_ form: DropDesk.Form) -> Bool {
        let types = acceptsClaims ? form.claimed : form.found
        return accept.isEmpty || types.contains { type in accept.contains { $0.matches(type) } }
    }
}

/// A sender that waits for what becomes of its item.
package final class DropOffer: Sendable {
    /// What a sender is told.
    package enum Notice: Hashable, Sendable {
        case progress(DropProgress)
        /// The grant has ended before a worker had the item; nothing follows.
        case ended(StagingError)
    }

    /// Readable while there are notices.
    package let wakeUp: WakeUp
    /// The number of the grant that it is of.
    let grant: Int64
    private let state = Mutex<(notices: [Notice], last: Notice?)>(([], nil))

    init(of grant: Int64) throws(SystemError) {
        self.grant = grant
        wakeUp = try WakeUp()
    }

    /// Takes the notices that have come.
    package func take() -> [Notice] {
        state.withLock { state in
            wakeUp.clear()
            defer { state.notices = [] }
            return state.notices
        }
    }

    /// The same again says nothing new.
    /// - Parameter isOld: it may be older than what was told already, and counts where nothing was.
    func tell(_ notice: Notice, isOld: Bool = false) {
        state.withLock { state in
            guard state.last != notice, !isOld || state.last == nil else { return }
            state.last = notice
            state.notices.append(notice)
            wakeUp.signal()
        }
    }
}
