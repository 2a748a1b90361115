internal import LinuxSystem

/// How often tests that repeat kills, faults and floods go round: a fixed budget in CI, many more in the full check.
package enum LoopBudget {
    /// Whether this run is the full check (`Config/check --full` sets `STAGE_FULL_CHECK`).
    package static let isFull = OwnProcess.environment("STAGE_FULL_CHECK") != nil

    /// The rounds of one loop.
    package static func rounds(_ usual: Int, full: Int) -> Int { isFull ? full : usual }
}
