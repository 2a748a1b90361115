import Foundation
import LinuxSystem
import StagingTestSupport
import Testing

@Suite("The end of a service")
struct EndOfServiceTests {
    @Test("section 4: stop ends areas; snapshots and moves stay granted, and the next command starts it again")
    func stop() throws {
        try StageFixture.with { fixture in
            let token = try fixture.sent()
            let moved = try fixture.sent("moved.txt", "--move")
            let area = try fixture.stage("receive", token)
            let file = Path(area.text)
            try #require(Scratch.content(of: file) != nil)
            let pid = try fixture.ownService()
            let stopped = try fixture.stage("stop")
            #expect(stopped.status == 0 && stopped.errors == "", "\(stopped)")
            #expect(Patience.until { ProcessIdentity(of: pid) == nil })
            #expect(Scratch.content(of: file) == nil)
            #expect(try Scratch.names(in: fixture.ownStore.appending("areas")) == [])
            #expect((try? FileStatus.of(fixture.ownStore.appending("socket"))) == nil)

            #expect(try fixture.stage("stop").errors == "stage: no service of yours runs\n")

            let listed = try fixture.stage("list", "--json")
            #expect(listed.lines.count == 2, "\(listed)")
            #expect(try fixture.stage("receive", token, "--stdout").text == "content")
            #expect(try fixture.stage("receive", moved, "--stdout").text == "content")
            #expect(try fixture.ownService() != pid)
        }
    }

    @Test("a user who never sent anything starts no service by looking", arguments: ["list", "stop"])
    func noNeed(command: String) throws {
        try StageFixture.with { fixture in
            let outcome = try fixture.stage(command)
            #expect(outcome.status == 0, "\(outcome)")
            let unknown = try fixture.stage("receive", "stg_aaaaaaaaaaaaaaaaaaaaaaaaaa")
            #expect(unknown.status == 3)
            #expect((try? FileStatus.of(fixture.ownStore)) == nil)
        }
    }

    @Test("rule 6: grants and areas survive a kill of the service; an unconfirmed receive does not")
    func killed() throws {
        try StageFixture.with { fixture in
            let token = try fixture.sent("f.txt", "--uses", "2")
            let area = try fixture.stage("receive", token)
            try fixture.killOwnService()
            #expect(Scratch.content(of: Path(area.text)) == Array("content\n".utf8))
            let listed = try fixture.stage("list", "--json")
            #expect(listed.lines.count == 2, "\(listed)")
            #expect(listed.text.contains(area.text))
            #expect(listed.text.contains(#""usesLeft":1"#))
            let kept = try fixture.stage("keep", area.text, "kept.txt")
            #expect(kept.status == 0, "\(kept)")
            try fixture.killOwnService()
            #expect(try fixture.stage("receive", token, "--stdout").text == "content")
            #expect(try fixture.stage("receive", token, "--stdout").status == 3)
            #expect(try fixture.stage("show", token).text.contains("spent"))
        }
    }

    @Test("section 6: it ends by itself when nothing is live, and not while a grant lives")
    func idle() throws {
        try StageFixture.with { fixture in
            try fixture.scratch.folder("config")
            try fixture.scratch.folder("config/stage")
            try fixture.scratch.file("config/stage/staged.conf", "[service]\nidle = 1s\n")
            func environment(_ state: String) -> [String: String] {
                ["XDG_CONFIG_HOME": fixture.scratch("config").text, "XDG_STATE_HOME": fixture.scratch(state).text]
            }
            // The one with a grant starts first, so that it would end first.
            let token = try fixture.sent(environment: environment("busy"))
            let other = try fixture.sent(environment: environment("idle"))
            #expect(try fixture.stage("revoke", other, environment: environment("idle")).status == 0)
            #expect(try Patience.until { try fixture.services(of: fixture.scratch("idle/stage")).isEmpty })
            #expect((try? FileStatus.of(fixture.scratch("idle/stage/socket"))) == nil)
            #expect(try fixture.services(of: fixture.scratch("busy/stage")).count == 1)
            let received = try fixture.stage("receive", token, "--stdout", environment: environment("busy"))
            #expect(received.text == "content")
            #expect(try fixture.stage("stop", environment: environment("busy")).status == 0)
        }
    }

    @Test(
        "section 6: signals end it in order: the socket's name goes, and the status is 0", arguments: [SIGTERM, SIGINT])
    func signals(signal: Int32) throws {
        try StageFixture.with { fixture in
            let socket = fixture.scratch("socket")
            let service = try fixture.start(["staged", "--socket", socket.text, "--store", fixture.scratch("s").text])
            try #require(Patience.until { (try? UnixSocket.connect(to: socket)) != nil }, "\(service.errorsSoFar)")
            let environment = ["STAGE_SOCKET": socket.text]
            let token = try fixture.sent(environment: environment)
            let area = try fixture.stage("receive", token, environment: environment)
            let idle = try UnixSocket.connect(to: socket)
            service.send(signal: signal)
            let outcome = service.wait()
            #expect(outcome.status == 0, "\(outcome)")
            #expect((try? FileStatus.of(socket)) == nil)
            // The machine's end and not the user's wish: areas stay.
            #expect(Scratch.content(of: Path(area.text)) != nil)
            _ = consume idle
            let gone = try fixture.stage("list", environment: environment)
            #expect(gone.status == 7, "\(gone)")
        }
    }

    @Test("section 6: an ending service is not kept by a stream without an end")
    func streamWithoutEnd() throws {
        try StageFixture.with { fixture in
            let sender = try fixture.start(["sh", "-c", "tail -f /dev/null | stage send -"])
            defer { sender.send(signal: SIGKILL) }
            try #require(Patience.until { (try? fixture.services(of: fixture.ownStore))?.count == 1 })
            try #require(
                try Patience.until { try fixture.stage("status", "--json").text.contains(#""connections":2"#) })
            #expect(try fixture.stage("stop").status == 0)
            #expect(try Patience.until { try fixture.services(of: fixture.ownStore).isEmpty })
        }
    }
}
