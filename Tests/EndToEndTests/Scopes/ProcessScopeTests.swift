import LinuxSystem
import StagingTestSupport
import Testing

extension StageFixture.Running {
    /// Whether it runs still. A program that left others behind counts as running for Foundation until they end.
    fileprivate var isAlive: Bool { ProcessIdentity(of: pid) != nil }
}

@Suite("The scope process")
struct ProcessScopeTests {
    /// Runs a script that has `f.txt` beside it.
    private static func run(_ script: String, _ fixture: StageFixture) throws -> StageFixture.Outcome {
        try fixture.scratch.file("f.txt", "secret\n")
        return try fixture.run(["sh", "-c", script])
    }

    @Test(
        "rule 16: the caller of stage, which is the default, and all its descendants are admitted",
        arguments: [
            #"t=$(stage send --scope process f.txt); stage receive "$t" --stdout; :"#,
            #"t=$(stage send --scope process:$$ f.txt); stage receive "$t" --stdout; :"#,
            #"t=$(stage send --scope process:$$ f.txt); sh -c "sh -c 'stage receive $t --stdout; :'; :"; :"#,
            // Sent by a grandchild, for the outermost script.
            #"p=$$; t=$(sh -c "sh -c 'stage send --scope process:$p f.txt; :'; :"); stage receive "$t" --stdout; :"#,
            #"stage send --scope process f.txt >t; stage receive - --stdout <t; :"#,
        ])
    func descendants(script: String) throws {
        try StageFixture.with { fixture in
            let outcome = try Self.run(script, fixture)
            #expect(outcome.text == "secret", "\(outcome)")
        }
    }

    @Test("rules 1 and 16: a process beside the subject is refused; once the subject has ended, so is the grant")
    func siblingAndEnd() throws {
        try StageFixture.with { fixture in
            try fixture.scratch.file("f.txt", "secret\n")
            let subject = try fixture.start(
                ["sh", "-c", "stage send --scope process f.txt >t.part && mv t.part t; exec sleep 60"])
            defer { subject.send(signal: 9) }
            try #require(Patience.until { Scratch.content(of: fixture.scratch("t")) != nil })
            let refused = try fixture.stage("receive", "@t", "--stdout")
            #expect(refused.status == 5, "\(refused)")
            #expect(try fixture.stage("show", "@t", "--json").text.contains(#""state":"active""#))

            subject.send(signal: 9)
            _ = subject.wait()
            // From that instant, and not only when the upkeep has come by.
            let ended = try fixture.stage("receive", "@t", "--stdout")
            #expect(ended.status == 3, "\(ended)")
            #expect(ended.errors.contains("ended with the process"))
            #expect(try fixture.stage("show", "@t", "--json").text.contains(#""state":"subjectEnded""#))
            let error = try fixture.stage("receive", "@t", "--json")
            #expect(error.errors.contains(#""error":"grantSubjectEnded""#))
        }
    }

    @Test("rule 16: pid 1, a process that is not there, and one that is no ancestor are wrong usage with a hint")
    func refusedSubjects() throws {
        try StageFixture.with { fixture in
            try fixture.scratch.file("f.txt", "x\n")
            let beside = try fixture.start(["sleep", "60"])
            defer { beside.send(signal: 9) }
            for pid in ["1", "4194304", "\(beside.pid)"] {
                let sent = try fixture.stage("send", "--scope", "process:\(pid)", "f.txt")
                #expect(sent.status == 2, "\(pid): \(sent)")
                #expect(sent.errors.contains("process:$$"), "\(pid): \(sent)")
            }
        }
    }

    @Test("rule 16: another user's process is no subject, although it is an ancestor", Needs.severalUsers)
    func anotherUsersAncestor() throws {
        try SharedService.with { service in
            try service.fixture.scratch.file("f.txt", "x\n")
            let sent = try service.stage("send", "--scope", "process:\(OwnProcess.pid)", "f.txt", as: Users.sender)
            #expect(sent.status == 2, "\(sent)")
            #expect(sent.errors.contains("not yours"))
        }
    }

    @Test(
        "rule 16: a descendant that has become another user is one still; the subject's user elsewhere is none",
        Needs.severalUsers)
    func otherUserDescends() throws {
        try SharedService.with { service in
            try service.fixture.scratch.file("f.txt", "x\n")
            let script = """
                t=$(stage send --scope process:$$ f.txt)
                setpriv --reuid=61002 --regid=61002 --clear-groups -- stage receive "$t" --stdout
                echo "$t" >t; exec sleep 60
                """
            let subject = try service.fixture.start(
                ["sh", "-c", script], environment: ["STAGE_SOCKET": service.socket.text])
            defer { subject.send(signal: 9) }
            try #require(Patience.until { Scratch.content(of: service.fixture.scratch("t"))?.count == 31 })
            #expect(subject.outputSoFar == "x\n", "\(subject.errorsSoFar)")
            #expect(try service.stage("receive", "@t", "--stdout", as: Users.root).status == 5)
        }
    }

    @Test("rule 16: without a caller it is wrong usage with a hint", .enabled(if: isOrphanedToInit, "has a subreaper"))
    func orphan() throws {
        try StageFixture.with { fixture in
            try fixture.scratch.file("f.txt", "x\n")
            let script = """
                mkfifo gate
                (read line <gate; exec stage send --scope process f.txt >out 2>err) &
                echo $$ >pid
                """
            let parent = try fixture.start(["sh", "-c", script])
            let hasLeft = Patience.until { Scratch.content(of: fixture.scratch("pid"))?.last == 10 && !parent.isAlive }
            try #require(hasLeft)
            _ = try fixture.run(["sh", "-c", "echo >gate"])
            let told = Patience.until {
                String(decoding: Scratch.content(of: fixture.scratch("err")) ?? [], as: UTF8.self)
                    .contains("hint: name it: --scope process:PID")
            }
            #expect(told)
            #expect(Scratch.content(of: fixture.scratch("out")) == [])
            _ = parent.wait()
        }
    }

    @Test(
        "rule 15: a process that has got the subject's pid again is another one, over a kill of the service",
        .enabled(if: StageFixture.isRoot, "needs root: it sets the next pid"), Needs.program("unshare"))
    func recycledPid() throws {
        try StageFixture.with { fixture in
            try fixture.scratch.file("f.txt", "secret\n")
            // No pipeline: its other end, started at the wrong moment, would get the pid and keep it.
            try fixture.scratch.file(
                "inside",
                """
                sh -c 'stage send --scope process:$$ f.txt >t; stage status --json >status; echo $$ >subject; :'
                service=$(sed 's/.*"pid":\\([0-9]*\\).*/\\1/' status)
                kill -9 "$service"
                subject=$(cat subject)
                for try in 1 2 3 4 5; do
                    echo $((subject - 1)) >/proc/sys/kernel/ns_last_pid
                    sh -c 'test $$ = "$1" && { echo same; stage receive @t --stdout; echo $?; }; :' sh "$subject"
                done >tries
                head -2 tries
                stage stop
                """)
            let outcome = try fixture.run(["unshare", "--pid", "--fork", "--mount-proc", "sh", "inside"])
            #expect(outcome.lines == ["same", "3"], "\(outcome)")
        }
    }

    /// Whether orphans of this process become children of pid 1, and not of a subreaper above it.
    private static let isOrphanedToInit: Bool = {
        var pid = OwnProcess.pid
        while pid > 1, let status = ProcessStatus(of: pid) {
            let words = (try? SmallFile.read(Path("/proc/\(pid)/cmdline"))) ?? []
            if String(decoding: words, as: UTF8.self).contains("systemd\0--user") { return false }
            pid = status.parent
        }
        return true
    }()
}
