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
    /// How long a start removes what has ended, in nanoseconds; the upkeep goes on with what is left.
    private static let longestRemovalAtStart: Int64 = 3_000_000_000
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
        let known = try catalogue.transact { transaction in
            try transaction.rebase(bootID: bootID)
            return try transaction.secret()
        }
        secret.withLock { $0 = known }
        for move in try catalogue.transact({ try $0.moves(limit: .max) }) { try finish(move) }
        try returnClaims()
        try endLostOriginals()
        while try endSomeDue().count > 0 {}
        try removeOrphans()
        // What is out of everybody's sight already can wait: whoever started this service waits for its first answer.
        let end = SystemClock.boot() + Self.longestRemovalAtStart
        while try removeSome(), SystemClock.boot() < end {}
        try rewatch()
    }

    private func returnClaims() throws {
        var after: Int64 = 0
        while case let grants = try catalogue.transact({ try $0.grantsBeingReceived(after: after, limit: Self.batch) }),
            let last = grants.last
        {
            after = last.number
            for grant in grants { try returnClaims(of: grant) }
        }
        while true {
            let ended = try catalogue.transact { transaction in
                let areas = try transaction.unconfirmedAreas(limit: Self.batch)
                for area in areas { try transaction.end(area) }
                return areas.count
            }
            if ended == 0 { return }
        }
    }

    private func returnClaims(of grant: GrantRecord) throws {
        // A receiver of the last use may have linked the staged file before the crash; which one is not known.
        let isTakable = grant.state == .active && grant.usesLeft == 0 && grant.openClaims == 1
        let objects = isTakable ? grant.representations.compactMap(\.object) : []
        var restored: [ObjectRecord] = []
        for object in objects {
            do {
                restored.append(try bytes.restore(object))
            } catch let error as StagingError where error.code == .noSpace {
                // The bytes are there, and only want room.
                return owe(OwedClaim(id: "", grant: grant.number, takable: objects), error)
            } catch {
                log("staged bytes are not what they were: \(error)")
            }
        }
        try catalogue.transact { transaction in
            for object in restored { try transaction.update(object) }
            try transaction.setUses(grant.number, left: grant.usesLeft.map { $0 + grant.openClaims }, openClaims: 0)
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

    /// Ends every area, for a service that its user stops; grants stay. To be called when no session is left.
    /// - Parameter seconds: how long to go on removing what has ended; the next start does the rest.
    package func endAreas(removingFor seconds: Int64) throws {
        while true {
            let areas = try catalogue.transact { transaction in
                let areas = try transaction.areas(limit: Self.batch)
                for area in areas { try transaction.end(area) }
                return areas
            }
            if areas.isEmpty { break }
        }
        let end = SystemClock.boot() + seconds * 1_000_000_000
        while try removeSome(), SystemClock.boot() < end {}
    }

    // MARK: The loop

    /// Does the upkeep until `stop` becomes readable. Blocks; runs on a thread of its own.
    package func runUpkeep(until stop: Int32) {
        var nextFullLook: Int64 = 0
        while true {
            // What is committed from here on and due earlier wakes this thread at once.
            nextUpkeep.withLock { $0 = .max }
            let isFull = now().boot >= nextFullLook
            if isFull { nextFullLook = now().boot.saturatingAdd(Self.longestSleep) }
            let (isBusy, done) = step(isFull: isFull)
            let sleep = isBusy ? Self.pause : milliseconds(toDeadlineAfter: done)
            let processes = watched.withLock { Array($0.held.values) }
            let woken = withExtendedLifetime(processes) {
                try? Waiting.untilReadable(
                    [stop, upkeepWakeUp.number] + processes.map(\.number), milliseconds: sleep)
            }
            if case .ready(let places) = woken {
                if places.contains(0) { return }
                if places.contains(1) { upkeepWakeUp.clear() }
                // What comes together is done together, and no request that wakes this thread up waits for it.
                _ = try? Waiting.untilReadable([stop], milliseconds: Self.pause)
            }
        }
    }

    /// Lets the upkeep wake by this moment.
    func schedule(_ deadline: Moment) {
        if nextUpkeep.withLock({ deadline.boot < $0 }) { upkeepWakeUp.signal() }
    }

    /// One step. A failure is logged and tried again later: the upkeep never ends.
    /// - Parameter isFull: what is due once in a while is done too.
    /// - Returns: whether there is more to do at once, and up to when, on the boot clock, all is done that can be.
    func step(isFull: Bool) -> (isBusy: Bool, done: Int64) {
        let start = now().boot
        do {
            try endWhatLostItsProcess(lookingAtAll: isFull)
            let (ended, done) = try endSomeDue()
            let isRemoving = try removeSome()
            let forgotten = isFull ? try forgetSome() : 0
            return (ended > 0 || isRemoving || forgotten > 0, done)
        } catch {
            log("upkeep: \(error)")
            return (false, start)
        }
    }

    private func forgetSome() throws -> Int {
        settleOwedClaims()
        reserve?.restore()
        return try catalogue.transact { transaction in
            try transaction.heartbeat(bootID: bootID)
            let tombstones = transaction.now.boot - configuration.tombstoneSeconds * 1_000_000_000
            return try transaction.forget(endedBefore: tombstones, limit: Self.batch)
        }
    }

    /// - Parameter done: what is overdue at this moment is pinned, or could not be done: there is no use in trying again
    ///   at once.
    private func milliseconds(toDeadlineAfter done: Int64) -> Int32 {
        let next = (try? catalogue.transact { try $0.nextDeadline(after: done) }) ?? nil
        let now = now().boot
        let wake = min(next ?? .max, now.saturatingAdd(Self.longestSleep))
        nextUpkeep.withLock { $0 = wake }
        // Rounded up, so that it is really due when this thread wakes.
        return Int32(clamping: max(0, wake - now) / 1_000_000 + 1)
    }

    // MARK: Steps

    private func endSomeDue() throws -> (count: Int, now: Int64) {
        let (grants, areas, now) = try catalogue.transact { transaction in
            let grants = try transaction.dueGrants(limit: Self.batch)
            for grant in grants { try transaction.end(grant, .expired) }
            // A pinned area ends when its keep does, which wakes the upkeep; however many there are, others get their turn.
            let pinned = pinnedAreas.withLock { Set($0.keys) }
            let areas = try transaction.dueAreas(limit: Self.batch + pinned.count).filter { !pinned.contains($0.id) }
            for area in areas { try transaction.end(area) }
            return (grants, areas, transaction.now)
        }
        for grant in grants { didEnd(grant, .expired, at: now) }
        for area in areas {
            // At once and as a whole, however long its removal takes.
            bytes.withdraw(area)
            tell(
                StagingEvent("areaEnded", at: TimeText.rfc3339(now.wall), grant: area.grantID, area: area.id),
                area.receiverUID)
        }
        return (grants.count + areas.count, now.boot)
    }

    /// Removes some of what is queued.
    /// - Returns: whether there is more.
    private func removeSome() throws -> Bool {
        let removals = try catalogue.transact { try $0.removals(limit: Self.batch) }
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
