import Foundation
import LinuxSystem
import StagingTestSupport
import Testing

/// What a plain user's sends meet that root's do not: no lease on files of others, names that are not in the user table.
@Suite(
    "Sending files of another owner", .enabled(if: StageFixture.isRoot, "needs root, to have two users"))
struct OtherOwnerTests {
    private static let user = StageFixture.User(61_235)

    private func asUser(_ body: (Handover, _ stage: ([String], String) throws -> StageFixture.Outcome) throws -> Void)
        throws
    {
        try Handover.with { it in
            try it.scratch.folder("home", mode: 0o777)
            let environment = ["XDG_STATE_HOME": it.scratch("home").text]
            let program = it.fixture.programs.appending("stage").text
            defer { _ = try? it.fixture.run([program, "stop"], as: Self.user, environment: environment) }
            try body(it) { words, input in
                try it.fixture.run(
                    [program] + words, input: Array(input.utf8), as: Self.user, environment: environment)
            }
        }
    }

    @Test(
        "rule 3: without a lease the times decide; case B43: also where the size is only nominal",
        arguments: ["file", "/proc/version", "/sys/devices/system/cpu/possible"])
    func checked(_ path: String) throws {
        try asUser { it, stage in
            try it.scratch.file("file", "text\n")
            let sent = try stage(["send", "--json", path], "")
            #expect(sent.status == 0, "\(sent)")
            let grant = try JSONObject(sent.text)
            #expect(grant.representations.first?.text("consistency") == "checked")
            let received = try stage(["receive", "-", "--stdout"], grant.text("token"))
            let whole = path == "file" ? it.scratch("file") : Path(path)
            #expect(received.output == Scratch.content(of: whole))
        }
    }

    @Test("rule 5: a foreign file is moved by a copy, and stays where the directory does not let it go")
    func move() throws {
        try asUser { it, stage in
            try it.scratch.folder("open", mode: 0o777)
            try it.scratch.file("open/gone.txt", "text\n")
            try it.scratch.file("stays.txt", "text\n")
            let gone = try stage(["send", "--json", "--move", "open/gone.txt"], "")
            #expect(try JSONObject(gone.text).representations.first?.text("staged") == "copy")
            #expect(!it.exists("open/gone.txt"))
            let stays = try stage(["send", "--move", "stays.txt"], "")
            #expect(it.text("stays.txt") == "text\n")
            #expect(stays.errors.contains("stays.txt"), "it is told: \(stays)")
        }
    }

    @Test("a user without a name is null in JSON")
    func namelessUser() throws {
        try asUser { it, stage in
            try it.scratch.file("file", "text\n")
            let grant = try JSONObject(stage(["send", "--json", "file"], "").text)
            #expect(JSONFields.sentGrant.faults(in: grant.members) == [])
            _ = try stage(["receive", "-", "--stdout"], grant.text("token"))
            let shown = try JSONObject(stage(["show", "--json", grant.text("id")], "").text)
            #expect(JSONFields.grant.faults(in: shown.members) == [])
            #expect((shown["sender"] as? [String: Any])?["user"] is NSNull)
        }
    }
}
