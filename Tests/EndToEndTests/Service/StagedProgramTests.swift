import LinuxSystem
import StagingTestSupport
import Testing

@Suite("The program staged")
struct StagedProgramTests {
    @Test("help and version", arguments: [["--help"], ["-h"], ["--version"]])
    func help(arguments: [String]) throws {
        try StageFixture.with { fixture in
            let outcome = try fixture.run(["staged"] + arguments)
            #expect(outcome.status == 0 && outcome.errors == "", "\(outcome)")
            #expect(outcome.text.contains(arguments == ["--version"] ? "staged 0." : "Usage: staged"))
            #expect(try Scratch.names(in: fixture.scratch("state")) == [])
        }
    }

    @Test(
        "wrong usage is 2, with a hint",
        arguments: [
            ["--nothing"], ["word"], ["--socket"], ["--store", ""], ["--config="], ["--ready-fd", "x"],
            ["--ready-fd", "1"], ["--system=yes"],
        ])
    func wrongUsage(arguments: [String]) throws {
        try StageFixture.with { fixture in
            let outcome = try fixture.run(["timeout", "60", "staged"] + arguments)
            #expect(outcome.status == 2, "\(outcome)")
            #expect(outcome.errors.hasPrefix("staged: "))
            #expect(outcome.errors.hasSuffix("hint: staged --help shows what it takes\n"))
            #expect(outcome.output == [])
        }
    }

    @Test(
        "a configuration that cannot be read says file, line and reason",
        arguments: [
            ("[limits]\nmax-ttll = 1d\n", "staged.conf:2: "), ("[limits]\nmax-ttl = never\n", "staged.conf:2: "),
            ("[nothing]\n", "staged.conf:1: "),
        ])
    func configuration(text: String, place: String) throws {
        try StageFixture.with { fixture in
            let file = try fixture.scratch.file("staged.conf", text)
            let outcome = try fixture.run(["timeout", "60", "staged", "--config", file.text, "--store", "store"])
            #expect(outcome.status == 1, "\(outcome)")
            #expect(outcome.errors.contains(place), "\(outcome)")
            // The same, told by the client that starts it.
            try fixture.scratch.folder("config")
            try fixture.scratch.folder("config/stage")
            try fixture.scratch.file("config/stage/staged.conf", text)
            try fixture.scratch.file("f.txt", "x\n")
            let send = try fixture.stage(
                "send", "f.txt", environment: ["XDG_CONFIG_HOME": fixture.scratch("config").text])
            #expect(send.status == 7, "\(send)")
            #expect(send.errors.contains("the service did not start: ") && send.errors.contains(place), "\(send)")
        }
    }

    @Test("section 6: a store has one service, and a socket too")
    func taken() throws {
        try StageFixture.with { fixture in
            let socket = fixture.scratch("socket")
            let service = try fixture.start(["staged", "--socket", socket.text, "--store", "store"])
            defer {
                service.send(signal: 15)
                _ = service.wait()
            }
            try #require(Patience.until { (try? UnixSocket.connect(to: socket)) != nil }, "\(service.errorsSoFar)")
            let sameStore = try fixture.run(["timeout", "60", "staged", "--socket", "other", "--store", "store"])
            #expect(
                sameStore.status == 1 && sameStore.errors.contains("another service has this store"), "\(sameStore)")
            let sameSocket = try fixture.run(["timeout", "60", "staged", "--socket", socket.text, "--store", "other"])
            #expect(sameSocket.status == 1 && sameSocket.errors.contains("another service listens at"), "\(sameSocket)")
            #expect(try fixture.stage("status", environment: ["STAGE_SOCKET": socket.text]).status == 0)
        }
    }

    @Test("a file that is no socket is not replaced by one")
    func notASocket() throws {
        try StageFixture.with { fixture in
            let file = try fixture.scratch.file("precious", "mine\n")
            let outcome = try fixture.run(["timeout", "60", "staged", "--socket", file.text, "--store", "store"])
            #expect(outcome.status == 1, "\(outcome)")
            #expect(Scratch.content(of: file) == Array("mine\n".utf8))
        }
    }

    @Test("a dead service's socket is replaced")
    func staleSocket() throws {
        try StageFixture.with { fixture in
            let token = try fixture.sent()
            try fixture.killOwnService()
            #expect((try? FileStatus.of(fixture.ownStore.appending("socket")))?.kind == .socket)
            #expect(try fixture.stage("receive", token, "--stdout").text == "content")
        }
    }

    @Test("relative paths are the caller's, though the service works in its store")
    func relativePaths() throws {
        try StageFixture.with { fixture in
            try fixture.scratch.folder("d")
            let service = try fixture.start(
                ["staged", "--socket", "socket", "--store", "store"], in: fixture.scratch("d"))
            defer {
                service.send(signal: 15)
                _ = service.wait()
            }
            let listens = Patience.until { (try? UnixSocket.connect(to: fixture.scratch("d/socket"))) != nil }
            #expect(listens, "\(service.errorsSoFar)")
        }
    }
}
