internal import LinuxSystem
internal import StagingModel
internal import Synchronization

/// Brings together the receives that wait for what was promised and the processes that can export it.
///
/// Which grants promise something the catalogue knows; who exports it, only this: an exporter that outlives the service
/// announces itself to the next one.
final class PromiseDesk: Sendable {
    private struct State {
        var exporters: [String: Exporter] = [:]
        /// Who exports for a grant, and the grant's id.
        var grants: [Int64: (exporter: String, id: String)] = [:]
        var requests: [PromisePlace: ExportRequest] = [:]
        /// Promises without an exporter, and until when one may come, on the boot-time clock.
        var orphans: [Int64: Int64] = [:]
        /// Receives that wait for an exporter to come.
        var arrivals: [ObjectIdentifier: ExportRequest.Waiter] = [:]
    }

    private let state = Mutex(State())

    /// How long promises wait for an exporter whose connection ended: it may have lost it with an earlier service.
    static let patience: Int64 = 5_000_000_000

    // MARK: Exporters

    /// Lets an exporter stand by.
    func add(_ exporter: Exporter) { state.withLock { $0.exporters[exporter.id] = exporter } }

    /// The user's exporter by this id.
    func exporter(_ id: String, of uid: UInt32) -> Exporter? {
        state.withLock { state in state.exporters[id].flatMap { $0.uid == uid ? $0 : nil } }
    }

    /// Lets the exporter export for a grant; one that has gone meanwhile is as one that goes now.
    func assign(_ grant: Int64, id: String, to exporter: String) {
        state.withLock { state in
            guard state.exporters[exporter] != nil else {
                state.orphans[grant] = SystemClock.boot() + Self.patience
                return
            }
            state.grants[grant] = (exporter, id)
            state.orphans[grant] = nil
            for waiter in state.arrivals.values { waiter.wakeUp.signal() }
        }
    }

    /// Takes an exporter away. What it promised waits for another a little.
    /// - Returns: when that is over, on the boot-time clock; nil where it promised nothing.
    func remove(_ exporter: Exporter) -> Int64? {
        let (requests, end) = state.withLock { state -> ([ExportRequest], Int64?) in
            state.exporters[exporter.id] = nil
            let grants = state.grants.filter { $0.value.exporter == exporter.id }.map(\.key)
            let end = SystemClock.boot() + Self.patience
            for grant in grants {
                state.grants[grant] = nil
                state.orphans[grant] = end
            }
            let places = state.requests.filter { $0.value.exporter === exporter }.map(\.key)
            return (places.compactMap { state.requests.removeValue(forKey: $0) }, grants.isEmpty ? nil : end)
        }
        for request in requests { request.settle(.abandoned) }
        return end
    }

    /// Lets promises that a service has left wait for their exporters.
    func expect(_ grants: [Int64]) {
        let end = SystemClock.boot() + 2 * Self.patience
        state.withLock { state in for grant in grants { state.orphans[grant] = end } }
    }

    /// Takes some of the grants that no exporter came for in time.
    func takeOrphans(_ most: Int) -> [Int64] {
        let now = SystemClock.boot()
        return state.withLock { state in
            guard !state.orphans.isEmpty else { return [] }
            let over = Array(state.orphans.lazy.filter { $0.value <= now }.map(\.key).prefix(most))
            for grant in over { state.orphans[grant] = nil }
            return over
        }
    }

    /// When the next promise is given up, on the boot-time clock.
    var nextOrphan: Int64? { state.withLock { $0.orphans.values.min() } }

    // MARK: Receives

    /// Joins those who wait for an export, or begins the wait. Nobody is asked for it yet: see ``ask(_:_:)``.
    /// - Returns: nil while the grant has no exporter.
    func join(_ place: PromisePlace, _ waiter: ExportRequest.Waiter) -> ExportRequest? {
        state.withLock { state in
            if let request = state.requests[place] {
                request.add(waiter)
                return request
            }
            guard let (id, _) = state.grants[place.grant], let exporter = state.exporters[id] else { return nil }
            let request = ExportRequest(exporter)
            request.add(waiter)
            state.requests[place] = request
            return request
        }
    }

    /// Asks the exporter, once for all who wait.
    func ask(_ place: PromisePlace, _ request: ExportRequest) {
        state.withLock { state in
            guard state.requests[place] === request, let grant = state.grants[place.grant]?.id, request.takeQuestion()
            else { return }
            request.exporter.notices.add(.wanted(grant: grant, place: place.place))
        }
    }

    /// Ends a wait; with the last one the exporter is told that nobody wants it any more.
    func leave(_ place: PromisePlace, _ request: ExportRequest, _ waiter: ExportRequest.Waiter) {
        state.withLock { state in
            guard request.remove(waiter), state.requests[place] === request else { return }
            state.requests[place] = nil
            if request.isAsked, let grant = state.grants[place.grant]?.id {
                request.exporter.notices.add(.notWanted(grant: grant, place: place.place))
            }
        }
    }

    /// Signals the waiter whenever an exporter is there for some grant.
    func awaitArrival(_ waiter: ExportRequest.Waiter) {
        state.withLock { $0.arrivals[ObjectIdentifier(waiter)] = waiter }
    }

    func endAwaiting(_ waiter: ExportRequest.Waiter) {
        state.withLock { $0.arrivals[ObjectIdentifier(waiter)] = nil }
    }

    // MARK: Exports

    /// The request for a promise, where somebody waits for it.
    func request(_ place: PromisePlace) -> ExportRequest? { state.withLock { $0.requests[place] } }

    /// Ends the wait for a promise.
    func settle(_ place: PromisePlace, _ outcome: ExportRequest.Outcome) {
        state.withLock { $0.requests.removeValue(forKey: place) }?.settle(outcome)
    }

    /// Ends the waits for a grant that has ended, and tells its exporter.
    func end(_ grant: Int64) {
        let requests = state.withLock { state -> [ExportRequest] in
            state.orphans[grant] = nil
            guard let (exporter, id) = state.grants.removeValue(forKey: grant) else { return [] }
            state.exporters[exporter]?.notices.add(.ended(grant: id))
            let places = state.requests.keys.filter { $0.grant == grant }
            return places.compactMap { state.requests.removeValue(forKey: $0) }
        }
        for request in requests { request.settle(.abandoned) }
    }
}
