import LinuxSystem
import StagingTestSupport
import Testing

@Suite("Peers from outside", Needs.severalUsers, Needs.userNamespaces)
struct NamespaceTests {
    /// A service in a user namespace that knows only its own user: everybody else has the overflow ids there.
    private static func withService(_ body: (SharedService) throws -> Void) throws {
        try StageFixture.with { fixture in
            let folder = try fixture.scratch.folder("outside", mode: 0o777)
            let socket = folder.appending("socket")
            let service = try fixture.start(
                [
                    "unshare", "--user", "--map-current-user", "staged", "--socket", socket.text, "--store",
                    folder.appending("store").text,
                ], as: Users.service)
            defer {
                service.send(signal: 15)
                _ = service.wait()
            }
            try #require(Patience.until { (try? UnixSocket.connect(to: socket)) != nil }, "\(service.errorsSoFar)")
            try body(SharedService(fixture: fixture, socket: socket))
        }
    }

    @Test("rule 15: the overflow ids are nobody: only all admits them, and two of them are not one user")
    func nobody() throws {
        try Self.withService { service in
            try service.fixture.scratch.file("f.txt", "x\n")
            let own = try service.send("--scope", "team", "f.txt", as: Users.service)
            #expect(try service.stage("receive", own, "--stdout", as: Users.service).status == 0)
            #expect(try service.stage("receive", own, "--stdout", as: Users.receiver).status == 5)

            let all = try service.send("--scope", "all", "f.txt", as: Users.service)
            #expect(try service.stage("receive", all, "--stdout", as: Users.receiver).text == "x")

            // What one nobody sends is no other nobody's.
            let team = try service.stage("send", "f.txt", as: Users.sender)
            #expect(try service.stage("receive", "-", "--stdout", input: team.output, as: Users.receiver).status == 5)
            let sent = try service.stage("send", "--scope", "all", "f.txt", as: Users.sender)
            #expect(sent.status == 0, "\(sent)")
            #expect(try service.stage("revoke", "-", input: sent.output, as: Users.receiver).status == 5)
            #expect(try service.stage("list", "--json", as: Users.receiver).text == "")
            #expect(try service.stage("receive", "-", "--stdout", input: sent.output, as: Users.receiver).text == "x")

            let group = try service.stage("send", "--scope", "group", "f.txt", as: Users.sender)
            #expect(group.status == 2, "\(group)")
        }
    }
}
