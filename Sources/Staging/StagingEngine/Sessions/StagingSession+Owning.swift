internal import LinuxSystem
package import StagingModel

extension StagingSession {
    /// One grant: for a token's holder what its scopes admit, for its owner all of it and who received it (rule 8).
    package func show(_ name: GrantName) throws -> Grant {
        try engine.catalogue.transact { transaction in
            let grant = try self.grant(name, in: transaction)
            let state = engine.state(of: grant, at: transaction.now)
            if caller.isUser(grant.senderUID) {
                var shown = engine.view(grant, at: transaction.now)
                shown.receptions = try transaction.receptions(of: grant.number, limit: mostReceptions).map {
                    Grant.Reception(
                        uid: $0.uid, user: engine.names.user($0.uid), pid: $0.pid, at: TimeText.rfc3339($0.at),
                        type: $0.type)
                }
                return shown
            }
            if state != .active { throw engine.endedError(grant, state, at: transaction.now) }
            let shown = engine.view(grant, at: transaction.now, admitting: caller)
            guard !shown.representations.isEmpty else {
                throw StagingError(.notAdmitted, "the scope of the grant \(grant.id) does not admit this process")
            }
            return shown
        }
    }

    /// So many receptions are shown, the latest; a reply has to fit into a message, and one takes less than a kilobyte.
    private var mostReceptions: Int { min(1000, engine.configuration.limits.messageBytes >> 10) }

    /// The caller's live grants, then its areas, some at a time.
    /// - Parameters:
    ///   - includingEnded: also the grants that have ended and are remembered, between the two.
    ///   - cursor: what the last call answered; nil to begin.
    package func list(
        includingEnded: Bool = false, after cursor: String?
    ) throws -> (grants: [Grant], areas: [Area], cursor: String?) {
        guard caller.isUser(caller.uid) else { return ([], [], nil) }
        var part = cursor.map { ListPart(rawValue: String($0.prefix(1))) ?? .areas } ?? .active
        var after = String(cursor?.dropFirst() ?? "")
        // A representation, or an area, takes up to two kilobytes of a message that any client can read.
        var room = min(engine.configuration.limits.messageBytes, 1 << 20) >> 11
        return try engine.catalogue.transact { transaction in
            let now = transaction.now
            var grants: [Grant] = []
            while part != .areas {
                let records = try transaction.grants(
                    of: caller.uid, active: part == .active, after: Int64(after) ?? 0, limit: Self.page)
                for record in records {
                    room -= 1 + record.representations.count
                    guard room >= 0 || grants.isEmpty else { return (grants, [], part.rawValue + after) }
                    after = String(record.number)
                    let grant = engine.view(record, at: now)
                    // Some are over but for the upkeep.
                    if includingEnded || grant.state == .active { grants.append(grant) }
                }
                if records.count == Self.page { return (grants, [], part.rawValue + after) }
                part = part == .active && includingEnded ? .ended : .areas
                after = ""
            }
            let limit = max(1, min(room, Self.page))
            let areas = try transaction.areas(of: caller.uid, after: after, limit: limit)
            let next = areas.count == limit ? areas.last.map { part.rawValue + $0.id } : nil
            return (grants, areas.filter { $0.lease.boot > now.boot }.map { engine.view($0, at: now) }, next)
        }
    }

    /// What is listed, one after the other; the first letter of a cursor.
    private enum ListPart: String {
        case active = "g"
        case ended = "e"
        case areas = "a"
    }

    private static let page = 200

    /// Ends a grant of the caller's now. Areas received from it stay.
    package func revoke(_ request: String, _ name: GrantName) throws -> Grant {
        var ended: (grant: GrantRecord, now: Moment)?
        let grant = try once(request, "revoke") { transaction in
            let grant = try owned(name, transaction)
            try transaction.end(grant, .revoked)
            ended = (grant, transaction.now)
            return try engine.view(transaction.grant(number: grant.number) ?? grant, at: transaction.now)
        }
        if let ended { engine.didEnd(ended.grant, .revoked, by: caller.uid, at: ended.now) }
        return grant
    }

    /// Lets a grant of the caller's end `milliseconds` from now, also earlier than it would have.
    package func renew(_ request: String, _ name: GrantName, milliseconds: Int64) throws -> Grant {
        let life = try engine.configuration.limits.life(milliseconds)
        let grant = try once(request, "renew") { transaction in
            var grant = try owned(name, transaction)
            grant.deadline = transaction.now.advanced(byNanoseconds: life)
            try transaction.setDeadline(grant.number, grant.deadline)
            return engine.view(grant, at: transaction.now)
        }
        engine.upkeepWakeUp.signal()
        engine.tell(StagingEvent("renewed", at: engine.nowText(), grant: grant.id), caller.uid)
        return grant
    }

    /// An active grant that the caller's user sent.
    func owned(_ name: GrantName, _ transaction: any CatalogueTransaction) throws -> GrantRecord {
        let grant = try self.grant(name, in: transaction)
        guard caller.isUser(grant.senderUID) else {
            throw StagingError(.notAdmitted, "the grant \(grant.id) is another user's", hint: "only its sender can")
        }
        let state = engine.state(of: grant, at: transaction.now)
        if state != .active { throw engine.endedError(grant, state, at: transaction.now) }
        return grant
    }

    /// The caller's events from now on.
    package func watch() throws -> EventHub.Subscription { try engine.events.subscribe(uid: caller.uid) }

    package func endWatch(_ subscription: EventHub.Subscription) { engine.events.unsubscribe(subscription) }
}
