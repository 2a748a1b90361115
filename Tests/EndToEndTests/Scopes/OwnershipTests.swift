import LinuxSystem
import StagingTestSupport
import Testing

@Suite("Whose grant", Needs.severalUsers)
struct OwnershipTests {
    private static func withGrant(_ body: (SharedService, _ token: String, _ id: String) throws -> Void) throws {
        try SharedService.with { service in
            try service.fixture.scratch.file("f.txt", "x\n")
            let token = try service.send("--scope", "all", "f.txt", as: Users.sender)
            let shown = try service.stage("show", token, as: Users.sender)
            let id = try #require(shown.lines.first?.split(separator: " ").last.map(String.init))
            try body(service, token, id)
        }
    }

    @Test(
        "rule 8: revoke and renew are for the sender's user alone, by token or id; root is nobody special",
        arguments: [["revoke"], ["renew", "--ttl", "2h"]], [Users.receiver, Users.root, Users.service])
    func senderAlone(command: [String], user: StageFixture.User) throws {
        try Self.withGrant { service, token, id in
            let environment = ["STAGE_SOCKET": service.socket.text]
            let byToken = try service.fixture.run(
                ["stage"] + command + ["-"], input: Array(token.utf8), as: user, environment: environment)
            #expect(byToken.status == 5, "\(byToken)")
            let byID = try service.fixture.run(["stage"] + command + [id], as: user, environment: environment)
            #expect(byID.status == 3, "\(byID)")
            #expect(try service.stage("show", id, as: user).status == 3)
            #expect(try service.stage("list", "--json", as: user).text == "")
            #expect(try service.stage("receive", token, "--stdout", as: Users.receiver).status == 0)
            // Any process of the sender's user may, whatever its groups.
            let again = StageFixture.User(61001, gid: 7)
            for name in [token, id] {
                #expect(try service.stage("renew", "--ttl", "1h", name, as: again).status == 0)
            }
            #expect(try service.stage("revoke", id, as: again).status == 0)
            #expect(try service.stage("receive", token, "--stdout", as: Users.receiver).status == 3)
        }
    }

    @Test("rule 1: a holder is told why a grant has ended; renew never revives it")
    func ended() throws {
        try Self.withGrant { service, token, id in
            let area = try service.stage("receive", token, as: Users.receiver)
            #expect(try service.stage("revoke", token, as: Users.sender).status == 0)
            let received = try service.stage("receive", token, "--json", as: Users.receiver)
            #expect(received.status == 3 && received.errors.contains(#""error":"grantRevoked""#), "\(received)")
            for command in [["renew", "--ttl", "1h", id], ["revoke", id]] {
                let outcome = try service.fixture.run(
                    ["stage"] + command, as: Users.sender, environment: ["STAGE_SOCKET": service.socket.text])
                #expect(outcome.status == 3, "\(command): \(outcome)")
            }
            // Areas received already stay.
            #expect(try service.shell("cat '\(area.text)'", as: Users.receiver).text == "x")
        }
    }

    @Test("section 6: only the service's own user and root stop it")
    func stop() throws {
        try Self.withGrant { service, _, _ in
            let refused = try service.stage("stop", as: Users.sender)
            #expect(refused.status == 5, "\(refused)")
            #expect(try service.stage("status", as: Users.sender).status == 0)
            #expect(try service.stage("stop", as: Users.root).status == 0)
            #expect(try Patience.until { try service.stage("status", as: Users.sender).status == 7 })
        }
    }
}
