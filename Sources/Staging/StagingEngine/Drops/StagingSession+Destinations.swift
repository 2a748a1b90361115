internal import LinuxSystem
package import StagingModel
internal import ContentTypes

/// What a destination's worker does.
extension StagingSession {
    /// Works at a destination of the caller's, which is open as long as somebody does. What the worker is offered comes by
    /// its ``DropWorker/take()``, one item at a time.
    ///
    /// To be ended with ``closeDestination(_:)``: an item that it has then goes to another worker.
    /// - Parameters:
    ///   - accept: types, in any form that a type can be given in; empty is anything.
    ///   - acceptsClaims: what the sender claimed counts as the type, where it claimed one.
    ///   - scope: who may offer; the same for all workers of a destination.
    ///   - tries: how often an item is tried before it is a dead letter, 1 to 1000; nil is 3.
    ///   - label: what the owner's list calls the worker.
    /// - Throws: ``StagingError``: `invalidRequest`, `limitExceeded`.
    package func openDestination(
        _ name: String, accept: [String] = [], acceptsClaims: Bool = false, scope: Scope = .team(nil),
        tries: Int? = nil, label: String? = nil
    ) throws -> DropWorker {
        guard caller.isUser(caller.uid) else {
            throw StagingError(.notAdmitted, "a user without a number here has no destinations")
        }
        let tries = tries ?? Self.usualTries
        guard (1...Self.mostTries).contains(tries) else {
            throw StagingError(.invalidRequest, "an item is tried 1 to \(Self.mostTries) times, not \(tries)")
        }
        if let label, label.utf8.count > Self.mostBytes {
            throw StagingError(.invalidRequest, "a label has at most \(Self.mostBytes) bytes")
        }
        let worker = try DropWorker(
            place(named: name, of: caller.uid), caller, accept: accept.map(Self.pattern),
            acceptsClaims: acceptsClaims, scope: engine.scopes.resolve(scope, for: caller), tries: tries,
            label: label ?? "process \(caller.pid)")
        try engine.drops.open(worker, limit: engine.configuration.limits.destinationsPerUser)
        return worker
    }

    /// Ends what ``openDestination(_:accept:acceptsClaims:scope:tries:label:)`` began.
    package func closeDestination(_ worker: DropWorker) {
        guard let turn = engine.drops.close(worker) else { return }
        do {
            try engine.fail(turn, "its worker ended before it was done")
        } catch {
            // It is somebody's turn all the same.
            engine.log("a try that failed could not be recorded: \(error)")
        }
    }

    private static let usualTries = 3
    private static let mostTries = 1000
    private static let mostBytes = 255

    /// The destination by that name.
    func place(named name: String, of owner: UInt32) throws(StagingError) -> DropPlace {
        guard (1...Self.mostBytes).contains(name.utf8.count),
            !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else {
            throw StagingError(
                .invalidRequest, "a destination's name has 1 to \(Self.mostBytes) bytes and no control characters")
        }
        return DropPlace(owner: owner, name: name)
    }

    /// The item of a turn that this worker was offered, with the representations that it can have.
    /// - Returns: nil where it is the worker's turn no more.
    package func item(ofTurn id: String, for worker: DropWorker) throws -> DropItem? {
        guard let turn = engine.drops.turn(id, of: caller.uid), turn.worker === worker else { return nil }
        return try engine.catalogue.transact { transaction in
            guard let drop = try transaction.drop(number: turn.item.number),
                var grant = try transaction.grant(number: drop.grantNumber)
            else { return nil }
            grant.representations.removeAll { !worker.accepts(DropDesk.Form($0)) }
            return DropItem(
                id: drop.id, destination: drop.name, state: .queued, tries: drop.tries, mostTries: drop.mostTries,
                reason: drop.reason, grant: engine.view(grant, at: transaction.now, admitting: caller))
        }
    }

    /// Accepts the item of a turn, which may be received then; or refuses it, which is the destination's verdict.
    /// - Throws: ``StagingError``: `noSuchItem`, or why the grant ended.
    package func answerDrop(_ id: String, accepts: Bool, reason: String? = nil) throws {
        // The same word again, where its answer was lost.
        if accepts, engine.drops.turn(id, of: caller.uid)?.isAccepted == true { return }
        guard let turn = engine.drops.take(turn: id, of: caller.uid, accepted: false) else { throw Self.noTurn }
        let progress = DropProgress(accepts ? .accepted : .refused, reason: reason.map(Self.brief))
        do {
            try engine.catalogue.transact { transaction in
                guard var drop = try transaction.drop(number: turn.item.number),
                    let grant = try transaction.grant(number: drop.grantNumber), !drop.state.isFinal
                else { throw Self.noTurn }
                let state = engine.state(of: grant, at: transaction.now)
                if state != .active { throw engine.endedError(grant, state, at: transaction.now) }
                (drop.state, drop.reason) = (progress.state, progress.reason)
                try transaction.update(drop)
            }
        } catch {
            engine.drops.settle(id, .unchanged)
            throw error
        }
        guard engine.drops.settle(id, accepts ? .accepted : .final(progress)) || !accepts else { throw Self.noTurn }
    }

    /// Ends the turn at an item that was accepted.
    /// - Parameters:
    ///   - isDone: the item is done, and its grant ends as spent; else the try has failed, and another one follows where
    ///     there are tries left.
    ///   - reason: why it failed.
    /// - Throws: ``StagingError``: `noSuchItem`.
    package func finishDrop(_ id: String, isDone: Bool, reason: String? = nil) throws {
        guard let turn = engine.drops.take(turn: id, of: caller.uid, accepted: true) else { throw Self.noTurn }
        if isDone {
            try engine.finish(turn, by: caller.uid)
        } else {
            try engine.fail(turn, reason.map(Self.brief) ?? "its worker could not do it")
        }
    }

    static var noTurn: StagingError {
        StagingError(
            .noSuchItem, "it is not your turn at this item any more",
            hint: "it went to another worker, or its sender took it back")
    }

    /// The grant that a worker of the caller's has accepted.
    func grant(ofTurn id: String, in transaction: any CatalogueTransaction) throws -> GrantRecord {
        guard let turn = engine.drops.turn(id, of: caller.uid) else { throw Self.noTurn }
        guard turn.isAccepted else {
            throw StagingError(
                .invalidRequest, "nothing is received of an item that is not accepted", hint: "call AnswerDrop first")
        }
        guard let grant = try transaction.grant(number: turn.item.grant) else { throw Self.noTurn }
        return grant
    }

    /// A reason as it is kept: words for people, not content.
    private static func brief(_ reason: String) -> String {
        reason.utf8.count <= mostReason ? reason : String(decoding: reason.utf8.prefix(mostReason), as: UTF8.self) + "…"
    }

    private static let mostReason = 1000
}

/// What a turn comes to, recorded and then told.
extension StagingEngine {
    /// Counts a failed try: the item is another worker's turn, or after the last one a dead letter.
    func fail(_ turn: DropDesk.Turn, _ reason: String) throws {
        let outcome: DropDesk.Outcome
        do {
            outcome = try catalogue.transact { transaction in
                try fail(turn.item.number, reason, in: transaction)
            }
        } catch {
            drops.settle(turn.id, .unchanged)
            throw error
        }
        drops.settle(turn.id, outcome)
    }

    private func fail(
        _ number: Int64, _ reason: String, in transaction: any CatalogueTransaction
    ) throws -> DropDesk.Outcome {
        guard var drop = try transaction.drop(number: number) else {
            return .final(DropProgress(.dead, reason: reason))
        }
        drop.tries += 1
        drop.reason = reason
        let grant = try transaction.grant(number: drop.grantNumber)
        guard let grant, state(of: grant, at: transaction.now) == .active else {
            // Nobody could receive it again.
            try transaction.removeDrop(number)
            return .final(DropProgress(.dead, reason: reason))
        }
        drop.state = drop.tries >= drop.mostTries ? .dead : .queued
        try transaction.update(drop)
        return drop.state == .dead ? .final(drop.progress) : .again(drop.progress)
    }

    /// Records that the item is done, and ends its grant.
    func finish(_ turn: DropDesk.Turn, by uid: UInt32) throws {
        let ended: EndedGrant?
        do {
            ended = try catalogue.transact { transaction -> EndedGrant? in
                guard var drop = try transaction.drop(number: turn.item.number) else { return nil }
                drop.state = .done
                try transaction.update(drop)
                guard let grant = try transaction.grant(number: drop.grantNumber), grant.state == .active else {
                    return nil
                }
                try transaction.end(grant, .spent)
                return EndedGrant(grant: grant, state: .spent, now: transaction.now)
            }
        } catch {
            drops.settle(turn.id, .unchanged)
            throw error
        }
        drops.settle(turn.id, .final(DropProgress(.done)))
        if let ended { didEnd(ended.grant, .spent, by: uid, at: ended.now) }
    }

    /// Lets the items that an earlier service left wait for workers; a worker's unfinished turn was a failed try.
    func recoverDrops() throws {
        var after: Int64 = 0
        while true {
            let (items, last) = try catalogue.transact { transaction -> ([DropDesk.Item], Int64?) in
                let live = try transaction.liveDrops(after: after, limit: Pace.batch)
                var items: [DropDesk.Item] = []
                for drop in live {
                    if drop.state == .accepted {
                        let reason = "the service ended while a worker had it"
                        guard case .again = try fail(drop.number, reason, in: transaction) else { continue }
                    }
                    guard let grant = try transaction.grant(number: drop.grantNumber) else { continue }
                    items.append(DropDesk.Item(drop, of: grant))
                }
                return (items, live.last?.number)
            }
            for item in items { drops.add(item) }
            guard let last else { return }
            after = last
        }
    }
}
