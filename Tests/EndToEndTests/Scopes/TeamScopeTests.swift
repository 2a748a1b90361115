import LinuxSystem
import StagingTestSupport
import Testing

@Suite("The scopes team and all", Needs.severalUsers)
struct TeamScopeTests {
    private static let teams = """
        [team film]
        members = 61001, 61002

        [team sound]
        members = 61001, 61003
        """

    private struct Case: CustomTestStringConvertible, Sendable {
        var scope: [String]
        var sender = Users.sender
        var admitted: [StageFixture.User]
        var refused: [StageFixture.User]

        var testDescription: String { "\(scope) of \(sender.uid)" }
    }

    private static let cases: [Case] = [
        // The default: the own user and the members of all teams of the sender.
        Case(
            scope: [], admitted: [Users.sender, Users.receiver, Users.third],
            refused: [Users.stranger, Users.root, Users.service]),
        Case(scope: ["--scope", "team"], admitted: [Users.third], refused: [Users.stranger]),
        Case(
            scope: ["--scope", "team:film"], admitted: [Users.sender, Users.receiver],
            refused: [Users.third, Users.stranger, Users.root]),
        Case(scope: [], sender: Users.receiver, admitted: [Users.receiver, Users.sender], refused: [Users.third]),
        // In no team: the own user alone, whatever its groups.
        Case(
            scope: [], sender: Users.stranger, admitted: [StageFixture.User(61004, gid: 7)],
            refused: [Users.receiver, Users.root, StageFixture.User(61003, gid: 61004)]),
        Case(
            scope: ["--scope", "all"], admitted: [Users.sender, Users.stranger, Users.root, StageFixture.User(65534)],
            refused: []),
    ]

    @Test("rules 16 and 17: who is in a team", arguments: cases)
    private func members(_ one: Case) throws {
        try SharedService.with(configuration: Self.teams) { service in
            try service.fixture.scratch.file("f.txt", "x\n")
            let sent = try service.fixture.run(
                ["stage", "send"] + one.scope + ["f.txt"], as: one.sender,
                environment: ["STAGE_SOCKET": service.socket.text])
            try #require(sent.status == 0, "\(sent)")
            for user in one.admitted {
                let received = try service.stage("receive", sent.text, "--stdout", as: user)
                #expect(received.status == 0, "\(user): \(received)")
            }
            for user in one.refused {
                let received = try service.stage("receive", sent.text, "--stdout", as: user)
                #expect(received.status == 5, "\(user): \(received)")
                #expect(received.text == "")
                #expect(try service.stage("show", sent.text, as: user).status == 5)
            }
        }
    }

    @Test(
        "rule 16: a team that is not there, or not the sender's, is wrong usage", arguments: ["team:film", "team:nope"])
    func notInTheTeam(scope: String) throws {
        try SharedService.with(configuration: Self.teams) { service in
            try service.fixture.scratch.file("f.txt", "x\n")
            let sent = try service.stage("send", "--scope", scope, "f.txt", as: Users.third)
            #expect(sent.status == 2, "\(sent)")
            #expect(sent.errors.contains("hint: stage status lists the teams"))
        }
    }

    @Test("stage status lists the configured teams")
    func listed() throws {
        try SharedService.with(configuration: Self.teams) { service in
            let people = try service.stage("status", as: Users.stranger)
            #expect(people.text.contains("film, sound"))
            let programs = try service.stage("status", "--json", as: Users.stranger)
            #expect(programs.text.contains(#""teams":["film","sound"]"#))
        }
    }
}
