internal import LinuxSystem
internal import StagingModel
internal import Synchronization

/// The processes whose end ends a grant or an area.
struct WatchedProcesses {
    private static let most = 1024
    /// Held by descriptor, so that their end is an event.
    private(set) var held: [ResolvedScope.Subject: SharedDescriptor] = [:]
    /// Areas that a keep has let go of, whose process may have ended meanwhile.
    var unpinned: Set<String> = []

    /// Watches one more; beyond a thousand they are looked at from time to time only.
    mutating func add(_ subject: ResolvedScope.Subject, _ process: SharedDescriptor) {
        if held.count < Self.most { held[subject] = process }
    }

    /// Gives up those that have ended.
    mutating func removeEnded() -> [ResolvedScope.Subject] {
        let all = Array(held)
        guard case .ready(let places) = try? Waiting.untilReadable(all.map(\.value.number), milliseconds: 0) else {
            return []
        }
        let ended = places.map { all[$0].key }
        for subject in ended { held[subject] = nil }
        return ended
    }
}

extension StagingEngine {
    /// Rows that one transaction touches at most.
    private static let batch = 50

    func watch(_ process: SharedDescriptor, subject: ResolvedScope.Subject) {
        watched.withLock { $0.add(subject, process) }
        upkeepWakeUp.signal()
    }

    /// Ends the grants and areas of processes that have ended.
    /// - Parameter lookingAtAll: also of those that are not held by descriptor: a look at each, too dear for every step.
    func endWhatLostItsProcess(lookingAtAll: Bool) throws {
        let (ended, unpinned) = watched.withLock { watched in
            defer { watched.unpinned = [] }
            return (watched.removeEnded(), watched.unpinned)
        }
        for subject in ended { try endAll(of: subject) }
        for area in unpinned {
            let bound = try catalogue.transact { try $0.area(id: area)?.bound }
            if let bound, !bound.identity.isAlive { try endAll(of: bound) }
        }
        guard lookingAtAll else { return }
        for subject in try subjects() where !subject.identity.isAlive { try endAll(of: subject) }
    }

    private func endAll(of subject: ResolvedScope.Subject) throws {
        while true {
            let (grants, now) = try catalogue.transact { transaction in
                let grants = try transaction.grants(withSubject: subject, limit: Self.batch)
                for grant in grants { try transaction.end(grant, .subjectEnded) }
                return (grants, transaction.now)
            }
            for grant in grants { didEnd(grant, .subjectEnded, at: now) }
            if grants.count < Self.batch { break }
        }
        var after = ""
        while true {
            let (areas, last) = try catalogue.transact { transaction in
                let areas = try transaction.areas(boundTo: subject, after: after, limit: Self.batch)
                let over = areas.filter { pinCount($0.id) == 0 }
                for area in over { try transaction.end(area) }
                return (over, areas.last?.id)
            }
            for area in areas {
                tell(StagingEvent("areaEnded", at: nowText(), grant: area.grantID, area: area.id), area.receiverUID)
            }
            guard let last else { return }
            after = last
        }
    }

    /// Every process that a grant or an area ends with.
    private func subjects() throws -> Set<ResolvedScope.Subject> {
        var subjects: Set<ResolvedScope.Subject> = []
        var after: Int64 = 0
        while true {
            let grants = try catalogue.transact { try $0.grantsWithSubject(after: after, limit: Self.batch) }
            guard let last = grants.last else { break }
            for case .process(let subject) in grants.map(\.scope) { subjects.insert(subject) }
            after = last.number
        }
        var afterArea = ""
        while true {
            let areas = try catalogue.transact { try $0.boundAreas(after: afterArea, limit: Self.batch) }
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
