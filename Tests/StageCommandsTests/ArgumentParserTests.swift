import Testing

@testable import StageCommands

/// What a command line came to, in a form that a table can hold.
private struct Outcome: Equatable, CustomStringConvertible {
    var verb: Verb
    var positionals: [String] = []
    var given: [Option: [String]] = [:]

    var description: String { "\(verb) \(positionals) \(given)" }
}

private func run(_ arguments: [String]) throws -> Outcome {
    guard case .run(let parsed) = try Invocation.parse(arguments.map { Bytes($0.utf8) }) else {
        throw UsageError("it asks for help")
    }
    var given: [Option: [String]] = [:]
    for option in Option.allCases where parsed.isOn(option) {
        given[option] = parsed.values(option).map { String(decoding: $0, as: UTF8.self) }
    }
    return Outcome(
        verb: parsed.command.verb, positionals: parsed.positionals.map { String(decoding: $0, as: UTF8.self) },
        given: given)
}

private func failure(_ arguments: [String]) -> UsageError? {
    do {
        _ = try Invocation.parse(arguments.map { Bytes($0.utf8) })
        return nil
    } catch { return error }
}

@Suite("Argument parser")
struct ArgumentParserTests {
    @Test(
        "section 4: options follow GNU habits",
        arguments: [
            (["send", "--ttl", "2h", "f"], Outcome(verb: .send, positionals: ["f"], given: [.ttl: ["2h"]])),
            (["send", "--ttl=2h", "f"], Outcome(verb: .send, positionals: ["f"], given: [.ttl: ["2h"]])),
            (["send", "f", "--key=a=b"], Outcome(verb: .send, positionals: ["f"], given: [.key: ["a=b"]])),
            (["send", "f", "--name="], Outcome(verb: .send, positionals: ["f"], given: [.name: [""]])),
            (
                ["send", "a", "--once", "b", "-q0"],
                Outcome(verb: .send, positionals: ["a", "b"], given: [.once: [], .quiet: [], .null: []])
            ),
            (["send", "--", "--once", "-"], Outcome(verb: .send, positionals: ["--once", "-"])),
            (["send", "-"], Outcome(verb: .send, positionals: ["-"])),
            (["send", ""], Outcome(verb: .send, positionals: [""])),
            (["send", "f", "--name", "--once"], Outcome(verb: .send, positionals: ["f"], given: [.name: ["--once"]])),
            (["send", "f", "--name", "--help"], Outcome(verb: .send, positionals: ["f"], given: [.name: ["--help"]])),
            (["--json", "-q", "list"], Outcome(verb: .list, given: [.json: [], .quiet: []])),
            (["list", "-q", "--quiet", "-qq"], Outcome(verb: .list, given: [.quiet: []])),
            (
                ["send", "f", "--also", "a", "--also=b"],
                Outcome(verb: .send, positionals: ["f"], given: [.also: ["a", "b"]])
            ),
            (
                ["type", "-rq0", "d"],
                Outcome(verb: .type, positionals: ["d"], given: [.recursive: [], .quiet: [], .null: []])
            ),
            (["type", "--declared"], Outcome(verb: .type, given: [.declared: []])),
            (["receive"], Outcome(verb: .receive)),
            (["renew", "--ttl", "2h"], Outcome(verb: .renew, given: [.ttl: ["2h"]])),
        ])
    private func habits(arguments: [String], expected: Outcome) throws {
        #expect(try run(arguments) == expected)
    }

    @Test(
        "section 4: --exec takes the rest of the line as it is",
        arguments: [
            (["receive", "-", "--exec", "a", "--to", "x", "--", "-q"], ["a", "--to", "x", "--", "-q"]),
            (["receive", "-", "--exec=a", "--help"], ["a", "--help"]),
            (["receive", "--exec", "a"], ["a"]),
            (["receive", "--exec", "--", "a"], ["--", "a"]),
        ])
    func exec(arguments: [String], expected: [String]) throws {
        let outcome = try run(arguments)
        #expect(outcome.given == [.exec: expected])
    }

    @Test("section 4: after -- also --exec is an argument")
    func execAfterDashes() {
        #expect(failure(["receive", "--", "a", "--exec"])?.message == "more than one TOKEN is given")
    }

    @Test("rule 20: a name that is not UTF-8 arrives byte for byte")
    func bytes() throws {
        let name: Bytes = [0x66, 0xFF, 0xC3, 0x28]
        let invocation = try Invocation.parse([Bytes("send".utf8), name, Bytes("--name=".utf8) + name])
        guard case .run(let parsed) = invocation else { throw UsageError("it asks for help") }
        #expect(parsed.positionals == [name])
        #expect(parsed.value(.name) == name)
    }

    @Test(
        "section 4: what cannot be followed is wrong usage, with what to write instead",
        arguments: [
            ([], "no command is given", "stage --help lists the commands"),
            (["recieve"], "there is no command 'recieve'", "did you mean stage receive?"),
            (["film.mkv"], "there is no command 'film.mkv'", "stage --help lists the commands"),
            (["re\u{1B}[2J"], "there is no command 're\\x1B[2J'", "stage --help lists the commands"),
            (["import"], "stage import needs a SOURCE", "see stage import --help"),
            (
                ["import", "d", "--status", "j"], "'d' is one argument too many with --status",
                "see stage import --help"
            ),
            (["import", "d", "--to", "e", "--settle", "2s"], "--settle has a meaning only with --watch", nil),
            (["import", "d", "--grant", "--layout", "{name}"], "--layout has a meaning only with --to", nil),
            (
                ["import", "d", "--to", "e", "--ttl", "1h"], "--ttl has a meaning only with --grant or --drop",
                "see stage import --help"
            ),
            (
                ["receive", "-", "--as", "zip"], "--as has a meaning only with --to or --stdout",
                "see stage receive --help"
            ),
            (["import", "d", "--to", "e", "--retry-failed"], "--retry-failed has a meaning only with --job", nil),
            (["help", "sned"], "there is no command 'sned'", "did you mean stage send?"),
            (["--verison"], "unknown option '--verison'", "did you mean --version?"),
            (["send", "f", "--tlt", "2h"], "unknown option '--tlt' of stage send", "did you mean --ttl?"),
            (["send", "f", "--tok=x"], "unknown option '--tok' of stage send", "did you mean --token-file?"),
            (["send", "f", "--orig"], "unknown option '--orig' of stage send", "did you mean --original?"),
            (["send", "f", "--accept", "x"], "unknown option '--accept' of stage send", "see stage send --help"),
            (["send", "f", "-x"], "unknown option '-x' of stage send", "see stage send --help"),
            (["send", "f", "-qx"], "unknown option '-x' of stage send", "see stage send --help"),
            (["send", "f", "-ttl=2h"], "unknown option '-ttl' of stage send", "did you mean --ttl?"),
            (["send", "f", "-é"], "unknown option '-\\xC3' of stage send", "see stage send --help"),
            (["send", "f", "--="], "unknown option '--' of stage send", "see stage send --help"),
            (["watch", "-0"], "unknown option '-0' of stage watch", "see stage watch --help"),
            (["-0", "list"], "unknown option '-0'", "see stage --help"),
            (["send", "f", "--version"], "unknown option '--version' of stage send", "see stage send --help"),
            (["send", "f", "--once=yes"], "--once takes no value", nil),
            (["send", "f", "--ttl"], "--ttl needs a value: --ttl DURATION", nil),
            (["send", "f", "--ttl", "1h", "--ttl=1h"], "--ttl is given twice", nil),
            (["receive", "--exec"], "--exec needs a command: --exec CMD [ARG]...", nil),
            (["receive", "--exec="], "--exec needs a command: --exec CMD [ARG]...", nil),
            (["send"], "stage send needs a PATH", "see stage send --help"),
            (["hold", "p"], "stage hold needs --for DURATION", "see stage hold --help"),
            (["renew", "x"], "stage renew needs --ttl DURATION", "see stage renew --help"),
            (["keep", "a", "b", "c"], "'c' is one argument too many", "see stage keep --help"),
            (["list", "x"], "'x' is one argument too many", "see stage list --help"),
            (["type", "--declared", "f"], "'f' is one argument too many with --declared", "see stage type --help"),
        ] as [([String], String, String?)])
    func wrongUsage(arguments: [String], message: String, hint: String?) {
        #expect(failure(arguments) == UsageError(message, hint: hint))
    }

    @Test("section 4: a token is never repeated in a message")
    func secretSurplus() {
        let token = "stg_abcdefghijklmnopqrstuvwxyz"
        let error = failure(["receive", token, token])
        #expect(error?.message == "more than one TOKEN is given")
        #expect(error?.hint?.contains("abcdef") != true)
    }

    @Test(
        "section 4: contradicting options are wrong usage",
        arguments: [
            ["send", "f", "--once", "--uses", "2"],
            ["send", "f", "--original", "--move"],
            ["receive", "-", "--to", "d", "--stdout"],
            ["receive", "-", "--stdout", "--exec", "c"],
            ["receive", "-", "--to", "d", "--force", "--rename"],
            ["receive", "-", "--to", "d", "--hold", "1h"],
            ["receive", "-", "--stdout", "--while", "7"],
            ["keep", "p", "--force", "--rename"],
            ["type", "--declared", "-r"],
            ["status", "--metrics", "--json"],
            ["import", "d", "--to", "e", "--grant"],
            ["import", "d", "--drop", "e", "--grant"],
            ["send", "f", "--as", "zip", "--move"],
            ["send", "f", "--as", "zip", "--original"],
            ["receive", "-", "--as", "zip", "--exec", "c"],
            ["import", "d", "--to", "e", "--no-unpack", "--nested", "2"],
            ["import", "d", "--to", "e", "--no-unpack", "--max-entries", "2"],
            ["import", "--status", "j", "--forget", "j"],
            ["copy", "--clear", "--ttl", "1h"], ["copy", "--clear", "--append"],
            ["paste", "--list", "--watch"], ["paste", "--to", "d", "--stdout"], ["paste", "--list", "--hold", "1h"],
            ["paste", "--watch", "--accept", ".png"],
        ])
    func contradictions(arguments: [String]) {
        #expect(failure(arguments)?.message.hasSuffix("contradict each other") == true)
    }

    @Test(
        "section 4: what says how to put a file needs --to",
        arguments: ["--force", "--rename", "--no-provenance"])
    func needs(option: String) throws {
        #expect(failure(["receive", "-", option])?.message == "\(option) has a meaning only with --to")
        #expect(try run(["receive", "-", option, "--to", "d"]).given.count == 2)
    }

    @Test(
        "section 4: options that belong to one item need exactly one PATH",
        arguments: ["--name=n", "--type=.png", "--also=p", "--key=k"])
    func oneItem(option: String) throws {
        #expect(failure(["send", "a", "b", option])?.message.hasSuffix("belongs to one item, but 2 are given") == true)
        #expect(try run(["send", "a", option]).given.count == 1)
    }

    @Test(
        "section 4: --help wins over what follows it, and help names a command",
        arguments: [
            (["--help"], nil), (["-h", "nonsense"], nil), (["help"], nil), (["send", "--help"], .send),
            (["send", "-qh", "--nonsense"], .send), (["help", "keep"], .keep), (["help", "--help"], .help),
            (["hold", "--help"], .hold),
        ] as [([String], Verb?)])
    func help(arguments: [String], verb: Verb?) throws {
        guard case .help(let command) = try Invocation.parse(arguments.map { Bytes($0.utf8) }) else {
            Issue.record("not help")
            return
        }
        #expect(command?.verb == verb)
    }

    @Test("section 4: --version stands before a command")
    func version() throws {
        guard case .version = try Invocation.parse([Bytes("--version".utf8)]) else {
            Issue.record("not the version")
            return
        }
    }

    @Test(
        "section 4: errors are JSON where --json is an option of stage",
        arguments: [
            (["send", "--nonsense", "--json"], true), (["--json"], true), (["send", "--", "--json"], false),
            (["receive", "--exec", "jq", "--json"], false), (["receive", "--exec=jq", "--json"], false),
            (["list"], false),
        ])
    func wantsJSON(arguments: [String], expected: Bool) {
        #expect(Invocation.wantsJSON(arguments.map { Bytes($0.utf8) }) == expected)
    }

    @Test("a very long word is refused at once")
    func longWord() {
        let word = String(repeating: "send", count: 100_000)
        #expect(failure([word])?.hint == "stage --help lists the commands")
    }
}

@Suite("Command table")
struct CommandTableTests {
    @Test("section 4: every command is in the table once")
    func complete() {
        #expect(CommandTable.commands.map(\.verb) == Verb.allCases)
    }

    @Test("section 4: the options of the contract", arguments: Verb.allCases)
    func contract(verb: Verb) {
        let command = CommandTable.command(verb)
        let expected: [Verb: String] = [
            .send:
                "allow-executable also as drop key move name once original owner scope sync token-file ttl type uses wait",
            .drop: "accept count exec forget jobs list max-size min-size once retry scope to tries",
            .receive: "accept allow-changed as exec force hold no-provenance rename sha256 stdout to while",
            .import:
                "accept allow-executable dedupe done-suffix drop exclude forget grant hidden include job jobs layout link "
                + "max-bytes max-depth max-entries max-ratio max-size min-size move nested no-provenance no-unpack null once "
                + "owner reject report retry-failed scope settle "
                + "sha256 status sync system-files to ttl uses watch",
            .copy: "allow-executable append clear name original pasteboard scope ttl type while",
            .paste: "accept allow-changed force hold list no-provenance owner pasteboard rename stdout to watch",
            .keep: "force no-provenance rename sync", .hold: "for", .list: "all", .renew: "ttl",
            .type: "declared recursive",
            .name: "in taken type", .status: "metrics",
        ]
        let names = command.flags.map(\.option.rawValue).sorted().joined(separator: " ")
        #expect(names == expected[command.verb, default: ""])
        #expect(Set(command.allFlags.map(\.option)).isSuperset(of: [.json, .quiet, .help]))
    }

    @Test("an option and a short letter mean one thing in a command", arguments: Verb.allCases)
    func unique(verb: Verb) {
        let command = CommandTable.command(verb)
        let flags = command.allFlags
        #expect(Set(flags.map(\.option)).count == flags.count)
        let letters = flags.compactMap(\.short)
        #expect(Set(letters).count == letters.count)
        #expect(flags.allSatisfy { $0.short == nil || $0.kind == .toggle }, "short options can be bundled")
    }

    @Test("rules name options that the command has", arguments: Verb.allCases)
    func rules(verb: Verb) {
        let command = CommandTable.command(verb)
        let known = Set(command.allFlags.map(\.option))
        for rule in command.rules {
            let named: [Option] =
                switch rule {
                case .atMostOne(let options), .oneItem(let options): options
                case .conflict(let option, let others): [option] + others
                case .needs(let option, let other): [option, other]
                case .needsOneOf(let option, let others): [option] + others
                case .standsAlone(let option): [option]
                }
            #expect(known.isSuperset(of: named))
        }
    }
}
