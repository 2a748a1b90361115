extension Invocation {
    /// Reads the arguments, the program's name not among them, by ``CommandTable`` and the habits of GNU programs:
    /// options may stand anywhere, `--name value` and `--name=value` are the same, short ones can be bundled, `--` ends
    /// the options. Names are not abbreviated: a script that relies on one would break with the next option.
    /// - Throws: ``UsageError``.
    static func parse(_ arguments: [Bytes]) throws(UsageError) -> Invocation {
        var scanner = ArgumentScanner(rest: arguments[...])
        if let asked = try scanner.scan() { return asked }
        guard let command = scanner.command else {
            throw UsageError("no command is given", hint: "stage --help lists the commands")
        }
        if command.verb == .help {
            guard let word = scanner.positionals.first else { return .help(nil) }
            return .help(try ArgumentScanner.command(word))
        }
        try scanner.checkRequired(of: command)
        try scanner.checkPositionals(of: command)
        for rule in command.rules { try scanner.check(rule, of: command) }
        return .run(
            ParsedArguments(command: command, positionals: scanner.positionals, given: scanner.given))
    }

    /// Whether errors are wanted as JSON, for a command line that may not be readable otherwise.
    static func wantsJSON(_ arguments: [Bytes]) -> Bool {
        for argument in arguments {
            let text = String(decoding: argument, as: UTF8.self)
            if text == Option.json.spelled { return true }
            if text == "--" || text == Option.exec.spelled || text.hasPrefix(Option.exec.spelled + "=") { return false }
        }
        return false
    }
}

/// Goes over the arguments once, from left to right.
private struct ArgumentScanner {
    var rest: ArraySlice<Bytes>
    var command: CommandSpec?
    var positionals: [Bytes] = []
    var given: [Option: [Bytes]] = [:]

    private var flags: [FlagSpec] { command?.allFlags ?? CommandTable.top }

    init(rest: ArraySlice<Bytes>) { self.rest = rest }

    /// Takes all arguments. Answers early for `--help` and `--version`, which win over whatever follows them.
    mutating func scan() throws(UsageError) -> Invocation? {
        var optionsEnded = false
        while let argument = rest.popFirst() {
            if optionsEnded || argument.first != UInt8(ascii: "-") || argument.count == 1 {
                try take(word: argument)
            } else if argument == Bytes("--".utf8) {
                optionsEnded = true
            } else if argument.starts(with: "--".utf8) {
                try take(long: argument.dropFirst(2))
            } else {
                try take(bundle: argument.dropFirst())
            }
            if given[.help] != nil { return .help(command) }
            if given[.version] != nil { return .version }
        }
        return nil
    }

    private mutating func take(word: Bytes) throws(UsageError) {
        if command == nil {
            command = try Self.command(word)
        } else {
            positionals.append(word)
        }
    }

    static func command(_ word: Bytes) throws(UsageError) -> CommandSpec {
        let text = String(decoding: word, as: UTF8.self)
        if let verb = Verb(rawValue: text) { return CommandTable.command(verb) }
        let meant = Spelling.nearest(to: text, among: Verb.allCases.map(\.rawValue))
        throw UsageError(
            "there is no command '\(DisplayText.escaped(word))'",
            hint: meant.map { "did you mean stage \($0)?" } ?? "stage --help lists the commands")
    }

    private mutating func take(long argument: Bytes.SubSequence) throws(UsageError) {
        let parts = argument.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(decoding: parts[0], as: UTF8.self)
        guard let flag = flags.first(where: { $0.option.rawValue == name }) else {
            throw unknown(long: name)
        }
        let attached = parts.count > 1 ? Bytes(parts[1]) : nil
        switch flag.kind {
        case .toggle:
            if attached != nil { throw UsageError("\(flag.option.spelled) takes no value") }
            given[flag.option] = []
        case .value(let placeholder, _):
            guard let value = attached ?? rest.popFirst() else {
                throw UsageError("\(flag.option.spelled) needs a value: \(flag.option.spelled) \(placeholder)")
            }
            if given[flag.option] != nil, !flag.repeats {
                throw UsageError("\(flag.option.spelled) is given twice")
            }
            given[flag.option, default: []].append(value)
        case .rest(let placeholder):
            let all = (attached.map { [$0] } ?? []) + rest
            rest = []
            guard let first = all.first, !first.isEmpty else {
                throw UsageError("\(flag.option.spelled) needs a command: \(flag.option.spelled) \(placeholder)")
            }
            given[flag.option] = all
        }
    }

    private mutating func take(bundle: Bytes.SubSequence) throws(UsageError) {
        for byte in bundle {
            let letter = Character(Unicode.Scalar(byte))
            guard let flag = flags.first(where: { $0.short == letter }) else { throw unknown(bundle, at: byte) }
            given[flag.option] = []
        }
    }

    private func unknown(long name: String) -> UsageError {
        let meant = Spelling.nearest(to: name, among: flags.map(\.option.rawValue))
        return UsageError(
            "unknown option '--\(DisplayText.escaped(name))'\(place)",
            hint: meant.map { "did you mean --\($0)?" } ?? helpHint)
    }

    private func unknown(_ bundle: Bytes.SubSequence, at byte: UInt8) -> UsageError {
        // A whole word behind one dash is a long option that lacks the other.
        let word = String(decoding: bundle.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
        let isLong = flags.contains { $0.option.rawValue == word }
        return UsageError(
            "unknown option '-\(DisplayText.escaped(isLong ? Bytes(word.utf8) : [byte]))'\(place)",
            hint: isLong ? "did you mean --\(word)?" : helpHint)
    }

    private var place: String { command.map { " of stage \($0.verb.rawValue)" } ?? "" }

    private var helpHint: String { command.map { "see stage \($0.verb.rawValue) --help" } ?? "see stage --help" }
}

extension ArgumentScanner {
    func checkRequired(of command: CommandSpec) throws(UsageError) {
        for flag in command.flags where flag.isRequired && given[flag.option] == nil {
            throw UsageError(
                "stage \(command.verb.rawValue) needs \(flag.option.spelled) \(flag.placeholder ?? "")", hint: helpHint)
        }
    }

    func checkPositionals(of command: CommandSpec) throws(UsageError) {
        let spec = command.positionals
        let alone = command.rules.compactMap { rule in
            if case .standsAlone(let option) = rule, given[option] != nil { option } else { nil }
        }
        let counts = alone.isEmpty ? spec.counts : 0...0
        if positionals.count < counts.lowerBound {
            throw UsageError("stage \(command.verb.rawValue) needs a \(spec.name)", hint: helpHint)
        }
        if positionals.count > counts.upperBound {
            let surplus = DisplayText.escaped(positionals[counts.upperBound])
            // Not told where it may be a token.
            let isSecret = spec.name.hasPrefix("TOKEN")
            throw UsageError(
                isSecret
                    ? "more than one \(spec.name) is given"
                    : "'\(surplus)' is one argument too many"
                        + (alone.first.map { " with \($0.spelled)" } ?? ""),
                hint: helpHint)
        }
    }

    func check(_ rule: FlagRule, of command: CommandSpec) throws(UsageError) {
        switch rule {
        case .atMostOne(let options):
            let all = options.filter { given[$0] != nil }
            if all.count > 1 { throw contradiction(all[0], all[1]) }
        case .conflict(let option, let others):
            if given[option] != nil, let other = others.first(where: { given[$0] != nil }) {
                throw contradiction(option, other)
            }
        case .needs(let option, let other):
            if given[option] != nil, given[other] == nil {
                throw UsageError("\(option.spelled) has a meaning only with \(other.spelled)")
            }
        case .needsOneOf(let option, let others):
            if given[option] != nil, others.allSatisfy({ given[$0] == nil }) {
                let all = others.map(\.spelled)
                throw UsageError(
                    "\(option.spelled) has a meaning only with \(all.dropLast().joined(separator: ", ")) or \(all.last ?? "")",
                    hint: helpHint)
            }
        case .oneItem(let options):
            if positionals.count > 1, let option = options.first(where: { given[$0] != nil }) {
                throw UsageError(
                    "\(option.spelled) belongs to one item, but \(positionals.count) are given",
                    hint: "give them one by one")
            }
        case .standsAlone: break  // Counted with the positional arguments.
        }
    }

    private func contradiction(_ one: Option, _ other: Option) -> UsageError {
        UsageError("\(one.spelled) and \(other.spelled) contradict each other", hint: helpHint)
    }
}
