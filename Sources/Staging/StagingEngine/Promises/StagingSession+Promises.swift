internal import LinuxSystem
package import StagingModel

/// What a sender's process does for its promises.
extension StagingSession {
    /// Stands by to export: for the grants whose sends name this exporter, and for earlier ones of the caller's.
    ///
    /// To be ended with ``endExporting(_:)``. What is promised and not exported by then is gone with the sender.
    /// - Parameters:
    ///   - grants: ids of grants that another connection exported for until it was lost; unknown ones count for nothing.
    ///   - silence: how long an export may take without a word of progress, in milliseconds; nil is the default.
    /// - Throws: ``StagingError``: `limitExceeded`, `invalidRequest`.
    package func beginExporting(_ grants: [String], silence: Int64?) throws -> Exporter {
        let silence = try engine.configuration.limits.promiseSilence(silence)
        let exporter = try Exporter(id: StoreName.random(), uid: caller.uid, silence: silence)
        engine.promises.add(exporter)
        for id in grants {
            let grant = try engine.catalogue.transact { try $0.grant(id: id) }
            guard let grant, caller.isUser(grant.senderUID), grant.state == .active,
                grant.representations.contains(where: \.isPromised)
            else {
                exporter.notices.add(.ended(grant: id))
                continue
            }
            engine.promises.assign(grant.number, id: id, to: exporter.id)
        }
        return exporter
    }

    /// Ends what ``beginExporting(_:silence:)`` began.
    package func endExporting(_ exporter: Exporter) {
        if engine.promises.remove(exporter) != nil { engine.upkeepWakeUp.signal() }
    }

    /// Brings what was promised; from then on it is a representation like any other.
    ///
    /// Also without anybody waiting for it. Brought twice, the first one stays.
    /// - Parameters:
    ///   - request: made by the client; the same one again is no other.
    ///   - mode: an original is the sender's own file, as in a send.
    /// - Returns: the representation as it is now.
    /// - Throws: ``StagingError``; who waits for the promise gets the same then.
    @discardableResult
    package func supply(
        _ offer: SendRequest.Offer, for id: String, place: Int, request: String, mode: SendRequest.Mode,
        allowsExecutable: Bool
    ) throws -> Representation {
        try check(request: request)
        let (grant, promise) = try promise(id, place)
        guard promise.isPromised else { return promise.shown }
        guard !offer.isPromise else { throw StagingError(.invalidRequest, "a promise is kept by bytes") }
        let desk = PromisePlace(grant: grant.number, place: place)
        let waiting = engine.promises.request(desk)
        waiting?.isArriving(true)
        let report = onProgress
        onProgress = { copied, total in
            waiting?.report(completed: copied, total: total)
            report?(copied, total)
        }
        defer { onProgress = report }
        do {
            let shown = try supply(
                offer, grant, promise,
                SendRequest(
                    id: request, offers: [offer], mode: mode, scope: .all, allowsExecutable: allowsExecutable))
            engine.promises.settle(desk, .supplied)
            return shown
        } catch {
            let words = error as? StagingError ?? StagingError(.failed, "\(error)")
            engine.promises.settle(desk, .failed(words))
            throw error
        }
    }

    private func supply(
        _ offer: SendRequest.Offer, _ grant: GrantRecord, _ promise: RepresentationRecord, _ request: SendRequest
    ) throws -> Representation {
        try request.check(engine.configuration.limits)
        var offer = offer
        offer.type = offer.type ?? promise.shown.declaredType
        offer.name = offer.name ?? promise.shown.name
        offer.supertypes = promise.supertypes
        offer.scope = nil
        var staged = try stage(offer, of: request, grant: grant.id, sent: grant.created)
        // Who may receive it was settled at the send.
        staged.record.scope = promise.scope
        staged.record.shown.scope = promise.shown.scope
        do {
            var holds = false
            if let original = staged.original, staged.record.original?.path == nil {
                guard engine.heldOriginals[grant.number] == nil else {
                    throw StagingError(.invalidRequest, "the service holds one original of a grant open, not several")
                }
                try engine.heldOriginals.hold(
                    original, for: grant.number, of: caller.uid,
                    limit: engine.configuration.limits.heldOriginalsPerUser)
                holds = true
            }
            do {
                let isKept = try engine.catalogue.transact(durable: false, mayUseReserve: false) { transaction in
                    if let move = staged.object?.move { try transaction.insert(move) }
                    return try transaction.keepPromise(grant.number, place: promise.place, staged.record)
                }
                guard isKept else {
                    throw StagingError(.noSuchGrant, "the grant \(grant.id) promises this no more")
                }
            } catch {
                if holds { engine.heldOriginals.release(grant.number) }
                throw error
            }
        } catch {
            if let object = staged.object { engine.discard(object) }
            throw error
        }
        if let move = staged.object?.move {
            do { try engine.finish(move) } catch { engine.log("the name of a moved file is not done with: \(error)") }
        }
        engine.counters.add(bytesStaged: staged.object?.record.size ?? 0)
        return staged.record.shown
    }

    /// Lets those who wait for a promise know how far its export is; any unit, as long as `total` has the same.
    package func reportExport(_ id: String, place: Int, completed: Int64, total: Int64) throws {
        let (grant, _) = try promise(id, place)
        engine.promises.request(PromisePlace(grant: grant.number, place: place))?
            .report(completed: completed, total: total)
    }

    /// Lets those who wait for a promise know that it cannot be exported. It stays promised: another may ask again.
    package func failExport(_ id: String, place: Int, _ message: String) throws {
        let (grant, promise) = try promise(id, place)
        engine.promises.settle(
            PromisePlace(grant: grant.number, place: place),
            .failed(
                StagingError(
                    .promiseFailed, "the sender could not export \(promise.shown.type): \(message)",
                    hint: "accept another type, or ask the sender")))
    }

    /// A representation of a grant of the caller's.
    private func promise(_ id: String, _ place: Int) throws -> (GrantRecord, RepresentationRecord) {
        let grant = try engine.catalogue.transact { transaction in
            let grant = try self.grant(.id(id), in: transaction)
            let state = engine.state(of: grant, at: transaction.now)
            if state != .active { throw engine.endedError(grant, state, at: transaction.now) }
            return grant
        }
        guard let representation = grant.representations.first(where: { $0.place == place }) else {
            throw StagingError(.invalidRequest, "the grant \(id) has no representation \(place)")
        }
        return (grant, representation)
    }

    // MARK: Receiving what is promised

    /// Waits until the sender's process has exported the representation, or nobody promises it any more.
    /// - Throws: ``StagingError``: `promiseFailed`, `promiseOverdue`, `grantLost`.
    func waitForExport(of promise: RepresentationRecord, in grant: GrantRecord) throws {
        let place = PromisePlace(grant: grant.number, place: promise.place)
        let waiter = try ExportRequest.Waiter()
        guard let request = try request(place, waiter) else {
            guard try isPromised(place) else { return }
            throw StagingError(
                .grantLost, "the process that promised \(promise.shown.type) has ended before it exported it",
                hint: "ask its sender for another grant, or accept another type")
        }
        defer { engine.promises.leave(place, request, waiter) }
        // What was brought after this receive had looked, and before it waited, settles nothing any more.
        guard try isPromised(place) else { return }
        engine.promises.ask(place, request)
        while true {
            let view = request.view
            switch view.outcome {
            case .supplied, .abandoned: return
            case .failed(let error): throw error
            case nil: break
            }
            if view.total > 0 { onProgress?(view.completed, view.total) }
            let left = view.overdue.map { $0 - SystemClock.boot() }
            if let left, left <= 0 {
                throw StagingError(
                    .promiseOverdue,
                    "the sender did not export \(promise.shown.type) within "
                        + TimeText.exact(request.exporter.silence / 1_000_000_000),
                    hint: "try again, or ask the sender")
            }
            try waitForSign(waiter, nanoseconds: left)
        }
    }

    /// Whether the grant lives and promises this still.
    private func isPromised(_ place: PromisePlace) throws -> Bool {
        try engine.catalogue.transact { transaction in
            guard let grant = try transaction.grant(number: place.grant),
                engine.state(of: grant, at: transaction.now) == .active
            else { return false }
            return grant.representations.contains { $0.place == place.place && $0.isPromised }
        }
    }

    /// - Returns: nil where no exporter has come within a few seconds, or none is needed any more.
    private func request(_ place: PromisePlace, _ waiter: ExportRequest.Waiter) throws -> ExportRequest? {
        if let request = engine.promises.join(place, waiter) { return request }
        guard try isPromised(place) else { return nil }
        engine.promises.awaitArrival(waiter)
        defer { engine.promises.endAwaiting(waiter) }
        let end = SystemClock.boot() + PromiseDesk.patience
        while true {
            if let request = engine.promises.join(place, waiter) { return request }
            let left = end - SystemClock.boot()
            if left <= 0 { return nil }
            try waitForSign(waiter, nanoseconds: left)
        }
    }

    private func waitForSign(_ waiter: ExportRequest.Waiter, nanoseconds: Int64?) throws {
        // Rounded up, so that what is due at the end is due.
        var milliseconds = nanoseconds.map { Int32(clamping: $0 / 1_000_000 + 1) } ?? -1
        var places = [waiter.wakeUp.number]
        if let hangUp {
            if Waiting.isHungUp(hangUp) { throw StagingError.clientGone("the promise") }
            if Waiting.isReadable(hangUp) {
                // A client that says something instead of waiting is read when it has its answer: until then its
                // end is looked for now and then.
                milliseconds = milliseconds < 0 ? 200 : min(milliseconds, 200)
            } else {
                places.append(hangUp)
            }
        }
        _ = try Waiting.untilReadable(places, milliseconds: milliseconds)
        waiter.wakeUp.clear()
    }
}

extension StagingEngine {
    /// Withdraws promises whose sender's process has gone; a grant that has nothing else is lost.
    func endBrokenPromises() throws {
        for number in promises.takeOrphans(Pace.batch) {
            let (lost, now) = try catalogue.transact { transaction -> (GrantRecord?, Moment) in
                guard let grant = try transaction.grant(number: number), grant.state == .active else {
                    return (nil, transaction.now)
                }
                guard try transaction.withdrawPromises(of: number) == 0 else { return (nil, transaction.now) }
                try transaction.end(grant, .lost)
                return (grant, transaction.now)
            }
            if let lost { didEnd(lost, .lost, at: now) }
            // What is left of it may be on a pasteboard.
            pasteboards.didEnd(grant: number)
        }
    }

    /// Lets what was promised to an earlier service wait for its exporters.
    func expectExporters() throws {
        var after: Int64 = 0
        while case let grants = try catalogue.transact({ try $0.grantsPromising(after: after, limit: Pace.batch) }),
            let last = grants.last
        {
            promises.expect(grants.map(\.number))
            after = last.number
        }
    }
}
