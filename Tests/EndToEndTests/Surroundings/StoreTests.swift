import LinuxSystem
import StagingTestSupport
import Testing

@Suite("The store and the socket, as they are found")
struct StoreTests {
    @Test(
        "a store that others may write in is not used; one that they may read is closed",
        arguments: [0o777, 0o770, 0o722, 0o755, 0o750])
    func permissions(mode: UInt32) throws {
        try StageFixture.with { fixture in
            try fixture.scratch.file("f.txt", "content\n")
            let store = try fixture.scratch.folder("state/stage", mode: mode)
            let sent = try fixture.stage("send", "f.txt")
            if mode & 0o022 == 0 {
                #expect(sent.status == 0, "\(sent)")
                #expect(try FileStatus.of(store).permissions == 0o700)
            } else {
                #expect(sent.status == 7 && sent.errors.contains("other users may write in the store"), "\(sent)")
                #expect(sent.errors.contains("hint: see what is in it, then: chmod 700"), "\(sent)")
                #expect(try Scratch.names(in: store) == [])
            }
        }
    }

    @Test(
        "what is no socket and stands in its place is told, and left alone", arguments: ["file", "directory", "link"])
    func noSocket(kind: String) throws {
        try StageFixture.with { fixture in
            try fixture.scratch.file("f.txt", "content\n")
            let store = try fixture.scratch.folder("state/stage", mode: 0o700)
            let made = try fixture.run([
                "sh", "-c",
                kind == "file"
                    ? "echo mine >state/stage/socket"
                    : kind == "directory" ? "mkdir state/stage/socket" : "ln -s nowhere state/stage/socket",
            ])
            try #require(made.status == 0)
            let before = try FileStatus.of(store.appending("socket"))
            let sent = try fixture.stage("send", "f.txt")
            #expect(sent.status == 7 && sent.errors.contains("where the socket would be"), "\(sent)")
            #expect(sent.errors.contains("hint: move it away"), "\(sent)")
            #expect(try FileStatus.of(store.appending("socket")) == before)
        }
    }

    @Test(
        "section 6: a command that comes while the service ends is served, by it or by the next",
        .timeLimit(.minutes(5)))
    func whileItEnds() throws {
        try StageFixture.with { fixture in
            try fixture.scratch.file("f.txt", "content\n")
            let rounds = LoopBudget.rounds(25, full: 400)
            let outcome = try fixture.run([
                "sh", "-c",
                """
                for i in $(seq \(rounds)); do
                    stage stop 2>/dev/null &
                    t=$(stage send f.txt) || echo "send $?"
                    stage stop 2>/dev/null &
                    r=$(stage receive "$t" --stdout) || echo "receive $?"
                    test "$r" = content || echo "received $r"
                    stage stop 2>/dev/null &
                    stage receive "$t" --to to --force >/dev/null || echo "to $?"
                    cmp f.txt to
                done
                wait
                """,
            ])
            #expect(outcome.status == 0 && outcome.text == "" && outcome.errors == "", "\(outcome)")
            #expect(
                try fixture.stage("list", "--json").lines.filter { $0.contains(#""state":"active""#) }.count == rounds)
        }
    }
}

@Suite("A socket that a service manager hands over")
struct ActivationTests {
    @Test(
        "what is said to be handed over and is no listening socket is told, and nothing is served",
        arguments: ["", "3<f.txt"])
    func noSocket(redirection: String) throws {
        try StageFixture.with { fixture in
            try fixture.scratch.file("f.txt", "content\n")
            let outcome = try fixture.run([
                "timeout", "60", "sh", "-c",
                "LISTEN_FDS=1 LISTEN_PID=$$ exec staged --socket socket --store store \(redirection)",
            ])
            #expect(
                outcome.status == 1 && outcome.errors.contains("is no Unix stream socket that listens"), "\(outcome)")
            #expect(try Scratch.names(in: fixture.scratch.path).contains("store") == false)
        }
    }

    @Test("what was handed over to another process is nothing to this one")
    func othersSocket() throws {
        try StageFixture.with { fixture in
            let service = try fixture.start([
                "sh", "-c", "LISTEN_FDS=1 LISTEN_PID=1 exec staged --socket socket --store store",
            ])
            defer {
                service.send(signal: 15)
                _ = service.wait()
            }
            #expect(
                Patience.until { (try? UnixSocket.connect(to: fixture.scratch("socket"))) != nil },
                "\(service.errorsSoFar)")
        }
    }
}
