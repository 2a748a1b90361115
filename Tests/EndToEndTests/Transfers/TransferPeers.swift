import LinuxSystem
import StagingTestSupport
import Testing

extension StageFixture {
    /// Starts a sender of a transferable value and waits for its token.
    func peer(
        sending kind: String, _ argument: String, _ options: String..., as user: User? = nil,
        environment: [String: String] = [:]
    ) throws -> (peer: Running, token: String) {
        let running = try start(
            [programs.appending("TransferPeer").text, "send", kind, argument] + options, as: user,
            environment: environment)
        let token = try #require(
            waitFor { running.outputSoFar.hasSuffix("\n") ? String(running.outputSoFar.dropLast()) : nil },
            "\(running.errorsSoFar)")
        return (running, token)
    }

    /// Runs a receiver of a transferable value to its end.
    func peer(
        receiving kind: String, _ token: String, _ options: String..., as user: User? = nil,
        environment: [String: String] = [:]
    ) throws -> Outcome {
        try run(
            [programs.appending("TransferPeer").text, "receive", kind, token] + options, as: user,
            environment: environment)
    }
}

/// What `look` finds, as soon as it finds something; nil when it has not within a minute.
func waitFor<Value>(_ look: () throws -> Value?) rethrows -> Value? {
    for _ in 0..<6000 {
        if let value = try look() { return value }
        Waiting.pause(milliseconds: 10)
    }
    return nil
}
