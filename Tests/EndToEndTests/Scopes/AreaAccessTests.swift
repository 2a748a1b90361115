import LinuxSystem
import StagingTestSupport
import Testing

@Suite("Who reaches an area", Needs.severalUsers)
struct AreaAccessTests {
    private static let sender = StageFixture.User(61001, groups: [Users.group])
    private static let member = StageFixture.User(61002, groups: [Users.group])

    /// A file of mode 0600 of a sender with umask 077, received by a member of the group.
    private static func withArea(_ body: (SharedService, Path) throws -> Void) throws {
        try SharedService.with { service in
            let folder = try service.fixture.scratch.folder("senders", mode: 0o1777)
            let sent = try service.shell(
                "umask 077; echo private >senders/f.txt; stage send --scope group:\(Users.group) senders/f.txt",
                as: Self.sender)
            try #require(sent.status == 0, "\(sent)")
            let mode = try FileStatus.of(folder.appending("f.txt")).permissions
            try #require(mode == 0o600)
            let received = try service.stage("receive", sent.text, as: Self.member)
            try #require(received.status == 0, "\(received)")
            try body(service, Path(received.text))
        }
    }

    @Test("case B41: the receiver reads the area whatever the sender's umask; nobody else does, nor writes anyone")
    func readableByItsReceiverAlone() throws {
        try Self.withArea { service, file in
            #expect(try service.shell("cat '\(file.text)'", as: Self.member).text == "private")
            #expect(try service.shell("ls '\(file.parent.text)'", as: Users.receiver).text == "f.txt")
            let others: [StageFixture.User] = [
                Self.sender, StageFixture.User(61003, groups: [Users.group]), Users.stranger,
                StageFixture.User(61003, gid: 61002),
            ]
            for other in others {
                #expect(try service.shell("cat '\(file.text)'", as: other).status != 0, "\(other)")
                #expect(try service.shell("ls '\(file.parent.text)'", as: other).status != 0, "\(other)")
            }
            // Neither does the receiver change it, nor anybody list the areas of others.
            #expect(try service.shell("echo more >>'\(file.text)'", as: Self.member).status != 0)
            #expect(try service.shell("rm -f '\(file.text)'", as: Self.member).status != 0)
            #expect(try service.shell("chmod u+w '\(file.text)'", as: Self.member).status != 0)
            #expect(try service.shell("ls '\(file.parent.parent.text)'", as: Self.member).status != 0)
            #expect(try service.shell("ls '\(file.parent.parent.parent.text)/bytes'", as: Self.member).status != 0)
            let status = try FileStatus.of(file)
            #expect(status.permissions & 0o222 == 0)
            #expect(status.user == Users.service.uid)
        }
    }

    @Test("rule 12: the kept file is its receiver's own, under its umask")
    func kept() throws {
        try Self.withArea { service, file in
            try service.fixture.scratch.folder("mine", mode: 0o777)
            let kept = try service.shell("umask 027; stage keep '\(file.text)' mine/kept.txt", as: Self.member)
            #expect(kept.text == "mine/kept.txt", "\(kept)")
            let status = try FileStatus.of(service.fixture.scratch("mine/kept.txt"))
            #expect(status.user == 61002 && status.permissions == 0o640, "\(status)")
            #expect(try service.shell("cat '\(file.text)'", as: Self.member).status != 0)
        }
    }

    @Test(
        "rule 8: another user's area is no area of yours, also for root",
        arguments: [["keep"], ["hold", "--for", "1h"], ["release"]],
        [Self.sender, Users.root, StageFixture.User(61003, gid: 61002)])
    func othersAreas(command: [String], user: StageFixture.User) throws {
        try Self.withArea { service, file in
            let outcome = try service.fixture.run(
                ["stage"] + command + [file.text], as: user, environment: ["STAGE_SOCKET": service.socket.text])
            #expect(outcome.status == 3, "\(outcome)")
            #expect(try service.shell("cat '\(file.text)'", as: Self.member).text == "private")
            #expect(try service.stage("list", "--json", as: user).text.contains(file.text) == false)
        }
    }

    @Test("rule 11: a tree's area is its receiver's alone as well")
    func trees() throws {
        try SharedService.with { service in
            try service.fixture.scratch.folder("senders", mode: 0o777)
            let sent = try service.shell(
                "umask 077; mkdir -p senders/d/in; echo x >senders/d/in/f.txt; stage send --scope all senders/d",
                as: Self.sender)
            let received = try service.stage("receive", sent.text, as: Self.member)
            try #require(received.status == 0, "\(sent)\(received)")
            #expect(try service.shell("cat '\(received.text)/in/f.txt'", as: Self.member).text == "x")
            #expect(try service.shell("cat '\(received.text)/in/f.txt'", as: Self.sender).status != 0)
            #expect(try service.shell("cat '\(received.text)/in/f.txt'", as: Users.stranger).status != 0)
        }
    }
}
