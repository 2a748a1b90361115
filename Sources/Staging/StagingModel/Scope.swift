/// Who may receive. The kernel's word on the receiving process decides, never the receiver's own.
///
/// Its text form, used on the command line and in JSON, is `process`, `process:PID`, `team`, `team:NAME`, `group`,
/// `group:NAME` or `all`.
public enum Scope: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The process with this pid and its descendants; nil is the process that sends.
    case process(Int32?)
    /// The sender's own user, and the members of the configured team of this name; nil is every team that the sender
    /// is in.
    case team(String?)
    /// The Unix group of this name or number; nil is the sender's primary group.
    case group(String?)
    /// Whoever can reach the service.
    case all

    /// The process that sends, and its descendants.
    public static var process: Scope { .process(nil) }
    /// The sender's own user, and the members of every configured team that the sender is in.
    public static var team: Scope { .team(nil) }
    /// The sender's primary Unix group.
    public static var group: Scope { .group(nil) }

    /// Reads the text form; nil where it is none.
    public init?(_ text: String) {
        if text == "team" {
            self = .team(nil)
            return
        }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let argument = parts.count > 1 ? String(parts[1]) : nil
        if argument == "" { return nil }
        switch (parts.first, argument) {
        case ("process", nil): self = .process(nil)
        case ("process", let text?):
            guard let pid = Int32(text), pid > 0 else { return nil }
            self = .process(pid)
        case ("team", let name): self = .team(name)
        case ("group", let name): self = .group(name)
        case ("all", nil): self = .all
        default: return nil
        }
    }

    /// The text form.
    public var description: String {
        switch self {
        case .process(let pid): pid.map { "process:\($0)" } ?? "process"
        case .team(let name): name.map { "team:\($0)" } ?? "team"
        case .group(let name): name.map { "group:\($0)" } ?? "group"
        case .all: "all"
        }
    }

    /// Reads the text form; anything else is an error.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let scope = Scope(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is no scope")
        }
        self = scope
    }

    /// Writes the text form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
