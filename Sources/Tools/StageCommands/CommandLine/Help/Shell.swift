/// A shell that `stage` has completions for.
enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish

    /// The script that teaches the shell, made from the table.
    var completions: String {
        switch self {
        case .bash: BashCompletions.script()
        case .zsh: ZshCompletions.script()
        case .fish: FishCompletions.script()
        }
    }

    /// The text between single quotes, as all three shells read it.
    static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}

extension Completion {
    /// The words it offers; nil for what only the shell can tell, empty for nothing.
    var words: [String]? {
        switch self {
        case .none: []
        case .file, .directory: nil
        case .commands: Verb.allCases.map(\.rawValue)
        case .types: CommandTable.commonTypes
        case .scopes: CommandTable.scopes
        case .words(let words): words
        }
    }
}

extension FlagSpec {
    /// How it can be typed: `-q` and `--quiet`.
    var spellings: [String] { (short.map { ["-\($0)"] } ?? []) + [option.spelled] }
}
