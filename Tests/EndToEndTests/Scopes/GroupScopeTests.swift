import Foundation
import LinuxSystem
import StagingTestSupport
import Testing

@Suite("The scope group", Needs.severalUsers)
struct GroupScopeTests {
    private static let member = StageFixture.User(61001, groups: [Users.group])

    private static let receivers: [(StageFixture.User, Int32)] = [
        (StageFixture.User(61002, groups: [Users.group]), 0),
        (StageFixture.User(61003, gid: Users.group), 0),
        (StageFixture.User(61003, groups: [5, 7, Users.group]), 0),
        (StageFixture.User(61004), 5),
        // The sender's own user, in a process that does not hold the group.
        (StageFixture.User(61001), 5),
        (StageFixture.User(0), 5),
        (StageFixture.User(0, groups: [Users.group]), 0),
    ]

    @Test(
        "case B37: the groups that the peer's process holds decide, primary or supplementary; root is nobody special",
        arguments: receivers)
    func heldGroups(receiver: StageFixture.User, status: Int32) throws {
        try SharedService.with { service in
            try service.fixture.scratch.file("f.txt", "for the group\n")
            let token = try service.send("--scope", "group:\(Users.group)", "f.txt", as: Self.member)
            let received = try service.stage("receive", token, "--stdout", as: receiver)
            #expect(received.status == status, "\(received)")
            #expect(received.text == (status == 0 ? "for the group" : ""))
            if status == 5 { #expect(received.errors.contains("does not admit")) }
        }
    }

    @Test("rule 15: the groups are read anew for each connection")
    func readAnew() throws {
        try SharedService.with { service in
            try service.fixture.scratch.file("f.txt", "x\n")
            let token = try service.send("--scope", "group:\(Users.group)", "f.txt", as: Self.member)
            let with = StageFixture.User(61002, groups: [Users.group])
            for (user, status): (StageFixture.User, Int32) in [
                (Users.receiver, 5), (with, 0), (Users.receiver, 5), (with, 0),
            ] {
                let received = try service.stage("receive", token, "--stdout", as: user)
                #expect(received.status == status, "\(user): \(received)")
            }
        }
    }

    @Test("rule 16: without a name it is the sender's primary group")
    func primaryGroup() throws {
        try SharedService.with { service in
            try service.fixture.scratch.file("f.txt", "x\n")
            let sender = StageFixture.User(61001, gid: Users.group)
            let token = try service.send("--scope", "group", "f.txt", as: sender)
            let shown = try service.stage("show", token, "--json", as: sender)
            // The grant's and the representation's.
            #expect(shown.text.components(separatedBy: "\"scope\":\"group:\(Users.group)\"").count == 3, "\(shown)")
            let member = StageFixture.User(61002, groups: [Users.group])
            #expect(try service.stage("receive", token, "--stdout", as: member).status == 0)
            #expect(try service.stage("receive", token, "--stdout", as: Users.receiver).status == 5)
        }
    }

    @Test(
        "rule 16: a group that the sender does not hold is wrong usage",
        arguments: ["group:61101", "group:0", "group:no-such-group-here"])
    func notAMember(scope: String) throws {
        try SharedService.with { service in
            try service.fixture.scratch.file("f.txt", "x\n")
            let sent = try service.stage("send", "--scope", scope, "f.txt", as: Self.member)
            #expect(sent.status == 2, "\(sent)")
            #expect(sent.errors.contains("hint: "))
            // Nothing of it is left.
            #expect(try service.stage("list", "--json", as: Self.member).text == "")
        }
    }
}
