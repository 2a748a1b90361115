internal import LinuxSystem
internal import StagingModel
internal import Synchronization
internal import ContentTypes

/// Hands the items of destinations to their workers, each to one at a time.
///
/// What was offered, and how far it is, the catalogue knows; who works, and whose turn it is, only this: a worker that
/// outlives the service opens its destination anew at the next one.
final class DropDesk: Sendable {
    /// One form of an item: what its type is and conforms to, and who may receive it.
    struct Form: Sendable {
        var found: [UTType]
        /// By the sender's word, where it said one.
        var claimed: [UTType]
        var scope: ResolvedScope

        init(_ representation: RepresentationRecord) {
            found = StagingSession.types(of: representation, false)
            claimed = StagingSession.types(of: representation, true)
            scope = representation.scope
        }
    }

    /// An item that waits or is at work.
    struct Item: Sendable {
        let id: String
        let number: Int64
        let place: DropPlace
        let grant: Int64
        let sender: UInt32
        let forms: [Form]
        /// Its grant has ended while a worker had it.
        var hasEnded: StagingError?

        init(_ drop: DropRecord, of grant: GrantRecord) {
            id = drop.id
            number = drop.number
            place = drop.place
            self.grant = grant.number
            sender = grant.senderUID
            forms = grant.representations.map { Form($0) }
        }
    }

    /// One worker's turn at one item.
    struct Turn: Sendable {
        let id: String
        let worker: DropWorker
        var item: Item
        /// The worker has accepted the item.
        var isAccepted = false
        /// A change of it is being recorded.
        var isBusy = false
        /// The worker has gone.
        var isOrphaned = false
    }

    /// What a turn comes to.
    enum Outcome: Sendable {
        case accepted
        /// Nothing follows for the item.
        case final(DropProgress)
        /// It is somebody's turn again.
        case again(DropProgress)
        /// The change could not be recorded: all is as it was.
        case unchanged
    }

    private struct Destination {
        var workers: [DropWorker] = []
        /// Workers without an item, the longest idle first.
        var idle: [DropWorker] = []
        /// Grants of the items that wait, in the order of their turns.
        var waiting: [Int64] = []
        /// How many items wait or are at work.
        var count = 0
    }

    private struct State {
        var destinations: [DropPlace: Destination] = [:]
        var items: [Int64: Item] = [:]
        var turns: [String: Turn] = [:]
        var offers: [Int64: [DropOffer]] = [:]
    }

    private let scopes: ScopeRules
    private let state = Mutex(State())

    init(_ scopes: ScopeRules) { self.scopes = scopes }

    // MARK: Workers

    /// Lets a worker stand by, and gives it an item that waits.
    /// - Parameter limit: the most destinations of one user.
    func open(_ worker: DropWorker, limit: Int) throws(StagingError) {
        try state.withLock { (state) throws(StagingError) in
            let place = worker.place
            if let colleague = state.destinations[place]?.workers.first {
                guard colleague.scope == worker.scope else {
                    throw StagingError(
                        .invalidRequest, "the destination \(Path(place.name).quoted) is open with another scope",
                        hint: "all workers of a destination open it with the same scope")
                }
            } else {
                let open = state.destinations.count { $0.key.owner == place.owner && !$0.value.workers.isEmpty }
                guard open < limit else {
                    throw StagingError(
                        .limitExceeded, "you have \(limit) destinations open, which is the limit",
                        hint: "destinations-per-user in the configuration sets the limit")
                }
            }
            state.destinations[place, default: Destination()].workers.append(worker)
            giveNext(to: worker, &state)
        }
    }

    /// Takes a worker away; an item that it was offered is the next one's.
    /// - Returns: its turn at an item that it has accepted, which is to be settled as a failed try.
    func close(_ worker: DropWorker) -> Turn? {
        state.withLock { state in
            let place = worker.place
            state.destinations[place]?.workers.removeAll { $0 === worker }
            state.destinations[place]?.idle.removeAll { $0 === worker }
            forgetIfEmpty(place, &state)
            guard var turn = state.turns.values.first(where: { $0.worker === worker }) else { return nil }
            turn.isOrphaned = true
            let isOthers = turn.isBusy
            turn.isBusy = turn.isBusy || turn.isAccepted
            state.turns[turn.id] = turn
            // Whoever records something of it now settles it as well.
            if isOthers { return nil }
            if turn.isAccepted { return turn }
            end(turn, &state)
            putBack(turn.item, first: true, &state)
            return nil
        }
    }

    /// What a worker of the user's may do something about; nobody else can until it is settled.
    func take(turn id: String, of uid: UInt32, accepted: Bool) -> Turn? {
        state.withLock { state in
            guard var turn = state.turns[id], turn.worker.caller.isUser(uid), turn.isAccepted == accepted, !turn.isBusy
            else { return nil }
            turn.isBusy = true
            state.turns[id] = turn
            return turn
        }
    }

    /// The turn, for who only looks.
    func turn(_ id: String, of uid: UInt32) -> Turn? {
        state.withLock { state in state.turns[id].flatMap { $0.worker.caller.isUser(uid) ? $0 : nil } }
    }

    /// Lets a recorded change have its effects.
    /// - Returns: false where the worker has gone meanwhile.
    @discardableResult
    func settle(_ id: String, _ outcome: Outcome) -> Bool {
        state.withLock { state in
            guard var turn = state.turns[id] else { return false }
            turn.isBusy = false
            let isOrphaned = turn.isOrphaned
            switch outcome {
            case .accepted, .unchanged:
                if case .accepted = outcome {
                    turn.isAccepted = true
                    tell(.progress(DropProgress(.accepted)), turn.item.grant, &state)
                }
                state.turns[id] = turn
                if isOrphaned || !turn.isAccepted && turn.item.hasEnded != nil { giveUp(turn, &state) }
            case .final(let progress):
                end(turn, &state)
                remove(turn.item, &state)
                tell(.progress(progress), turn.item.grant, &state)
                state.offers[turn.item.grant] = nil
                giveNext(to: turn.worker, &state)
            case .again(let progress):
                end(turn, &state)
                tell(.progress(progress), turn.item.grant, &state)
                // At the end, so that one that fails again and again does not keep others waiting.
                putBack(turn.item, first: false, &state)
                giveNext(to: turn.worker, &state)
            }
            return !isOrphaned
        }
    }

    /// Which worker has the item of the grant.
    func worker(at grant: Int64) -> String? {
        state.withLock { state in state.turns.values.first { $0.item.grant == grant }?.worker.label }
    }

    // MARK: Items

    /// Whether an item could be offered.
    /// - Parameters:
    ///   - sender: the process that offers it.
    ///   - most: the limit of items.
    /// - Returns: how often it is to be tried.
    func admit(_ item: GrantRecord, to place: DropPlace, from sender: Caller, most: Int) throws(StagingError) -> Int {
        try state.withLock { (state) throws(StagingError) in
            let name = Path(place.name).quoted
            guard let destination = state.destinations[place], let first = destination.workers.first else {
                throw StagingError(
                    .noSuchDestination, "no destination \(name) is open",
                    hint: "stage drop \(name) opens it")
            }
            guard scopes.admits(sender, to: first.scope, sender: place.owner) else {
                throw StagingError(
                    .notAdmitted, "the scope of the destination \(name) does not admit this process",
                    hint: "its owner can widen it: stage drop --scope")
            }
            let forms = item.representations.map { Form($0) }
            let receivers = destination.workers.filter { worker in
                forms.contains { scopes.admits(worker.caller, to: $0.scope, sender: item.senderUID) }
            }
            guard !receivers.isEmpty else {
                throw StagingError(
                    .notAdmitted, "the scope of the grant \(item.id) admits no worker of the destination \(name)",
                    hint: "widen it: stage send --scope")
            }
            let takers = receivers.filter { worker in
                forms.contains {
                    scopes.admits(worker.caller, to: $0.scope, sender: item.senderUID)
                        && worker.accepts($0)
                }
            }
            guard !takers.isEmpty else {
                throw StagingError(
                    .nothingAcceptable,
                    "nothing acceptable: no worker of the destination \(name) takes "
                        + item.representations.map(\.shown.type).joined(separator: " or "),
                    hint: "send another type, or another form of it with --also")
            }
            guard destination.count < most else {
                throw StagingError(
                    .limitExceeded, "the destination \(name) has \(most) items already, which is the limit",
                    hint: "try again when some are done")
            }
            return destination.workers.map(\.tries).max() ?? first.tries
        }
    }

    /// Lets an item wait, or gives it to a worker at once.
    func add(_ item: Item) {
        state.withLock { state in
            guard state.items[item.grant] == nil else { return }
            state.items[item.grant] = item
            state.destinations[item.place, default: Destination()].count += 1
            tell(.progress(DropProgress(.queued)), item.grant, &state)
            putBack(item, first: false, &state)
        }
    }

    /// Ends what waits of a grant that has ended; a worker that has it is told.
    func end(_ grant: Int64, _ reason: () -> StagingError) {
        state.withLock { state in
            guard let item = state.items[grant] else { return }
            let reason = reason()
            guard let turn = state.turns.values.first(where: { $0.item.grant == grant }) else {
                remove(item, &state)
                tell(.ended(reason), grant, &state)
                state.offers[grant] = nil
                return
            }
            turn.worker.notices.add(.withdrawn(item: item.id))
            var ended = turn
            ended.item.hasEnded = reason
            state.turns[turn.id] = ended
            // What is accepted is gone on with; what is being answered, the answer decides.
            if !turn.isAccepted, !turn.isBusy { giveUp(ended, &state) }
        }
    }

    /// Removes an item that waits, for its owner.
    func remove(_ grant: Int64, _ progress: DropProgress) {
        state.withLock { state in
            guard let item = state.items[grant] else { return }
            if let turn = state.turns.values.first(where: { $0.item.grant == grant }) {
                turn.worker.notices.add(.withdrawn(item: item.id))
                end(turn, &state)
                remove(item, &state)
                giveNext(to: turn.worker, &state)
            } else {
                remove(item, &state)
            }
            tell(.progress(progress), grant, &state)
            state.offers[grant] = nil
        }
    }

    // MARK: Offers

    /// Tells the offer what becomes of its item from now on.
    func watch(_ offer: DropOffer) { state.withLock { $0.offers[offer.grant, default: []].append(offer) } }

    func endWatch(_ offer: DropOffer) {
        state.withLock { state in
            state.offers[offer.grant]?.removeAll { $0 === offer }
            if state.offers[offer.grant]?.isEmpty == true { state.offers[offer.grant] = nil }
        }
    }

    private func tell(_ notice: DropOffer.Notice, _ grant: Int64, _ state: inout State) {
        for offer in state.offers[grant] ?? [] { offer.tell(notice) }
    }

    // MARK: Turns

    /// Ends a turn that has come to nothing: its worker has gone, or the item's grant ended before it was accepted.
    private func giveUp(_ turn: Turn, _ state: inout State) {
        end(turn, &state)
        if let reason = turn.item.hasEnded {
            remove(turn.item, &state)
            tell(.ended(reason), turn.item.grant, &state)
            state.offers[turn.item.grant] = nil
        } else {
            putBack(turn.item, first: true, &state)
        }
        giveNext(to: turn.worker, &state)
    }

    private func end(_ turn: Turn, _ state: inout State) { state.turns[turn.id] = nil }

    private func remove(_ item: Item, _ state: inout State) {
        state.items[item.grant] = nil
        state.destinations[item.place]?.count -= 1
        state.destinations[item.place]?.waiting.removeAll { $0 == item.grant }
        forgetIfEmpty(item.place, &state)
    }

    private func forgetIfEmpty(_ place: DropPlace, _ state: inout State) {
        if let destination = state.destinations[place], destination.workers.isEmpty, destination.count == 0 {
            state.destinations[place] = nil
        }
    }

    /// Gives an item to the worker that has been idle longest of those that fit, or lets it wait.
    private func putBack(_ item: Item, first: Bool, _ state: inout State) {
        var destination = state.destinations[item.place, default: Destination()]
        if let place = destination.idle.firstIndex(where: { fits($0, item) }) {
            let worker = destination.idle.remove(at: place)
            state.destinations[item.place] = destination
            give(item, to: worker, &state)
            return
        }
        destination.waiting.insert(item.grant, at: first ? 0 : destination.waiting.count)
        state.destinations[item.place] = destination
    }

    /// Gives a worker without an item the first that fits, or counts it as idle.
    private func giveNext(to worker: DropWorker, _ state: inout State) {
        guard var destination = state.destinations[worker.place],
            destination.workers.contains(where: { $0 === worker })
        else { return }
        let place = destination.waiting.firstIndex { grant in
            state.items[grant].map { fits(worker, $0) } ?? false
        }
        if let place, let item = state.items[destination.waiting[place]] {
            destination.waiting.remove(at: place)
            state.destinations[worker.place] = destination
            give(item, to: worker, &state)
        } else {
            destination.idle.append(worker)
            state.destinations[worker.place] = destination
        }
    }

    private func give(_ item: Item, to worker: DropWorker, _ state: inout State) {
        let turn = Turn(id: StoreName.random(), worker: worker, item: item)
        state.turns[turn.id] = turn
        worker.notices.add(.offered(turn: turn.id))
    }

    private func fits(_ worker: DropWorker, _ item: Item) -> Bool {
        item.forms.contains { form in
            scopes.admits(worker.caller, to: form.scope, sender: item.sender) && worker.accepts(form)
        }
    }
}
