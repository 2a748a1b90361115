/// A scope as it is typed; who is meant by it is found out later.
enum ScopeText: Equatable, Sendable {
    /// The process that called `stage`, or the one of that number.
    case process(Int32?)
    /// All the sender's teams, or the one of that name.
    case team(String?)
    /// The sender's primary group, or the one of that name.
    case group(String?)
    case all

    /// Reads `process`, `process:PID`, `team`, `team:NAME`, `group`, `group:NAME` or `all`.
    /// - Throws: ``UsageError``.
    static func parse(_ bytes: Bytes) throws(UsageError) -> ScopeText {
        let parts = bytes.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        let word = String(decoding: parts[0], as: UTF8.self)
        let detail = parts.count > 1 ? Bytes(parts[1]) : nil
        if let detail, detail.isEmpty, CommandTable.scopes.contains(word) {
            throw UsageError("'\(word):' lacks what should follow the colon", hint: possible)
        }
        switch word {
        case "process":
            guard let detail else { return .process(nil) }
            let id = try Values.processID(detail)
            if id == 1 {
                throw UsageError(
                    "process 1 is everybody's ancestor and no scope", hint: "in a script: process:$$")
            }
            return .process(id)
        case "team": return .team(try name(detail))
        case "group": return .group(try name(detail))
        case "all" where detail == nil: return .all
        default:
            let meant = Spelling.nearest(to: word, among: CommandTable.scopes)
            throw UsageError(
                "'\(DisplayText.escaped(bytes))' is no scope", hint: meant.map { "did you mean \($0)?" } ?? possible)
        }
    }

    private static func name(_ bytes: Bytes?) throws(UsageError) -> String? {
        guard let bytes else { return nil }
        return try Values.text(bytes)
    }

    private static let possible = "process, process:PID, team, team:NAME, group, group:NAME or all"
}
