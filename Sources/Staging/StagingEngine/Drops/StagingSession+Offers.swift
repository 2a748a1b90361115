internal import LinuxSystem
package import StagingModel

/// What senders do with destinations, and their owners.
extension StagingSession {
    /// Offers a grant of the caller's to a destination. What becomes of it comes by ``DropOffer/take()``, also when it was
    /// offered by the same request before.
    ///
    /// To be ended with ``endOffer(_:)``, which takes nothing back: the end of the grant does.
    /// - Parameters:
    ///   - owner: the user whose destination it is; nil is the caller.
    ///   - id: of the grant.
    /// - Throws: ``StagingError``: `noSuchDestination`, `nothingAcceptable`, `notAdmitted`, `limitExceeded`.
    package func offerDrop(
        _ request: String, to name: String, of owner: UInt32? = nil, grant id: String
    ) throws -> DropOffer {
        try check(request: request)
        let place = try place(named: name, of: owner ?? caller.uid)
        let (grant, earlier) = try engine.catalogue.transact { transaction in
            let grant = try self.grant(.id(id), in: transaction)
            return (grant, try transaction.drop(grant: grant.number))
        }
        let offer = try DropOffer(of: grant.number)
        engine.drops.watch(offer)
        do {
            if let earlier, earlier.request == request {
                try tellState(to: offer)
            } else {
                try self.offer(grant, to: place, request)
                // What ended the grant in between found nothing to end.
                try tellState(to: offer)
            }
            return offer
        } catch {
            engine.drops.endWatch(offer)
            throw error
        }
    }

    /// Ends what ``offerDrop(_:to:of:grant:)`` began: nothing is told any more.
    package func endOffer(_ offer: DropOffer) { engine.drops.endWatch(offer) }

    private func offer(_ grant: GrantRecord, to place: DropPlace, _ request: String) throws {
        guard grant.usesLeft == nil else {
            throw StagingError(
                .invalidRequest, "the grant \(grant.id) has a limit of uses, and a try that failed would take one",
                hint: "leave --once and --uses out: an item that is done is spent")
        }
        let limits = engine.configuration.limits
        let tries = try engine.drops.admit(grant, to: place, from: caller, most: limits.dropItems)
        let item = try engine.catalogue.transact(durable: false, mayUseReserve: false) { transaction in
            guard let grant = try transaction.grant(number: grant.number) else {
                throw StagingError(.noSuchGrant, "the grant \(grant.id) is gone")
            }
            let state = engine.state(of: grant, at: transaction.now)
            if state != .active { throw engine.endedError(grant, state, at: transaction.now) }
            if let earlier = try transaction.drop(grant: grant.number) {
                guard earlier.state.isFinal else {
                    throw StagingError(
                        .invalidRequest,
                        "the grant \(grant.id) is offered to the destination \(Path(earlier.name).quoted) already",
                        hint: "send the file again for another one")
                }
                try transaction.removeDrop(earlier.number)
            }
            var drop = DropRecord(
                id: String(StoreName.random().prefix(10)), owner: place.owner, name: place.name,
                grantNumber: grant.number, request: request, mostTries: tries)
            drop.number = try transaction.insert(drop)
            return DropDesk.Item(drop, of: grant)
        }
        engine.drops.add(item)
    }

    /// Tells an offer what is recorded of its item.
    private func tellState(to offer: DropOffer) throws {
        let (drop, ended) = try engine.catalogue.transact { transaction -> (DropRecord?, StagingError?) in
            let drop = try transaction.drop(grant: offer.grant)
            if let drop, drop.state != .queued { return (drop, nil) }
            let grant = try transaction.grant(number: offer.grant)
            let state = grant.map { engine.state(of: $0, at: transaction.now) }
            guard let grant, let state, state != .active else { return (drop, nil) }
            return (drop, engine.endedError(grant, state, at: transaction.now))
        }
        if let ended {
            engine.drops.end(offer.grant) { ended }
            offer.tell(.ended(ended))
        } else if let drop {
            offer.tell(.progress(drop.progress), isOld: !drop.state.isFinal)
        } else {
            throw StagingError(.noSuchItem, "the item was taken out of the destination")
        }
    }

    // MARK: The owner's

    /// The items at the caller's destinations that wait, are at work or are dead letters, some at a time.
    /// - Parameters:
    ///   - name: of one destination; nil is all of them.
    ///   - cursor: what the last call answered; nil to begin.
    package func drops(at name: String?, after cursor: String?) throws -> (items: [DropItem], cursor: String?) {
        guard caller.isUser(caller.uid) else { return ([], nil) }
        if let name { _ = try place(named: name, of: caller.uid) }
        // A representation takes up to two kilobytes of a message that any client can read.
        var room = min(engine.configuration.limits.messageBytes, 1 << 20) >> 11
        return try engine.catalogue.transact { transaction in
            let records = try transaction.drops(
                of: caller.uid, at: name, after: cursor.flatMap { Int64($0) } ?? 0, limit: Self.itemsAtOnce)
            var items: [DropItem] = []
            var last: Int64?
            for drop in records {
                guard let grant = try transaction.grant(number: drop.grantNumber) else { continue }
                room -= 1 + grant.representations.count
                guard room >= 0 || items.isEmpty else { return (items, last.map { String($0) }) }
                last = drop.number
                items.append(view(drop, grant, at: transaction.now))
            }
            return (items, records.count == Self.itemsAtOnce ? records.last.map { String($0.number) } : nil)
        }
    }

    private static let itemsAtOnce = 100

    private func view(_ drop: DropRecord, _ grant: GrantRecord, at now: Moment) -> DropItem {
        DropItem(
            id: drop.id, destination: drop.name, state: drop.state, tries: drop.tries, mostTries: drop.mostTries,
            reason: drop.reason, worker: drop.state == .accepted ? engine.drops.worker(at: drop.grantNumber) : nil,
            grant: engine.view(grant, at: now, admitting: caller))
    }

    /// Lets a dead letter of the caller's destinations be tried anew.
    /// - Throws: ``StagingError``: `noSuchItem`, `invalidRequest` for one that is no dead letter.
    package func retryDrop(_ request: String, _ id: String) throws -> DropItem {
        var revived: DropDesk.Item?
        let shown = try once(request, "retryDrop") { transaction in
            var (drop, grant) = try owned(id, in: transaction)
            guard drop.state == .dead else {
                throw StagingError(.invalidRequest, "the item \(id) is \(drop.state.rawValue), not a dead letter")
            }
            (drop.state, drop.tries) = (.queued, 0)
            try transaction.update(drop)
            revived = DropDesk.Item(drop, of: grant)
            return view(drop, grant, at: transaction.now)
        }
        if let revived { engine.drops.add(revived) }
        return shown
    }

    /// Takes an item that waits, or is a dead letter, out of a destination of the caller's. What the caller sent itself
    /// ends with it; another sender keeps its grant.
    /// - Throws: ``StagingError``: `noSuchItem`, `invalidRequest` for one that is at work.
    package func forgetDrop(_ request: String, _ id: String) throws -> DropItem {
        var forgotten: (grant: GrantRecord, isOwn: Bool, now: Moment)?
        let shown = try once(request, "forgetDrop") { transaction in
            let (drop, grant) = try owned(id, in: transaction)
            guard drop.state != .accepted else {
                throw StagingError(
                    .invalidRequest,
                    "the item \(id) is at work: \(engine.drops.worker(at: grant.number) ?? "a worker")",
                    hint: "end its worker, and it waits again")
            }
            try transaction.removeDrop(drop.number)
            let isOwn = caller.isUser(grant.senderUID)
            if isOwn { try transaction.end(grant, .revoked) }
            forgotten = (grant, isOwn, transaction.now)
            return view(drop, grant, at: transaction.now)
        }
        if let forgotten {
            let reason = "the destination's owner took it out"
            engine.drops.remove(forgotten.grant.number, DropProgress(.refused, reason: reason))
            if forgotten.isOwn { engine.didEnd(forgotten.grant, .revoked, by: caller.uid, at: forgotten.now) }
        }
        return shown
    }

    /// An unfinished item at a destination of the caller's, with its grant, which is active unless it is at work.
    private func owned(
        _ id: String, in transaction: any CatalogueTransaction
    ) throws -> (DropRecord, GrantRecord) {
        guard let drop = try transaction.drop(id: id), caller.isUser(drop.owner),
            [.queued, .accepted, .dead].contains(drop.state),
            let grant = try transaction.grant(number: drop.grantNumber)
        else {
            throw StagingError(
                .noSuchItem, "there is no item \(Path(id).quoted) at a destination of yours",
                hint: "stage drop --list shows them")
        }
        let state = engine.state(of: grant, at: transaction.now)
        if state != .active, drop.state != .accepted { throw engine.endedError(grant, state, at: transaction.now) }
        return (drop, grant)
    }
}
