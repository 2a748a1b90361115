internal import LinuxSystem
internal import StagingModel
internal import Synchronization

/// Ending what is due and removing what has ended, in small steps: no request waits for it.
extension StagingEngine {
    /// Rows that one transaction of the upkeep touches at most.
    private static let batch = 50
    /// Names that one step of a removal takes away at most.
    private static let removalBudget = 200
    /// The longest sleep: heartbeats, and processes that are not held by descriptor.
    private static let longestSleep: Int64 = 30_000_000_000
    /// Between two steps of removal, so that others get at the disk and the catalogue.
    private static let pause: Int32 = 20

    /// Brings the store in order before the first session: what a crash or a reboot left, and what is overdue.
    ///
    /// Afterwards no record is without its bytes for want of a finished change, and no bytes are without a record but
    /// for those that are queued for removal.
    /// - Throws: ``StagingError`` where the store cannot be used.
    package func recover() throws {
        do {
            try bytes.clearIncoming()
        } catch {
            log("\(error)")
        }
        try catalogue.transact { try $0.rebase(bootID: bootID) }
        while try returnSomeClaims() > 0 {}
        try endLostOriginals()
        while try endSomeDue().count > 0 {}
        try removeOrphans()
        while try removeSome() {}
        try rewatch()
    }

    private func returnSomeClaims() throws -> Int {
        let claims = try catalogue.transact { try $0.claims(limit: Self.batch) }
        for claim in claims {
            try returnClaim(claim.id, restored: try takableObjects(of: claim).compactMap { try? bytes.restore($0) })
        }
        return claims.count
    }

    /// The files that the receiver may have linked: an area's content is never lent for that, nor any but the last use.
    private func takableObjects(of claim: ClaimRecord) throws -> [ObjectRecord] {
        try catalogue.transact { transaction in
            guard try transaction.area(claim: claim.id) == nil,
                let grant = try transaction.grant(number: claim.grantNumber), grant.usesLeft == 0,
                grant.openClaims == 1
            else { return [] }
            return grant.representations.compactMap(\.object).filter { !$0.isTree }
        }
    }

    private func endLostOriginals() throws {
        while true {
            let ended = try catalogue.transact { transaction in
                let grants = try transaction.grantsHeldOpen(after: 0, limit: Self.batch)
                for grant in grants { try transaction.end(grant, .lost) }
                return grants.count
            }
            if ended == 0 { return }
        }
    }

    private func removeOrphans() throws {
        var orphans: [RemovalRecord] = []
        try bytes.names { removal in
            let isKnown = try catalogue.transact { try $0.isKnown(removal.place, name: removal.name) }
            if !isKnown { orphans.append(removal) }
        }
        for orphan in orphans {
            bytes.prepareOrphan(orphan)
            do {
                while try !bytes.remove(orphan, budget: Self.removalBudget) {}
            } catch {
                log("what no record names could not be removed: \(orphan.place.rawValue) \(orphan.name): \(error)")
            }
        }
    }

    // MARK: The loop

    /// Does the upkeep until `stop` becomes readable. Blocks; runs on a thread of its own.
    package func runUpkeep(until stop: Int32) {
        while true {
            let (isBusy, done) = step()
            let sleep = isBusy ? Self.pause : milliseconds(toDeadlineAfter: done)
            let processes = watched.withLock { Array($0.held.values) }
            let woken = try? Waiting.untilReadable(
                [stop, upkeepWakeUp.number] + processes.map(\.number), milliseconds: sleep)
            if case .ready(let places) = woken {
                if places.contains(0) { return }
                if places.contains(1) { upkeepWakeUp.clear() }
            }
            // A request that wakes this thread up does not make it take shorter pauses while it removes.
            if isBusy { _ = try? Waiting.untilReadable([stop], milliseconds: Self.pause) }
        }
    }

    /// One step. A failure is logged and tried again later: the upkeep never ends.
    /// - Returns: whether there is more to do at once, and up to when, on the boot clock, all is done that can be.
    func step() -> (isBusy: Bool, done: Int64) {
        let start = now().boot
        do {
            let isRound = nextRound.withLock { next in
                guard start >= next else { return false }
                next = start.saturatingAdd(Self.longestSleep)
                return true
            }
            if isRound { try catalogue.transact { try $0.heartbeat(bootID: bootID) } }
            try endWhatLostItsProcess(lookingAtAll: isRound)
            let (ended, done) = try endSomeDue()
            let isRemoving = try removeSome()
            let tombstones = done - configuration.tombstoneSeconds * 1_000_000_000
            let forgotten = try catalogue.transact { transaction in
                try transaction.forget(endedBefore: tombstones, limit: Self.batch)
            }
            return (ended > 0 || isRemoving || forgotten > 0, done)
        } catch {
            log("upkeep: \(error)")
            return (false, start)
        }
    }

    private func milliseconds(toDeadlineAfter done: Int64) -> Int32 {
        let next = (try? catalogue.transact { try $0.nextDeadline(after: done) }) ?? nil
        let left = min(Self.longestSleep, (next ?? .max).saturatingAdd(-now().boot))
        // Rounded up, so that it is really due when this thread wakes.
        return Int32(clamping: max(0, left) / 1_000_000 + 1)
    }

    // MARK: Steps

    private func endSomeDue() throws -> (count: Int, now: Int64) {
        let (grants, areas, now) = try catalogue.transact { transaction in
            let grants = try transaction.dueGrants(limit: Self.batch)
            for grant in grants { try transaction.end(grant, .expired) }
            // A pinned area ends when its keep does, which wakes the upkeep; it is not to stand in others' way.
            let areas = try transaction.dueAreas(limit: Self.batch + pinnedCount).filter { !isPinned($0.id) }
                .prefix(Self.batch)
            for area in areas { try transaction.end(area) }
            return (grants, areas, transaction.now)
        }
        for grant in grants { didEnd(EndedGrant(grant: grant, state: .expired, now: now)) }
        for area in areas {
            tell(
                StagingEvent("areaEnded", at: TimeText.rfc3339(now.wall), grant: area.grantID, area: area.id),
                area.receiverUID)
        }
        return (grants.count + areas.count, now.boot)
    }

    /// Removes some of what is queued.
    /// - Returns: whether there is more.
    private func removeSome() throws -> Bool {
        // An area that was released while another keep copies it out goes when that has ended.
        let removals = try catalogue.transact { try $0.removals(limit: Self.batch + pinnedCount) }
            .filter { $0.place != .area || !isPinned($0.name) }.prefix(Self.batch)
        var budget = Self.removalBudget
        for removal in removals {
            guard budget > 0 else { return true }
            do {
                guard try bytes.remove(removal, budget: budget) else { return true }
                try catalogue.transact { try $0.finishRemoval(removal.number) }
            } catch {
                log("\(removal.place.rawValue) \(removal.name) stays: \(error)")
                // Not tried again and again: the next start finds it as orphaned.
                try catalogue.transact { try $0.finishRemoval(removal.number) }
            }
            budget -= 4
        }
        return removals.count == Self.batch
    }
}
