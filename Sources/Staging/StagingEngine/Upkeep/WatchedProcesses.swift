internal import LinuxSystem
internal import StagingModel
internal import Synchronization

/// The processes whose end ends a grant, an area, or what is on a pasteboard.
struct WatchedProcesses {
    private static let most = 1024
    /// Held by descriptor, so that their end is an event.
    private(set) var held: [ResolvedScope.Subject: SharedDescriptor] = [:]
    /// Areas that a keep has let go of, whose process may have ended meanwhile.
    var unpinned: Set<String> = []
    /// Processes that have ended, with something left that ends with them.
    var ended: Set<ResolvedScope.Subject> = []

    /// Watches one more; beyond a thousand they are looked at from time to time only.
    mutating func add(_ subject: ResolvedScope.Subject, _ process: SharedDescriptor) {
        if held.count < Self.most { held[subject] = process }
    }

    /// Notes those that have ended, and gives up their descriptors.
    mutating func noteEnded() {
        let all = Array(held)
        guard case .ready(let places) = try? Waiting.untilReadable(all.map(\.value.number), milliseconds: 0) else {
            return
        }
        for place in places {
            ended.insert(all[place].key)
            held[all[place].key] = nil
        }
    }

    /// Takes some of the areas that keeps have let go of.
    mutating func takeUnpinned(_ most: Int) -> [String] {
        let some = Array(unpinned.prefix(most))
        unpinned.subtract(some)
        return some
    }
}

extension StagingEngine {
    func watch(_ process: SharedDescriptor, subject: ResolvedScope.Subject) {
        watched.withLock { $0.add(subject, process) }
        upkeepWakeUp.signal()
    }

    /// Ends some of the grants and areas of processes that have ended.
    /// - Parameter lookingAtAll: also of those that are not held by descriptor: a look at each, too dear for every step.
    /// - Returns: whether there is more to do at once.
    func endWhatLostItsProcess(lookingAtAll: Bool) throws -> Bool {
        let unpinned = watched.withLock { watched in
            watched.noteEnded()
            return watched.takeUnpinned(Pace.batch)
        }
        for area in unpinned {
            let bound = try catalogue.transact { try $0.area(id: area)?.bound }
            if let bound, !bound.identity.isAlive { watched.withLock { _ = $0.ended.insert(bound) } }
        }
        if lookingAtAll {
            for subject in try subjects() where !subject.identity.isAlive {
                watched.withLock { _ = $0.ended.insert(subject) }
            }
        }
        for subject in watched.withLock({ Array($0.ended.prefix(Pace.processes)) }) {
            if try !endSome(of: subject) { watched.withLock { _ = $0.ended.remove(subject) } }
        }
        return watched.withLock { !$0.ended.isEmpty || !$0.unpinned.isEmpty }
    }

    /// - Returns: whether there may be more.
    private func endSome(of subject: ResolvedScope.Subject) throws -> Bool {
        let (grants, areas, now) = try catalogue.transact { transaction in
            let grants = Pace.fitting(
                try transaction.grants(withSubject: subject, limit: Pace.batch), rows: \.rowsOfEnd)
            for grant in grants { try transaction.end(grant, .subjectEnded) }
            guard grants.isEmpty else { return (grants, [AreaRecord](), transaction.now) }
            let pinned = pinnedAreas.withLock { Set($0.keys) }
            let bound = try transaction.areas(boundTo: subject, after: "", limit: Pace.batch + pinned.count)
            let areas = Array(bound.lazy.filter { !pinned.contains($0.id) }.prefix(Pace.batch))
            for area in areas { try transaction.end(area) }
            return ([], areas, transaction.now)
        }
        for grant in grants { didEnd(grant, .subjectEnded, at: now) }
        for area in areas { didEnd(area, at: now) }
        if !grants.isEmpty || !areas.isEmpty { return true }
        return try endSomeOnPasteboards(of: subject)
    }

    /// Every process that a grant, an area or what is on a pasteboard ends with.
    private func subjects() throws -> Set<ResolvedScope.Subject> {
        var subjects = try subjectsOfPasteboards()
        var after: Int64 = 0
        while true {
            let grants = try catalogue.transact { try $0.grantsWithSubject(after: after, limit: Pace.batch) }
            guard let last = grants.last else { break }
            for case .process(let subject) in grants.map(\.scope) { subjects.insert(subject) }
            after = last.number
        }
        var afterArea = ""
        while true {
            let areas = try catalogue.transact { try $0.boundAreas(after: afterArea, limit: Pace.batch) }
            guard let last = areas.last else { break }
            subjects.formUnion(areas.compactMap(\.bound))
            afterArea = last.id
        }
        return subjects
    }

    /// Watches again what an earlier service watched.
    func rewatch() throws {
        for subject in try subjects() where subject.identity.isAlive {
            if let process = try? ProcessDescriptor.open(subject.pid) {
                watch(SharedDescriptor(process), subject: subject)
            }
        }
    }
}
