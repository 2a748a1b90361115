/// Who may see a representation while its item is under way: the scope of the grant that carries it.
public struct TransferRepresentationVisibility: Equatable, Sendable {
    private enum Reach { case all, team, group, ownProcess }

    private let reach: Reach

    /// Anyone. What a representation is if nothing is said.
    public static let all = Self(reach: .all)
    /// The user's own processes, and the members of the user's configured teams.
    public static let team = Self(reach: .team)
    /// The processes of the user's group.
    public static let group = Self(reach: .group)
    /// The process that exports, and nobody else.
    public static let ownProcess = Self(reach: .ownProcess)
}

extension TransferRepresentationVisibility: CustomStringConvertible {
    /// The visibility's name, such as `team`.
    public var description: String { "\(reach)" }
}

extension TransferRepresentationVisibility {
    /// Whether a requester of this standing sees it: the own process sees everything, a member of the team what is
    /// for the team and for all.
    package func admits(_ requester: Self) -> Bool {
        reach == .all || requester.reach == .ownProcess || reach == requester.reach
    }
}
