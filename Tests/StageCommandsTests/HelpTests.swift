import Testing

@testable import StageCommands

@Suite("Help")
struct HelpTests {
    @Test("section 4: help of every command shows its usage, its options and examples", arguments: Verb.allCases)
    func commands(verb: Verb) throws {
        let command = CommandTable.command(verb)
        let help = HelpText.of(command)
        #expect(help.hasPrefix("Usage: stage \(verb.rawValue)"))
        #expect(help.contains("\nExamples:\n  "))
        for flag in command.allFlags {
            #expect(help.contains(flag.option.spelled))
            #expect(help.contains(flag.help.prefix(20)))
        }
        // What is shown as an example can be typed.
        for example in command.examples where !example.line.contains(where: { "|<$~'".contains($0) }) {
            let words = example.line.split(separator: " ").map { bytes(String($0)) }
            guard case .run(let parsed) = try Invocation.parse(Array(words.dropFirst())) else { continue }
            #expect(parsed.command.verb == verb)
        }
    }

    @Test("section 4: help fits into 80 columns", arguments: Verb.allCases)
    func width(verb: Verb) {
        for line in (HelpText.of(CommandTable.command(verb)) + HelpText.overview()).split(separator: "\n") {
            #expect(line.count <= 80, "\(line)")
            #expect(line.last != " ", "\(line)")
        }
    }

    @Test("a placeholder is explained once")
    func glossary() {
        let names = CommandTable.glossary.map(\.placeholder)
        #expect(names.count == Set(names).count)
    }

    @Test("section 4: no example writes a token", arguments: Verb.allCases)
    func noTokens(verb: Verb) {
        #expect(CommandTable.command(verb).examples.allSatisfy { !$0.line.contains("stg_") })
    }

    @Test("the summary of commands")
    func overview() {
        #expect(HelpText.overview() == Self.overviewText)
    }

    @Test("the help of hold")
    func hold() {
        #expect(HelpText.of(CommandTable.hold) == Self.holdText)
    }

    @Test("the options of receive")
    func receive() {
        let lines = HelpText.of(CommandTable.receive).split(separator: "\n", omittingEmptySubsequences: false)
        let options = lines.drop { $0 != "Options:" }.prefix { !$0.isEmpty }
        #expect(options.joined(separator: "\n") == Self.receiveOptions)
    }
}

extension HelpTests {
    private static let overviewText = """
        Usage: stage COMMAND [OPTION]... [ARGUMENT]...

        Hands files from one local process to another: a sender turns a file into a
        grant that lives for a while, and who holds its token turns it into a file.

        Send and receive:
          send         Make a grant for each file and print its token
          receive      Turn a grant into a file in an area and print its path
          drop         Take what is sent to a destination

        Import:
          import       Take files out of folders and archives, in bulk

        Pasteboards:
          copy         Put files on a pasteboard, where paste finds them
          paste        Receive what is on a pasteboard and print the paths

        Areas:
          keep         Copy an area's file out and release the area
          hold         Prolong an area
          release      End areas early

        Grants:
          list         List your grants and areas
          show         Show one grant: representations, expiry, receivers
          revoke       End grants now
          renew        Give a grant a new time, counted from now

        Types and names:
          type         Tell what the bytes of files are
          name         Print the name that stage would give

        Service:
          watch        Print events as they happen, as JSON lines
          status       Show the service, its store, limits and counters
          stop         End your own service

        Help:
          completions  Print completions for a shell: bash, zsh or fish
          help         Show help, of one command or of all

        Options:
              --json             one JSON object a line, errors too
          -q, --quiet            no notes and no progress; errors are still told
          -h, --help             show this help
              --version          show the version

        Exit status:
          0  done
          1  failed
          2  wrong usage
          3  no such grant or area (unknown, expired, spent, …), or an empty pasteboard
          4  nothing acceptable: no representation conforms, or its type was refused
          5  the scope does not admit you
          6  out of space, or over a limit
          7  no service
          8  the source changed, or the staged bytes are damaged

        stage COMMAND --help shows the options of a command, and examples.

        """

    private static let holdText = """
        Usage: stage hold [OPTION]... PATH --for DURATION

        Prolong an area.

        Options:
              --for DURATION     how long from now

        Common options:
              --json             one JSON object a line, errors too
          -q, --quiet            no notes and no progress; errors are still told
          -h, --help             show this help

        DURATION is 90s, 15m, 2h, 1d or 1h30m, or until when: 2026-11-30T12:00 (local
        time), 2026-11-30T12:00Z.

        Examples:
          stage hold "$path" --for 2h
              two more hours, counted from now

        """

    private static let receiveOptions = """
        Options:
              --accept TYPE      what is acceptable, also as a list with commas
                                 (default: anything)
              --to PATH          put it there, a directory or a file; no area stays
          -f, --force            with --to: replace what is there
              --rename           with --to: take a free name where one is taken
              --no-provenance    with --to: do not note where the file came from
              --stdout           print the bytes, not a path
              --as FORMAT        with --to or --stdout: as one archive: zip, tar.zst,
                                 tar.gz, tar
              --exec CMD [ARG]...
                                 last option: run CMD with {} replaced by the path
                                 (appended when absent); the area ends with it
              --hold DURATION    how long the area lives (default: 15m)
              --while PID        end the area when that process ends
              --allow-changed    take an original also when it changed after the send
              --sha256           compute the SHA-256 digest of the bytes (shown with
                                 --json)
        """
}
