import LinuxSystem
import StagingTestSupport
import Testing

@Suite("Whose service it is, in poor and odd environments", Needs.mounts)
struct EnvironmentTests {
    private static func withAlice(_ body: (MachineOfItsOwn) throws -> Void) throws {
        try MachineOfItsOwn.with { machine in
            defer { machine.stopServices() }
            try machine.fixture.scratch.file("f.txt", "content\n")
            try body(machine)
        }
    }

    private struct Case: CustomTestStringConvertible, Sendable {
        var what: String
        /// The environment, with `HOME` below the scratch folder's `homes`.
        var environment: [String: String] = [:]
        var home: String?

        var testDescription: String { what }
    }

    private static let cases: [Case] = [
        Case(what: "nothing at all"),
        Case(what: "as cron has it", environment: ["LOGNAME": "alice", "SHELL": "/bin/sh"], home: "alice"),
        Case(what: "an empty HOME", environment: ["HOME": ""]),
        Case(what: "a relative HOME", environment: ["HOME": "homes/bob"]),
        Case(what: "another user's HOME, as su leaves it", home: "bob"),
        Case(what: "root's HOME", home: "root"),
        Case(
            what: "a relative XDG_STATE_HOME, an empty STAGE_SOCKET",
            environment: ["XDG_STATE_HOME": "state", "STAGE_SOCKET": ""]),
    ]

    @Test(
        "section 6: the store is in the user's own home, as the account has it where the environment has none",
        arguments: cases)
    private func home(_ one: Case) throws {
        try Self.withAlice { machine in
            var environment = one.environment
            if let home = one.home { environment["HOME"] = machine.home(home).text }
            let alice = MachineOfItsOwn.user("alice")
            let sent = try machine.run(["stage", "send", "f.txt"], as: alice, environment: environment)
            #expect(sent.status == 0, "\(sent)")
            let socket = machine.home("alice").appending(".local/state/stage/socket")
            #expect((try? FileStatus.of(socket))?.user == Users.sender.uid)
            // Everything of hers meets there.
            let received = try machine.stage("receive", sent.text, "--stdout", as: "alice")
            #expect(received.text == "content", "\(received)")
            for other in ["bob", "root"] { #expect(try Scratch.names(in: machine.home(other)) == [], "\(other)") }
        }
    }

    @Test(
        "section 6: under sudo, with the user's HOME or without, root's own service is asked, and nothing of root's is left in the user's home"
    )
    func sudo() throws {
        try Self.withAlice { machine in
            let token = try machine.stage("send", "f.txt", as: "alice").text
            let sudo = ["SUDO_USER": "alice", "SUDO_UID": "\(Users.sender.uid)", "SUDO_GID": "\(Users.sender.gid)"]
            for home in ["bob", "root"] {
                let environment = sudo.merging(["HOME": machine.home(home).text]) { $1 }
                let sent = try machine.run(["stage", "send", "f.txt"], environment: environment)
                #expect(sent.status == 0, "\(sent)")
                #expect((try? FileStatus.of(machine.home("root").appending(".local/state/stage/socket"))) != nil)
                #expect(try Scratch.names(in: machine.home("bob")) == [])
                let received = try machine.run(["stage", "receive", token, "--stdout"], environment: environment)
                #expect(
                    received.status == 3 && received.errors.contains("hint: under sudo the services of user 0"),
                    "\(received)")
            }
            // A place that was named is not replaced by another, and not made either.
            let named = sudo.merging(["XDG_STATE_HOME": machine.home("bob").text]) { $1 }
            let refused = try machine.run(["stage", "send", "f.txt"], environment: named)
            #expect(refused.status == 7 && refused.errors.contains("which belongs to another user"), "\(refused)")
            #expect(try Scratch.names(in: machine.home("bob")) == [])
        }
    }

    @Test("section 6: without a home of any kind it is 7, with what to do")
    func noHome() throws {
        try Self.withAlice { machine in
            let sent = try machine.run(["stage", "send", "f.txt"], as: StageFixture.User(61999))
            #expect(sent.status == 7 && sent.errors.contains("hint: set XDG_STATE_HOME"), "\(sent)")
        }
    }
}

@Suite("The process that calls stage")
struct CallerTests {
    @Test("section 6: a service started from a pipeline keeps none of its pipes")
    func pipes() throws {
        try StageFixture.with { fixture in
            try fixture.scratch.file("f.txt", "content\n")
            // Each pipe is read to its end, and the writer of standard input waits for its reader to go.
            let outcome = try fixture.run(
                [
                    "timeout", "60", "sh", "-c",
                    "t=$(yes | stage send f.txt 2>&1 | cat) && stage receive \"$t\" --stdout",
                ])
            #expect(outcome.status == 0 && outcome.text == "content", "\(outcome)")
            #expect(try fixture.services(of: fixture.ownStore).count == 1)
        }
    }

    @Test("section 6: the end of the terminal that started it is not the service's")
    func hangUp() throws {
        try StageFixture.with { fixture in
            try fixture.scratch.file("f.txt", "content\n")
            // A session of its own, or the signal would reach the test.
            let outcome = try fixture.run([
                "setsid", "--wait", "sh", "-c", "stage send f.txt >t; kill -HUP 0; exec sleep 60",
            ])
            #expect(outcome.status != 0, "\(outcome)")
            let pid = try fixture.ownService()
            #expect(try fixture.stage("receive", "@t", "--stdout").text == "content")
            #expect(try fixture.ownService() == pid)
        }
    }

    @Test(
        "a closed standard descriptor is not taken for a file that was opened since",
        arguments: ["<&-", ">&-", "2>&-", "<&- 2>&-", "<&- >&- 2>&-"])
    func closedDescriptors(closed: String) throws {
        try StageFixture.with { fixture in
            try fixture.scratch.file("f.txt", "content\n")
            let sent = try fixture.run(["sh", "-c", "stage send --token-file t f.txt \(closed)"])
            // Where results cannot be written, what was made goes again.
            #expect(sent.status == (closed.contains(" >&-") || closed.hasPrefix(">&-") ? 1 : 0), "\(sent)")
            let pid = try fixture.ownService()
            let standard = try (0...2).map { try OpenFiles.target(pid, $0) }
            #expect(standard == Array(repeating: "/dev/null", count: 3))
            #expect(
                try fixture.stage("list", "--json").lines.filter { $0.contains(#""state":"active""#) }.count
                    == (sent.status == 0 ? 1 : 0))
            let input = try fixture.run(["sh", "-c", "stage send - <&-"])
            #expect(input.status == 1 && input.errors.contains("standard input is closed"), "\(input)")
            let token = try fixture.sent("g.txt")
            let received = try fixture.run(["sh", "-c", "stage receive \(token) --stdout >&-"])
            #expect(received.status == 1 && received.errors.contains("Bad file descriptor"), "\(received)")
        }
    }

    @Test("a working directory that is gone matters to relative paths alone")
    func noWorkingDirectory() throws {
        try StageFixture.with { fixture in
            let file = try fixture.scratch.file("f.txt", "content\n")
            let outcome = try fixture.run([
                "sh", "-c",
                "mkdir gone && cd gone && rmdir ../gone && t=$(stage send '\(file.text)') && stage receive $t --stdout && stage receive $t --to x; echo $?; stage send x; echo $?",
            ])
            #expect(outcome.lines == ["content", "1", "", "1"], "\(outcome)")
            #expect(try Scratch.names(in: fixture.scratch.path).contains("x") == false)
        }
    }

    @Test("little memory and few files are enough, for trees too", arguments: ["-n 64", "-v 400000"])
    func limits(limit: String) throws {
        try StageFixture.with { fixture in
            let outcome = try fixture.run([
                "sh", "-c",
                """
                mkdir t; for i in $(seq 150); do echo $i >t/$i; done
                (ulimit \(limit) && t=$(stage send t) && stage receive $t --to t2 && stage receive $t) >received &&
                    diff -r t t2 && diff -r t "$(tail -1 received)" && t=$(stage send t) && stage receive $t --to t3 && diff -r t t3
                """,
            ])
            // The last send has no limit, and a service that has.
            #expect(outcome.status == 0 && outcome.text == "t3", "\(outcome)")
        }
    }

    @Test("rule 21: a tree is sent in messages that the service takes, however small those are")
    func smallMessages() throws {
        try StageFixture.with { fixture in
            let limits = "[limits]\ndescriptors-per-message = 2\nmessage-size = 16K\n"
            try fixture.withSharedService(configuration: limits) { socket in
                let outcome = try fixture.run(
                    [
                        "sh", "-c",
                        """
                        long=$(printf '%0200d' 0); mkdir t t/e
                        for i in $(seq 150); do echo $i >t/$i; mkdir t/e/$long$i; done
                        t=$(stage send t) && stage receive $t --to t2 && diff -r t t2
                        """,
                    ], environment: ["STAGE_SOCKET": socket.text])
                #expect(outcome.status == 0 && outcome.text == "t2", "\(outcome)")
            }
        }
    }

    @Test("section 6: STAGE_SOCKET can be a relative path; empty is as if it were not set")
    func relativeSocket() throws {
        try StageFixture.with { fixture in
            let token = try fixture.sent()
            let relative = try fixture.stage(
                "receive", token, "--stdout", environment: ["STAGE_SOCKET": "state/stage/socket"])
            #expect(relative.text == "content", "\(relative)")
            let empty = try fixture.stage("receive", token, "--stdout", environment: ["STAGE_SOCKET": ""])
            #expect(empty.text == "content", "\(empty)")
        }
    }
}

extension OpenFiles {
    /// What one descriptor of a process leads to.
    static func target(_ pid: Int32, _ number: Int) throws -> String {
        try Directory.open(Path("/proc/\(pid)/fd")).readLink(Path("\(number)")).text
    }
}
