import LinuxSystem
import StagingTestSupport
import Testing

/// Workers and senders of a test's own.
extension Handover {
    /// Starts `stage drop`, and waits until its destination is open.
    func worker(_ arguments: String..., environment: [String: String] = [:]) throws -> StageFixture.Running {
        try fixture.worker(arguments, environment: environment)
    }

    /// The items that are listed.
    func items(_ arguments: String...) throws -> [JSONObject] {
        try stage(["drop", "--list", "--json"] + arguments).lines.map { try JSONObject($0) }
    }
}

extension StageFixture {
    /// Starts `stage drop`, and waits until its destination is open.
    func worker(
        _ arguments: [String], as user: User? = nil, environment: [String: String] = [:]
    ) throws -> Running {
        let running = try start(
            [programs.appending("stage").text, "drop"] + arguments, as: user, environment: environment)
        // One that takes an item that waits may have done it by the time of this look.
        let isOpen = Patience.until { running.errorsSoFar.contains("is open") || !running.isRunning }
        try #require(isOpen && running.errorsSoFar.contains("is open"), "\(running.errorsSoFar)")
        return running
    }
}
