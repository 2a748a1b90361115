import Foundation
import LinuxSystem
import StagingTestSupport
import Testing

@Suite("Wrong usage and errors")
struct WrongUsageTests {
    private struct Case: CustomTestStringConvertible, Sendable {
        var arguments: [String]
        var status: Int32
        /// Part of the message.
        var says: String
        /// Part of the hint; nil where there is none.
        var hint: String?
        /// The error's name with `--json`.
        var name = "wrongUsage"

        init(_ arguments: String, _ status: Int32, _ says: String, hint: String? = nil, name: String = "wrongUsage") {
            self.arguments = arguments.split(separator: " ").map { $0 == "''" ? "" : String($0) }
            self.status = status
            self.says = says
            self.hint = hint
            self.name = name
        }

        var testDescription: String { "stage " + arguments.joined(separator: " ") }
    }

    private static let unknownToken = "stg_aaaaaaaaaaaaaaaaaaaaaaaaaa"

    /// What no service is needed for.
    private static let usage: [Case] = [
        Case("", 2, "no command is given", hint: "stage --help"),
        Case("nothing", 2, "there is no command 'nothing'", hint: "stage --help"),
        Case("sned", 2, "there is no command 'sned'", hint: "did you mean stage send?"),
        Case("help nothing", 2, "there is no command 'nothing'", hint: "stage --help"),
        Case("send", 2, "stage send needs a PATH", hint: "stage send --help"),
        Case("send --nothing f.txt", 2, "unknown option '--nothing' of stage send", hint: "stage send --help"),
        Case("send --tlt 1h f.txt", 2, "unknown option '--tlt'", hint: "did you mean --ttl?"),
        Case("send -scope all f.txt", 2, "unknown option '-scope'", hint: "did you mean --scope?"),
        Case("send --ttl", 2, "--ttl needs a value"),
        Case("send --ttl soon f.txt", 2, "--ttl: 'soon'", hint: "90s"),
        Case("send --ttl 0s f.txt", 2, "--ttl: '0s' is no time at all", hint: "90s"),
        Case("send --ttl 1h --ttl 2h f.txt", 2, "--ttl is given twice"),
        Case("send --ttl 2020-01-01T00:00Z f.txt", 2, "--ttl: 2020-01-01T00:00:00Z is in the past"),
        Case("send --uses 0 f.txt", 2, "--uses: '0'", hint: "a whole number"),
        Case("send --uses -1 f.txt", 2, "--uses: '-1'", hint: "a whole number"),
        Case("send --uses 3 --once f.txt", 2, "--uses and --once contradict", hint: "stage send --help"),
        Case("send --original --move f.txt", 2, "--original and --move contradict", hint: "stage send --help"),
        Case("send --scope nobody f.txt", 2, "--scope: 'nobody' is no scope", hint: "process:PID"),
        Case("send --scope process:1 f.txt", 2, "--scope: process 1", hint: "process:$$"),
        Case("send --scope group: f.txt", 2, "--scope: ", hint: "group:NAME"),
        Case("send --key k f.txt f.txt", 2, "--key belongs to one item", hint: "one by one"),
        Case("send --name n f.txt f.txt", 2, "--name belongs to one item", hint: "one by one"),
        Case("send --name= f.txt", 2, "--name: the value is empty"),
        Case("send --also f.txt,nothing=1 f.txt", 2, "--also: ", hint: "comma"),
        Case("send --once=yes f.txt", 2, "--once takes no value"),
        Case("receive", 2, "no TOKEN is given", hint: "TOKEN may be -"),
        Case("receive nothing", 2, "no token", hint: "TOKEN may be -"),
        Case("receive fd:99", 2, "descriptor 99"),
        Case("receive fd:x", 2, "'fd:x' names no descriptor", hint: "fd:3"),
        Case("receive @missing", 2, "'missing': No such file"),
        Case("receive --to a --stdout \(unknownToken)", 2, "--to and --stdout contradict", hint: "--help"),
        Case("receive --force \(unknownToken)", 2, "--force has a meaning only with --to"),
        Case("receive --to a --force --rename \(unknownToken)", 2, "--force and --rename contradict", hint: "--help"),
        Case("receive --to a --hold 1h \(unknownToken)", 2, "--hold and --to contradict", hint: "--help"),
        Case("receive --while 4194304 \(unknownToken)", 2, "--while: there is no process"),
        Case("show", 2, "no TOKEN is given", hint: "TOKEN may be -"),
        Case("renew abc", 2, "stage renew needs --ttl DURATION", hint: "--help"),
        Case("hold f.txt", 2, "stage hold needs --for DURATION", hint: "--help"),
        Case("keep", 2, "stage keep needs a PATH", hint: "--help"),
        Case("keep a b c", 2, "'c' is one argument too many", hint: "--help"),
        Case("release", 2, "stage release needs a PATH", hint: "--help"),
        Case("list f.txt", 2, "'f.txt' is one argument too many", hint: "--help"),
        Case("type", 2, "stage type needs a PATH", hint: "--help"),
        Case("type --declared f.txt", 2, "'f.txt' is one argument too many with --declared", hint: "--help"),
        Case("name", 2, "stage name needs a NAME", hint: "--help"),
        Case("name a --type image/*", 2, "--type: 'image/*' is a family"),
        Case("completions", 2, "stage completions needs a SHELL", hint: "--help"),
        Case("completions tcsh", 2, "'tcsh' is no shell", hint: "bash, zsh, fish"),
    ]

    /// What a service answers, or opening a file.
    private static let errors: [Case] = [
        Case("send missing", 1, "cannot open 'missing': No such file", hint: "check the spelling", name: "unreadable"),
        Case("send ''", 2, "an empty PATH", name: "invalidRequest"),
        Case("send /dev/null", 1, "'/dev/null' is a device", hint: "stage send -", name: "unsupportedFile"),
        Case("send --ttl 8d f.txt", 6, "at most 7 days", hint: "max-ttl", name: "limitExceeded"),
        Case("send --type image/* f.txt", 2, "family", hint: "image/png", name: "invalidRequest"),
        Case("send --scope process:4194304 f.txt", 2, "no process 4194304", hint: "process:$$", name: "invalidRequest"),
        Case("send --token-file missing/t f.txt", 1, "cannot write 'missing/t'", name: "failed"),
        Case("send --original .", 2, "an original is one regular file", hint: "snapshot", name: "invalidRequest"),
        Case("receive \(unknownToken)", 3, "no grant is known", hint: "mistyped", name: "noSuchGrant"),
        Case("receive --hold 2d \(unknownToken)", 6, "at most 1 day", hint: "max-lease", name: "limitExceeded"),
        Case(
            "receive --accept no/such/type \(unknownToken)", 2, "is no MIME type: give an identifier",
            name: "invalidRequest"),
        Case("show \(unknownToken)", 3, "no grant is known", hint: "mistyped", name: "noSuchGrant"),
        Case("show nothing", 3, "you have no grant 'nothing'", hint: "stage list", name: "noSuchGrant"),
        Case("revoke nothing", 3, "you have no grant 'nothing'", hint: "stage list", name: "noSuchGrant"),
        Case("renew --ttl 1h nothing", 3, "you have no grant 'nothing'", hint: "stage list", name: "noSuchGrant"),
        Case("keep f.txt", 3, "is in no area of yours", hint: "stage list", name: "noSuchArea"),
        Case("hold f.txt --for 1h", 3, "is in no area of yours", hint: "stage list", name: "noSuchArea"),
        Case("release f.txt", 3, "is in no area of yours", hint: "stage list", name: "noSuchArea"),
        Case("type missing", 1, "cannot open 'missing': No such file", name: "unreadable"),
        Case("type .", 1, "'.' is a directory", hint: "-r", name: "unsupportedFile"),
    ]

    private static func check(_ one: Case, _ fixture: StageFixture) throws {
        let outcome = try fixture.run(["stage"] + one.arguments, in: fixture.scratch("work"))
        #expect(outcome.status == one.status, "\(outcome)")
        // A PATH that failed has an empty line.
        #expect(outcome.output.allSatisfy { $0 == 10 }, "\(outcome)")
        let lines = outcome.errors.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        try #require(lines.count == (one.hint == nil ? 2 : 3) && lines.last == "", "\(outcome)")
        #expect(lines[0].hasPrefix("stage: ") && lines[0].contains(one.says), "\(outcome)")
        if let hint = one.hint { #expect(lines[1].hasPrefix("hint: ") && lines[1].contains(hint), "\(outcome)") }

        let json = try fixture.run(["stage", "--json"] + one.arguments, in: fixture.scratch("work"))
        #expect(json.status == one.status && json.output == [], "\(json)")
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(json.errors.utf8)) as? [String: Any], "\(json)")
        #expect(object["error"] as? String == one.name, "\(json)")
        #expect((object["message"] as? String)?.contains(one.says) == true, "\(json)")
        #expect((object["hint"] as? String)?.contains(one.hint ?? "") ?? (one.hint == nil), "\(json)")
    }

    @Test("section 4: wrong usage is 2, on standard error alone, with a hint where there is something to say")
    func wrongUsage() throws {
        try StageFixture.with { fixture in
            try fixture.scratch.folder("work")
            try fixture.scratch.file("work/f.txt", "x\n")
            for one in Self.usage { try Self.check(one, fixture) }
            // None of these has started a service.
            #expect((try? FileStatus.of(fixture.ownStore)) == nil)
        }
    }

    @Test("section 4: the exit status and the error's name tell what went wrong")
    func failures() throws {
        try StageFixture.with { fixture in
            try fixture.scratch.folder("work")
            try fixture.scratch.file("work/f.txt", "x\n")
            try fixture.stage("send", "work/f.txt")
            for one in Self.errors { try Self.check(one, fixture) }
        }
    }

    @Test("section 4: with several arguments the others are done, and the first failure's status is returned")
    func several() throws {
        try StageFixture.with { fixture in
            let token = try fixture.sent()
            let one = try fixture.stage("receive", token)
            let other = try fixture.stage("receive", token)
            let released = try fixture.stage("release", one.text, "f.txt", other.text)
            #expect(released.status == 3 && released.output == [], "\(released)")
            #expect(try fixture.stage("list", "--json").lines.count == 1)
            let second = try fixture.sent("g.txt")
            let revoked = try fixture.stage("revoke", "nothing", token, second)
            #expect(revoked.status == 3, "\(revoked)")
            #expect(try !fixture.stage("list", "--json").text.contains(#""active""#))
        }
    }
}
