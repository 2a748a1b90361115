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
    /// The sleep while an overdue area is pinned, in milliseconds.
    private static let pinnedSleep: Int32 = 500
    /// Between two steps of removal, so that others get at the disk and the catalogue.
    private static let pause: Int32 = 20

    /// Brings the store in order before the first session: what a crash or a reboot left, and what is overdue.
    ///
    /// Afterwards no record is without its bytes for want of a finished change, and no bytes are without a record but
    /// for those that are queued for removal.
    /// - Throws: ``StagingError`` where the store cannot be used.
    package func recover() throws {
        try bytes.clearIncoming()
        try catalogue.transact { try $0.rebase(bootID: bootID) }
        while try returnSomeClaims() > 0 {}
        try endLostOriginals()
        while try endSomeDue() > 0 {}
        try removeOrphans()
        while try removeSome() {}
        try rewatch()
    }

    private func returnSomeClaims() throws -> Int {
        let claims = try catalogue.transact { try $0.claims(limit: Self.batch) }
        for claim in claims {
            let object = try catalogue.transact { try $0.grant(number: claim.grantNumber) }?
                .representations.compactMap(\.object).first { !$0.isTree }
            let restored = object.flatMap { try? bytes.restore($0) }
            try returnClaim(claim.id, restored: restored)
        }
        return claims.count
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

    private func rewatch() throws {
        var after: Int64 = 0
        while true {
            let grants = try catalogue.transact { try $0.grantsWithSubject(after: after, limit: Self.batch) }
            guard let last = grants.last else { break }
            for case .process(let subject) in grants.map(\.scope) { rewatch(subject) }
            after = last.number
        }
        var afterArea = ""
        while true {
            let areas = try catalogue.transact { try $0.boundAreas(after: afterArea, limit: Self.batch) }
            guard let last = areas.last else { break }
            for subject in areas.compactMap(\.bound) { rewatch(subject) }
            afterArea = last.id
        }
    }

    private func rewatch(_ subject: ResolvedScope.Subject) {
        guard subject.identity.isAlive, let process = try? ProcessDescriptor.open(subject.pid) else { return }
        watch(SharedDescriptor(process), subject: subject)
    }

    // MARK: The loop

    /// Does the upkeep until `stop` becomes readable. Blocks; runs on a thread of its own.
    package func runUpkeep(until stop: Int32) {
        while true {
            let isBusy = step()
            let sleep = isBusy ? Self.pause : millisecondsToNextDeadline()
            let processes = watched.withLock { Array($0.held.values) }
            let woken = withExtendedLifetime(processes) {
                try? Waiting.untilReadable(
                    [stop, upkeepWakeUp.number] + processes.map(\.number), milliseconds: sleep)
            }
            if case .ready(let places) = woken {
                if places.contains(0) { return }
                if places.contains(1) { upkeepWakeUp.clear() }
            }
            // A request that wakes this thread up does not make it take shorter pauses while it removes.
            if isBusy { _ = try? Waiting.untilReadable([stop], milliseconds: Self.pause) }
        }
    }

    /// One step. A failure is logged and tried again later: the upkeep never ends.
    /// - Returns: whether there is more to do at once.
    private func step() -> Bool {
        do {
            try endWhatLostItsProcess()
            let ended = try endSomeDue()
            let isRemoving = try removeSome()
            let now = self.now()
            let tombstones = now.boot - configuration.tombstoneSeconds * 1_000_000_000
            let forgotten = try catalogue.transact { transaction in
                try transaction.heartbeat(bootID: bootID)
                return try transaction.forget(endedBefore: tombstones, limit: Self.batch)
            }
            return ended > 0 || isRemoving || forgotten > 0
        } catch {
            log("upkeep: \(error)")
            return false
        }
    }

    private func millisecondsToNextDeadline() -> Int32 {
        let next = (try? catalogue.transact { try $0.nextDeadline() }) ?? nil
        let left = min(Self.longestSleep, (next ?? .max).saturatingAdd(-now().boot))
        // What is overdue after a step is pinned: there is nothing to do about it until its pin goes.
        if left <= 0, pinnedAreas.withLock({ !$0.isEmpty }) { return Self.pinnedSleep }
        // Rounded up, so that it is really due when this thread wakes.
        return Int32(clamping: max(0, left) / 1_000_000 + 1)
    }

    // MARK: Steps

    private func endSomeDue() throws -> Int {
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
            tell(
                StagingEvent("areaEnded", at: TimeText.rfc3339(now.wall), grant: area.grantID, area: area.id),
                area.receiverUID)
        }
        return grants.count + areas.count
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

    private func endWhatLostItsProcess() throws {
        let ended = watched.withLock { watched in
            let ended = watched.held.filter { Waiting.isReadable($0.value.number) }.map(\.key)
            for subject in ended { watched.remove(subject) }
            return Set(ended)
        }
        var after: Int64 = 0
        while true {
            let (grants, now) = try catalogue.transact { transaction in
                let grants = try transaction.grantsWithSubject(after: after, limit: Self.batch)
                let over = grants.filter { grant in
                    guard case .process(let subject) = grant.scope else { return false }
                    return ended.contains(subject) || !subject.identity.isAlive
                }
                for grant in over { try transaction.end(grant, .subjectEnded) }
                after = grants.last?.number ?? .max
                return (over, transaction.now)
            }
            for grant in grants { didEnd(grant, .subjectEnded, at: now) }
            if after == .max { break }
        }
        var afterArea: String? = ""
        while let start = afterArea {
            let over = try catalogue.transact { transaction in
                let areas = try transaction.boundAreas(after: start, limit: Self.batch)
                let over = areas.filter { area in
                    guard let subject = area.bound, pinCount(area.id) == 0 else { return false }
                    return ended.contains(subject) || !subject.identity.isAlive
                }
                for area in over { try transaction.end(area) }
                afterArea = areas.last?.id
                return over
            }
            for area in over {
                tell(StagingEvent("areaEnded", at: nowText(), grant: area.grantID, area: area.id), area.receiverUID)
            }
        }
    }
}
