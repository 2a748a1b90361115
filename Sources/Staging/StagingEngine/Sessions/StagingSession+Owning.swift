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
                shown.receptions = try transaction.receptions(of: grant.number, limit: Self.mostReceptions).map {
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

    /// So many receptions are shown, the latest; a reply has to fit into a message.
    private static let mostReceptions = 1000

    /// The caller's grants, then its areas, some at a time.
    /// - Parameter cursor: what the last call answered; nil to begin.
    package func list(after cursor: String?) throws -> (grants: [Grant], areas: [Area], cursor: String?) {
        guard caller.isUser(caller.uid) else { return ([], [], nil) }
        return try engine.catalogue.transact { transaction in
            var grants: [Grant] = []
            if cursor?.hasPrefix("a") != true {
                let after = cursor.flatMap { Int64($0.dropFirst()) } ?? 0
                let records = try transaction.grants(of: caller.uid, after: after, limit: Self.page)
                grants = records.map { engine.view($0, at: transaction.now) }
                if records.count == Self.page, let last = records.last { return (grants, [], "g\(last.number)") }
            }
            let after = cursor?.hasPrefix("a") == true ? String(cursor?.dropFirst() ?? "") : ""
            let areas = try transaction.areas(of: caller.uid, after: after, limit: Self.page)
            let next = areas.count == Self.page ? areas.last.map { "a\($0.id)" } : nil
            return (grants, areas.map { engine.view($0, at: transaction.now) }, next)
        }
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
    private func owned(_ name: GrantName, _ transaction: any CatalogueTransaction) throws -> GrantRecord {
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
