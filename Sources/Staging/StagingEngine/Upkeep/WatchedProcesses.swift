internal import LinuxSystem
internal import Synchronization

/// The processes whose end ends a grant or an area.
struct WatchedProcesses {
    private static let most = 1024
    /// Held by descriptor, so that their end is an event.
    private(set) var held: [ResolvedScope.Subject: SharedDescriptor] = [:]

    /// Watches one more; beyond a thousand they are looked at from time to time only.
    mutating func add(_ subject: ResolvedScope.Subject, _ process: SharedDescriptor) {
        if held.count < Self.most { held[subject] = process }
    }

    mutating func remove(_ subject: ResolvedScope.Subject) { held[subject] = nil }
}

extension StagingEngine {
    func watch(_ process: SharedDescriptor, subject: ResolvedScope.Subject) {
        watched.withLock { $0.add(subject, process) }
        upkeepWakeUp.signal()
    }
}
