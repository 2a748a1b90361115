package import StagingModel

/// What an engine is told when it is made.
package struct EngineConfiguration: Sendable {
    package var limits: Limits
    package var teams: Teams
    /// Whether it is the system-wide service's: it opens no path of its senders.
    package var isSystem: Bool
    /// How long an ended grant is remembered for those who hold its token, in seconds.
    package var tombstoneSeconds: Int64 = 24 * 3600
    /// How long an answer is remembered, in seconds (rule 6).
    package var answerSeconds: Int64 = 600

    package init(limits: Limits = Limits(), teams: Teams = Teams(), isSystem: Bool = false) {
        self.limits = limits
        self.teams = teams
        self.isSystem = isSystem
    }
}
