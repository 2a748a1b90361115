import LinuxSystem
import StagingTestSupport
import Testing

@Suite("Originals for other users", Needs.severalUsers)
struct OriginalAccessTests {
    private struct Case: CustomTestStringConvertible, Sendable {
        var what: String
        /// What the sender does to its file.
        var prepare: String
        var receiver = StageFixture.User(61002, groups: [Users.group])
        var isAdmitted: Bool

        var testDescription: String { what }
    }

    private static let cases: [Case] = [
        Case(what: "readable by all", prepare: "chmod 0644 senders/f.txt", isAdmitted: true),
        // The receiver could not open it, but the sender could, and hands it over.
        Case(what: "the sender's alone", prepare: "chmod 0600 senders/f.txt", isAdmitted: true),
        Case(what: "writable by all", prepare: "chmod 0666 senders/f.txt", isAdmitted: false),
        Case(
            what: "writable by the receiver's group",
            prepare: "chgrp \(Users.group) senders/f.txt; chmod 0664 senders/f.txt", isAdmitted: false),
        Case(
            what: "writable by a group of others",
            prepare: "chgrp \(Users.group) senders/f.txt; chmod 0664 senders/f.txt", receiver: Users.third,
            isAdmitted: true),
        Case(what: "for root", prepare: "chmod 0644 senders/f.txt", receiver: Users.root, isAdmitted: false),
    ]

    private static func withOriginal(
        _ prepare: String, _ body: (SharedService, String) throws -> Void
    ) throws {
        try SharedService.with { service in
            try service.fixture.scratch.folder("senders", mode: 0o777)
            let sent = try service.shell(
                "echo original >senders/f.txt; \(prepare); stage send --original --scope all senders/f.txt",
                as: StageFixture.User(61001, groups: [Users.group]))
            try #require(sent.status == 0, "\(sent)")
            try body(service, sent.text)
        }
    }

    @Test("rule 4: another user gets the descriptor only where the inode gives it no right to write", arguments: cases)
    private func writable(_ one: Case) throws {
        try Self.withOriginal(one.prepare) { service, token in
            let received = try service.stage("receive", token, "--stdout", "--json", as: one.receiver)
            #expect(received.status == (one.isAdmitted ? 0 : 1), "\(received)")
            #expect(received.text == (one.isAdmitted ? "original" : ""))
            #expect(received.errors.contains(#""error":"originalWritable""#) == !one.isAdmitted, "\(received)")
            // Between processes of one user read-only is a courtesy.
            #expect(try service.stage("receive", token, "--stdout", as: Users.sender).text == "original")
        }
    }

    @Test("rule 4: an ACL counts as the mode does", Needs.program("setfacl"))
    func writableByACL() throws {
        try Self.withOriginal("setfacl -m u:61002:rw senders/f.txt") { service, token in
            let refused = try service.stage("receive", token, "--stdout", as: Users.receiver)
            #expect(refused.status == 1, "\(refused)")
            #expect(try service.stage("receive", token, "--stdout", as: Users.third).text == "original")
        }
    }

    @Test("section 4: an original has no area; a bare receive says what to use instead")
    func bareReceive() throws {
        try Self.withOriginal("chmod 0600 senders/f.txt") { service, token in
            let bare = try service.stage("receive", token, as: Users.receiver)
            #expect(bare.status == 2, "\(bare)")
            #expect(bare.errors.contains("--to, --stdout or --exec"))
            try service.fixture.scratch.folder("mine", mode: 0o777)
            let kept = try service.stage("receive", token, "--to", "mine", as: Users.receiver)
            #expect(kept.text == "mine/f.txt", "\(kept)")
            #expect(try FileStatus.of(service.fixture.scratch("mine/f.txt")).user == 61002)
        }
    }

    @Test("section 4: for a command an original is an open descriptor, which has to be readable for its user")
    func executed() throws {
        try Self.withOriginal("chmod 0644 senders/f.txt") { service, token in
            let run = try service.stage("receive", token, "--exec", "cat", "{}", as: Users.receiver)
            #expect(run.text == "original", "\(run)")
        }
    }

    @Test("rule 14: where an original came from the service tells, not the file itself", Needs.program("setfattr"))
    func forgedProvenance() throws {
        try Self.withOriginal("setfattr -n user.stage.sender -v 0 senders/f.txt") { service, token in
            try service.fixture.scratch.folder("mine", mode: 0o777)
            let kept = try service.stage("receive", token, "--to", "mine", as: Users.sender)
            #expect(kept.text == "mine/f.txt", "\(kept)")
            let attributes = try service.shell("getfattr -d mine/f.txt", as: Users.sender)
            #expect(attributes.text.contains("user.stage.sender=\"\(Users.sender.uid)\""), "\(attributes)")
            #expect(attributes.lines.count { $0.hasPrefix("user.stage.") } == 4, "\(attributes)")
            let bare = try service.stage(
                "receive", token, "--to", "mine/bare", "--no-provenance", as: Users.sender)
            #expect(bare.status == 0, "\(bare)")
            #expect(try !service.shell("getfattr -d mine/bare", as: Users.sender).text.contains("user.stage"))
        }
    }

    @Test("rule 4: a held original is let go when its grant is revoked")
    func letGo() throws {
        try Self.withOriginal("chmod 0644 senders/f.txt") { service, token in
            let pid = try #require(try service.servicePid())
            let original = service.fixture.scratch("senders/f.txt")
            #expect(try OpenFiles.of(pid).contains(original.text))
            #expect(try service.stage("revoke", token, as: Users.sender).status == 0)
            #expect(try Patience.until { try !OpenFiles.of(pid).contains(original.text) })
        }
    }
}
