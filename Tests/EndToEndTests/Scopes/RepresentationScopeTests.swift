import LinuxSystem
import StagingTestSupport
import Testing

@Suite("Scopes of representations", Needs.severalUsers)
struct RepresentationScopeTests {
    /// Two forms: the first for the sender's user, the second for all.
    private static func withGrant(_ body: (SharedService, String) throws -> Void) throws {
        try SharedService.with { service in
            try service.fixture.scratch.file("full.txt", "everything\n")
            try service.fixture.scratch.file("short.json", "{\"a\": [1, 2]}\n")
            let token = try service.send("full.txt", "--also", "short.json,scope=all", as: Users.sender)
            try body(service, token)
        }
    }

    @Test("rules 9 and 17: each receiver gets the first representation whose scope admits it")
    func firstAdmitted() throws {
        try Self.withGrant { service, token in
            #expect(try service.stage("receive", token, "--stdout", as: Users.sender).text == "everything")
            #expect(try service.stage("receive", token, "--stdout", as: Users.receiver).text == "{\"a\": [1, 2]}")
            let named = try service.stage("receive", token, "--json", as: Users.receiver)
            #expect(named.text.contains(#""name":"short.json""#), "\(named)")
        }
    }

    @Test("rule 9: what is not admitted is not there to be accepted either")
    func notAcceptable() throws {
        try Self.withGrant { service, token in
            let narrow = try service.stage("receive", token, "--accept", "public.plain-text", as: Users.sender)
            #expect(narrow.status == 0, "\(narrow)")
            let refused = try service.stage("receive", token, "--accept", "public.plain-text", as: Users.receiver)
            #expect(refused.status == 4, "\(refused)")
            // The answer must not name what the receiver may not know.
            #expect(!refused.errors.contains("plain-text"), "\(refused)")
        }
    }

    @Test("rule 8: show gives a token's holder the admitted representations alone, and no receivers")
    func shownOnly() throws {
        try Self.withGrant { service, token in
            #expect(try service.stage("receive", token, "--stdout", as: Users.receiver).status == 0)
            let holder = try service.stage("show", token, "--json", as: Users.receiver)
            #expect(holder.status == 0, "\(holder)")
            #expect(holder.text.contains("short.json") && !holder.text.contains("full.txt"))
            #expect(!holder.text.contains("receptions"))
            #expect(!holder.text.contains(token))
            let owner = try service.stage("show", token, "--json", as: Users.sender)
            #expect(owner.text.contains("short.json") && owner.text.contains("full.txt"))
            #expect(owner.text.contains(#""receptions":[{"uid":61002"#), "\(owner)")
        }
    }

    @Test("rule 17: a representation can be narrower than the grant; who is in none is refused")
    func narrower() throws {
        try SharedService.with { service in
            try service.fixture.scratch.file("small.txt", "small\n")
            try service.fixture.scratch.file("raw.txt", "raw\n")
            let sender = StageFixture.User(61001, groups: [Users.group])
            let member = StageFixture.User(61003, groups: [Users.group])
            let token = try service.send(
                "raw.txt", "--also", "small.txt,scope=group:\(Users.group)", "--scope", "team", as: sender)
            #expect(try service.stage("receive", token, "--stdout", as: Users.sender).text == "raw")
            #expect(try service.stage("receive", token, "--stdout", as: member).text == "small")
            #expect(try service.stage("receive", token, "--stdout", as: Users.stranger).status == 5)
            #expect(try service.stage("receive", token, "--stdout", as: Users.root).status == 5)
        }
    }

    @Test("rule 1: a use that a refused receiver asked for is not taken")
    func refusalCostsNoUse() throws {
        try SharedService.with { service in
            try service.fixture.scratch.file("f.txt", "x\n")
            let token = try service.send("--once", "f.txt", as: Users.sender)
            #expect(try service.stage("receive", token, "--stdout", as: Users.stranger).status == 5)
            #expect(try service.stage("receive", token, "--stdout", as: Users.sender).status == 0)
            #expect(try service.stage("receive", token, "--stdout", as: Users.sender).status == 3)
        }
    }
}
