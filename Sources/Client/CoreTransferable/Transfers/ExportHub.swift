internal import StagingClient
internal import StagingModel
internal import Synchronization

/// Everything that this process has promised, and the connections over which it stands by for that.
final class ExportHub: Sendable {
    static let shared = ExportHub()

    /// One connection stands by for all items that go to one service on the same terms.
    private struct Key: Hashable {
        var service: StageService
        /// Whether the service is one for what reaches beyond the user.
        var reach: Bool
        var silence: Duration?
    }

    private struct State {
        var keepers: [Key: PromiseKeeper] = [:]
        var items: [String: (key: Key, item: StandingItem)] = [:]
        /// What was wanted before the answer to its send was here.
        var early: [String: [PromiseKeeper.Event]] = [:]
    }

    private let state = Mutex(State())

    /// Sends an item of promises. Blocks until the grant is there.
    func send(
        _ item: OfferedItem, _ options: SendOptions, _ service: StageService, exportDeadline: Duration?,
        over connection: StagingConnection
    ) throws -> (grant: Grant, standing: StandingItem) {
        // The grant's scope decides which service takes it. One that serves the user alone narrows what a form's own
        // scope says beyond that.
        let key = Key(service: service, reach: options.scope.reachesBeyondUser, silence: exportDeadline)
        let keeper = try keeper(key, options.scope)
        let standing = StandingItem(item, service, keeper, allowsExecutable: options.allowsExecutable)
        let grant = try connection.send(item.forms.map(\.offer), options, promisedBy: keeper)
        standing.begin(as: grant.id)
        let early = state.withLock { state in
            state.items[grant.id] = (key, standing)
            return state.early.removeValue(forKey: grant.id) ?? []
        }
        for event in early { handle(event, key) }
        return (grant, standing)
    }

    private func keeper(_ key: Key, _ scope: Scope) throws -> PromiseKeeper {
        if let keeper = state.withLock({ $0.keepers[key] }) { return keeper }
        let made = try PromiseKeeper(
            key.service.locator, forSending: [scope], silence: key.silence
        ) { [weak self] event in self?.handle(event, key) }
        let (keeper, isOurs) = state.withLock { state in
            if let other = state.keepers[key] { return (other, false) }
            state.keepers[key] = made
            return (made, true)
        }
        if !isOurs { made.close() }
        return keeper
    }

    private func handle(_ event: PromiseKeeper.Event, _ key: Key) {
        switch event {
        case .wanted(let grant, let place): item(grant, event)?.want(place)
        case .notWanted(let grant, let place): item(grant, event)?.leave(place)
        case .ended(let grant):
            state.withLock { state in
                state.early[grant] = nil
                return state.items.removeValue(forKey: grant)
            }?.item.end()
        case .lost:
            let lost = state.withLock { state in
                state.keepers[key] = nil
                let lost = state.items.filter { $0.value.key == key }
                for grant in lost.keys { state.items[grant] = nil }
                return lost.values.map(\.item)
            }
            for item in lost { item.end() }
        }
    }

    /// The item of a grant; an event of one that is not here yet waits for it.
    private func item(_ grant: String, _ event: PromiseKeeper.Event) -> StandingItem? {
        state.withLock { state in
            if let item = state.items[grant]?.item { return item }
            if state.early.count < 1000 { state.early[grant, default: []].append(event) }
            return nil
        }
    }
}
