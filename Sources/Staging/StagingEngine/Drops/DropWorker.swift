internal import LinuxSystem
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
    /// One item's at a time, so that there are few.
    package let notices: NoticeQueue<Notice>

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
        notices = try NoticeQueue()
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

    package let notices: NoticeQueue<Notice>
    /// The number of the grant that it is of.
    let grant: Int64
    private let last = Mutex<Notice?>(nil)

    init(of grant: Int64) throws(SystemError) {
        self.grant = grant
        notices = try NoticeQueue()
    }

    /// The same again says nothing new.
    /// - Parameter isOld: it may be older than what was told already, and counts where nothing was.
    func tell(_ notice: Notice, isOld: Bool = false) {
        last.withLock { last in
            guard last != notice, !isOld || last == nil else { return }
            last = notice
            notices.add(notice)
        }
    }
}
