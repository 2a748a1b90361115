internal import LinuxSystem
internal import StagingModel
internal import Synchronization

/// How much the upkeep does at once. Requests come in between its transactions and its steps.
enum Pace {
    /// Grants, areas or others that one transaction takes at most.
    static let batch = 50
    /// Rows that one transaction touches at most; more only where a single grant has more, which a send, too, touches at
    /// once.
    static let rows = 250
    /// Names that one step of a removal takes away at most.
    static let removals = 200
    /// What a start ends and removes itself before it serves: the rest has no effect on anybody and waits for the upkeep.
    static let removalsAtStart = 2000
    /// Ended processes whose grants and areas one step ends some of.
    static let processes = 20
    /// Between two steps, so that others get at the disk and the catalogue; in milliseconds.
    static let pause: Int32 = 20

    /// The first of `records` that together touch no more than ``rows``, one at least.
    static func fitting<Record>(_ records: [Record], rows: (Record) -> Int) -> [Record] {
        var left = Self.rows
        return Array(
            records.enumerated().prefix { place, record in
                left -= rows(record)
                return place == 0 || left >= 0
            }.map(\.element))
    }
}

extension GrantRecord {
    /// The rows that its end touches: its own, the user's count, an item of a destination, and a removal for each object.
    var rowsOfEnd: Int { 3 + representations.count { $0.object != nil } }
}

/// Ending what is due and removing what has ended, in small steps: no request waits for it.
extension StagingEngine {
    /// The longest sleep: heartbeats, and processes that are not held by descriptor.
    private static let longestSleep: Int64 = 30_000_000_000
    /// How long a start removes what has ended, in nanoseconds; the upkeep goes on with what is left.
    private static let longestRemovalAtStart: Int64 = 3_000_000_000

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
        try expectExporters()
        // No overdue area is left in sight (rule 11). Overdue grants admit nobody as they are, and removing very much
        // takes longer than a client waits for a service to start.
        while try endDueAreas().count > 0 {}
        var left = Pace.removalsAtStart
        while left > 0, case let ended = try endDueGrants().count, ended > 0 { left -= ended }
        try removeOrphans()
        // What is out of everybody's sight already can wait: whoever started this service waits for its first answer.
        let end = SystemClock.boot() + Self.longestRemovalAtStart
        while try removeSome(), SystemClock.boot() < end {}
        try rewatch()
        try recoverDrops()
    }

    private func returnClaims() throws {
        var after: Int64 = 0
        while case let grants = try catalogue.transact({ try $0.grantsBeingReceived(after: after, limit: Pace.batch) }),
            let last = grants.last
        {
            after = last.number
            for grant in grants { try returnClaims(of: grant) }
        }
        while true {
            let ended = try catalogue.transact { transaction in
                let areas = try transaction.unconfirmedAreas(limit: Pace.batch)
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
                let grants = Pace.fitting(
                    try transaction.grantsHeldOpen(after: 0, limit: Pace.batch), rows: \.rowsOfEnd)
                for grant in grants { try transaction.end(grant, .lost) }
                return grants.count
            }
            if ended == 0 { return }
        }
    }

    private func removeOrphans() throws {
        var orphans: [RemovalRecord] = []
        var names: [RemovalRecord] = []
        func look() throws {
            orphans += try catalogue.transact { transaction in
                try names.filter { try !transaction.isKnown($0.place, name: $0.name) }
            }
            names = []
        }
        try bytes.names { name in
            names.append(name)
            if names.count == Pace.rows { try look() }
        }
        try look()
        for orphan in orphans { bytes.prepareOrphan(orphan) }
        for orphan in orphans.prefix(Pace.removalsAtStart) {
            do {
                while try !bytes.remove(orphan, budget: Pace.removals) {}
            } catch {
                log("what no record names could not be removed: \(orphan.place.rawValue) \(orphan.name): \(error)")
            }
        }
        var rest = orphans.dropFirst(Pace.removalsAtStart)
        while !rest.isEmpty {
            try catalogue.transact { try $0.queueRemovals(Array(rest.prefix(Pace.rows))) }
            rest = rest.dropFirst(Pace.rows)
        }
    }

    /// Ends every area, for a service that its user stops; grants stay. To be called when no session is left.
    /// - Parameter seconds: how long to go on removing what has ended; the next start does the rest.
    package func endAreas(removingFor seconds: Int64) throws {
        while true {
            let areas = try catalogue.transact { transaction in
                let areas = try transaction.areas(limit: Pace.batch)
                for area in areas { try transaction.end(area) }
                return areas
            }
            if areas.isEmpty { break }
            for area in areas { bytes.withdraw(area) }
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
            let sleep = isBusy ? Pace.pause : milliseconds(toDeadlineAfter: done)
            let processes = watched.withLock { Array($0.held.values) }
            let woken = withExtendedLifetime(processes) {
                try? Waiting.untilReadable(
                    [stop, upkeepWakeUp.number] + processes.map(\.number), milliseconds: sleep)
            }
            if case .ready(let places) = woken {
                if places.contains(0) { return }
                if places.contains(1) { upkeepWakeUp.clear() }
                // What comes together is done together, and no request that wakes this thread up waits for it.
                _ = try? Waiting.untilReadable([stop], milliseconds: Pace.pause)
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
            let isEnding = try endWhatLostItsProcess(lookingAtAll: isFull)
            try endBrokenPromises()
            let (grants, done) = try endDueGrants()
            let (areas, doneAreas) = try endDueAreas()
            let isRemoving = try removeSome()
            // Once begun it goes on until all is forgotten: more comes in half a minute than one step takes.
            let isForgetting = try (isFull || forgetsMore.withLock { $0 }) && forgetSome() > 0
            forgetsMore.withLock { $0 = isForgetting }
            return (isEnding || grants > 0 || areas > 0 || isRemoving || isForgetting, min(done, doneAreas))
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
            return try transaction.forget(endedBefore: tombstones, limit: Pace.batch)
        }
    }

    /// - Parameter done: what is overdue at this moment is pinned, or could not be done: there is no use in trying again
    ///   at once.
    private func milliseconds(toDeadlineAfter done: Int64) -> Int32 {
        let next = (try? catalogue.transact { try $0.nextDeadline(after: done) }) ?? nil
        let now = now().boot
        // On the machine's own clock: exporters come in its time.
        let orphan = promises.nextOrphan.map { now.saturatingAdd(max(0, $0 - SystemClock.boot())) }
        let wake = min(next ?? .max, orphan ?? .max, now.saturatingAdd(Self.longestSleep))
        nextUpkeep.withLock { $0 = wake }
        // Rounded up, so that it is really due when this thread wakes.
        return Int32(clamping: max(0, wake - now) / 1_000_000 + 1)
    }

    // MARK: Steps

    /// Ends some grants whose time is up.
    /// - Returns: how many, and up to when on the boot clock all are ended that were looked at.
    func endDueGrants() throws -> (count: Int, now: Int64) {
        let (grants, now) = try catalogue.transact { transaction in
            let grants = Pace.fitting(try transaction.dueGrants(limit: Pace.batch), rows: \.rowsOfEnd)
            for grant in grants { try transaction.end(grant, .expired) }
            return (grants, transaction.now)
        }
        for grant in grants { didEnd(grant, .expired, at: now) }
        return (grants.count, now.boot)
    }

    /// Ends some areas whose lease is over, and takes them out of sight.
    /// - Returns: as ``endDueGrants()``.
    func endDueAreas() throws -> (count: Int, now: Int64) {
        let (areas, now) = try catalogue.transact { transaction in
            // A pinned area ends when its keep does, which wakes the upkeep; however many there are, others get their turn.
            let pinned = pinnedAreas.withLock { Set($0.keys) }
            let due = try transaction.dueAreas(limit: Pace.batch + pinned.count)
            let areas = Array(due.lazy.filter { !pinned.contains($0.id) }.prefix(Pace.batch))
            for area in areas { try transaction.end(area) }
            return (areas, transaction.now)
        }
        for area in areas { didEnd(area, at: now) }
        return (areas.count, now.boot)
    }

    /// Does `body`, and where it meets a limit once more after `end`: what is over, but for the upkeep, counts for
    /// nobody.
    func endingDue<Result>(
        _ end: (StagingEngine) -> () throws -> (count: Int, now: Int64), _ body: () throws -> Result
    ) throws -> Result {
        do {
            return try body()
        } catch let error as StagingError where error.code == .limitExceeded {
            guard try end(self)().count > 0 else { throw error }
            return try body()
        }
    }

    /// Marks all areas that came from the object, some at a time.
    func markDamaged(_ object: String) throws {
        while try catalogue.transact({ try $0.markDamaged(object: object, limit: Pace.rows) }) == Pace.rows {}
    }

    /// Removes some of what is queued.
    /// - Returns: whether there is more.
    private func removeSome() throws -> Bool {
        let removals = try catalogue.transact { try $0.removals(limit: Pace.batch) }
        var budget = Pace.removals
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
        return removals.count == Pace.batch
    }
}
