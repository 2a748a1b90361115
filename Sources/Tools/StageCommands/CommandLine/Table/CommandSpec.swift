/// The commands of `stage`, by the word that is typed.
enum Verb: String, CaseIterable, Sendable {
    case send, receive, drop
    case `import`
    case copy, paste
    case keep, hold, release
    case list, show, revoke, renew
    case type, name
    case watch, status, stop
    case completions, help
}

/// The options of all commands, by their long names without the dashes.
enum Option: String, CaseIterable, Sendable {
    case accept, all, also, append, `as`, clear, count, declared, dedupe, drop, exclude, exec, force, forget, grant,
        help
    case hidden, hold, include, job, jobs, json, key, layout, link, list, metrics, move
    case name, nested, null, once, original, owner, pasteboard, quiet, recursive, reject, rename, report, retry, scope,
        settle, sha256, status, stdout, sync, taken, to, tries, ttl, type, uses, version, wait, watch
    case allowChanged = "allow-changed"
    case allowExecutable = "allow-executable"
    case forDuration = "for"
    case inDirectory = "in"
    case doneSuffix = "done-suffix"
    case maxBytes = "max-bytes"
    case maxDepth = "max-depth"
    case maxEntries = "max-entries"
    case maxRatio = "max-ratio"
    case maxSize = "max-size"
    case minSize = "min-size"
    case noProvenance = "no-provenance"
    case noUnpack = "no-unpack"
    case retryFailed = "retry-failed"
    case systemFiles = "system-files"
    case tokenFile = "token-file"
    case whileProcess = "while"

    /// As it is typed: `--ttl`.
    var spelled: String { "--\(rawValue)" }
}

/// What a shell may offer in a place.
enum Completion: Equatable, Sendable {
    case none, file, directory, commands, types, scopes
    case words([String])
}

/// One option of one command: what the parser accepts, help shows and shells offer.
struct FlagSpec: Sendable {
    enum Kind: Equatable, Sendable {
        /// On or off, no value.
        case toggle
        /// One value, shown in help as `placeholder`.
        case value(placeholder: String, Completion)
        /// Takes this and all arguments after it, as they are.
        case rest(placeholder: String)
    }

    let option: Option
    /// One ASCII letter or digit; only toggles have one, so that short options can be bundled.
    let short: Character?
    let kind: Kind
    let repeats: Bool
    let isRequired: Bool
    let help: String
    /// What holds without the option, for the help.
    let standard: String?

    /// An option that is on when given. Given twice it says the same twice, which is no error.
    static func toggle(_ option: Option, short: Character? = nil, _ help: String) -> FlagSpec {
        FlagSpec(
            option: option, short: short, kind: .toggle, repeats: true, isRequired: false, help: help, standard: nil)
    }

    /// An option with a value.
    static func value(
        _ option: Option, _ placeholder: String, _ help: String, standard: String? = nil,
        offers completion: Completion = .none, repeats: Bool = false, isRequired: Bool = false
    ) -> FlagSpec {
        FlagSpec(
            option: option, short: nil, kind: .value(placeholder: placeholder, completion), repeats: repeats,
            isRequired: isRequired, help: help, standard: standard)
    }

    /// The option that ends the options and takes the rest of the line.
    static func rest(_ option: Option, _ placeholder: String, _ help: String) -> FlagSpec {
        FlagSpec(
            option: option, short: nil, kind: .rest(placeholder: placeholder), repeats: false, isRequired: false,
            help: help, standard: nil)
    }

    /// The placeholder of the value, for options that have one.
    var placeholder: String? {
        switch kind {
        case .toggle: nil
        case .value(let placeholder, _), .rest(let placeholder): placeholder
        }
    }
}

/// What a command takes beside its options.
struct PositionalSpec: Sendable {
    /// The name in messages: `PATH`.
    let name: String
    let counts: ClosedRange<Int>
    let completion: Completion

    static let none = PositionalSpec(name: "", counts: 0...0, completion: .none)

    init(name: String, counts: ClosedRange<Int>, completion: Completion = .none) {
        self.name = name
        self.counts = counts
        self.completion = completion
    }

    static func atLeast(_ least: Int, _ name: String, _ completion: Completion = .none) -> PositionalSpec {
        PositionalSpec(name: name, counts: least...Int.max, completion: completion)
    }
}

/// How options of one command go together; checked after parsing.
enum FlagRule: Sendable {
    /// These contradict one another.
    case atMostOne([Option])
    /// The option contradicts each of the others, which do not contradict one another.
    case conflict(Option, with: [Option])
    /// The option means nothing without the other.
    case needs(Option, Option)
    /// The option means nothing without one of the others.
    case needsOneOf(Option, [Option])
    /// These describe one item, so exactly one positional argument must be given.
    case oneItem([Option])
    /// With the option the command takes no positional argument, also where it needs one otherwise.
    case standsAlone(Option)
}

/// A command line that can be copied, and what it does.
struct CommandExample: Sendable {
    let line: String
    let meaning: String

    init(_ line: String, _ meaning: String) {
        self.line = line
        self.meaning = meaning
    }
}

/// One command: what the parser accepts, help shows and shells offer.
struct CommandSpec: Sendable {
    enum Group: String, CaseIterable, Sendable {
        case transfer = "Send and receive"
        case bulk = "Import"
        case pasteboards = "Pasteboards"
        case areas = "Areas"
        case grants = "Grants"
        case content = "Types and names"
        case service = "Service"
        case shell = "Help"
    }

    let verb: Verb
    let group: Group
    /// One line without a full stop, at most 60 columns.
    let summary: String
    /// The forms it takes, without the program's name.
    let usage: [String]
    let positionals: PositionalSpec
    /// Its own options, without those that every command has.
    let flags: [FlagSpec]
    let rules: [FlagRule]
    /// Whether results are lines, which `-0` can end with NUL.
    let printsLines: Bool
    let examples: [CommandExample]
    /// Paragraphs.
    let notes: [String]

    init(
        _ verb: Verb, _ group: Group, _ summary: String, usage: [String], positionals: PositionalSpec = .none,
        printsLines: Bool = false, flags: [FlagSpec] = [], rules: [FlagRule] = [], examples: [CommandExample],
        notes: [String] = []
    ) {
        self.verb = verb
        self.group = group
        self.summary = summary
        self.usage = usage
        self.positionals = positionals
        self.printsLines = printsLines
        self.flags = flags
        self.rules = rules
        self.examples = examples
        self.notes = notes
    }

    /// The options of every command that this one has too.
    var sharedFlags: [FlagSpec] {
        printsLines ? [CommandTable.null] + CommandTable.shared : CommandTable.shared
    }

    /// All it accepts.
    var allFlags: [FlagSpec] { flags + sharedFlags }
}
