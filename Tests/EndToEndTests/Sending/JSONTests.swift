import LinuxSystem
import StagingTestSupport
import Testing

@Suite("The members of --json, as section 5 has them")
struct JSONMemberTests {
    private func check(
        _ outcome: StageFixture.Outcome, _ fields: JSONFields, location: SourceLocation = #_sourceLocation
    ) throws {
        #expect(!outcome.lines.isEmpty, "\(outcome)", sourceLocation: location)
        for line in outcome.lines {
            #expect(fields.faults(in: try JSONObject(line).members) == [], sourceLocation: location)
        }
    }

    @Test(
        "what send prints",
        arguments: [
            ["a.txt"], ["--once", "a.txt"], ["--original", "a.txt"], ["--type", ".png", "a.txt"], ["tree"],
            ["a.txt", "tree"], ["--move", "a.txt"], ["a.txt", "--also", "tree,scope=process:1"],
        ])
    func send(_ arguments: [String]) throws {
        try Handover.with { it in
            try it.scratch.file("a.txt", "a")
            try it.scratch.folder("tree")
            let own = arguments.map { $0.replacing("process:1", with: "process:\(OwnProcess.pid)") }
            try check(it.stage(["send", "--json"] + own), .sentGrant)
        }
    }

    @Test("what show, list, renew and revoke print of grants; the token is in none of them")
    func grants() throws {
        try Handover.with { it in
            try it.scratch.file("a.txt", "a")
            let grant = try it.grant("a.txt")
            try it.receive(grant.text("token"), "--stdout")
            for words in [
                ["show", grant.text("id")], ["show", grant.text("token")], ["list"],
                ["renew", grant.text("id"), "--ttl", "2h"], ["revoke", grant.text("id")], ["show", grant.text("id")],
            ] {
                let outcome = try it.stage(words + ["--json"])
                #expect(outcome.status == 0, "\(words): \(outcome)")
                try check(outcome, .grant)
            }
            let shown = try JSONObject(it.stage(["show", "--json", grant.text("id")]).text)
            #expect(shown.text("state") == "revoked")
        }
    }

    @Test("what receive prints: with an area, straight to a place, an original")
    func receive() throws {
        try Handover.with { it in
            try it.scratch.file("a.txt", "a")
            try it.scratch.folder("tree")
            let token = try it.token("a.txt")
            try check(it.receive(token, "--json"), .receivedArea)
            let digest = try it.receive(token, "--json", "--sha256")
            try check(digest, .receivedArea)
            #expect(
                try JSONObject(digest.text).text("sha256")
                    == "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb")
            try check(it.receive(token, "--json", "--sha256", "--to", "b.txt"), .receivedFile)
            try check(it.receive(it.token("--original", "a.txt"), "--json"), .receivedFile)
            let tree = try it.token("tree")
            try check(it.receive(tree, "--json"), .receivedArea)
            try check(it.receive(tree, "--json", "--to", "b"), .receivedFile)
        }
    }

    @Test("what hold, release and keep print of an area")
    func areas() throws {
        try Handover.with { it in
            try it.scratch.file("a.txt", "a")
            let area = try it.area(of: it.token("a.txt")).text
            try check(it.stage(["hold", "--json", area, "--for", "1h"]), .area)
            try check(it.stage(["keep", "--json", area, "kept"]), JSONFields(["path": .text]))
            let other = try it.area(of: it.token("a.txt")).text
            try check(it.stage(["release", "--json", other]), .area)
        }
    }

    @Test("what type prints", arguments: ["a.txt", "page.png", "empty"])
    func type(_ name: String) throws {
        try Handover.with { it in
            try it.scratch.file("a.txt", "a\n")
            try it.scratch.file("page.png", Sample.png)
            try it.scratch.file("empty", "")
            try check(it.stage(["type", "--json", name]), .type)
        }
    }

    @Test(
        "an error is one object on standard error",
        arguments: [
            (["send", "missing"], "unreadable", 1), (["receive", "stg_aaaaaaaaaaaaaaaaaaaaaaaaaa"], "noSuchGrant", 3),
            (["receive", "no token"], "wrongUsage", 2), (["show", "nothing"], "noSuchGrant", 3),
            (["release", "/"], "noSuchArea", 3), (["frobnicate"], "wrongUsage", 2), (["send"], "wrongUsage", 2),
            (["hold", "x"], "wrongUsage", 2),
        ])
    func errors(_ words: [String], _ name: String, _ status: Int32) throws {
        try Handover.with { it in
            let outcome = try it.stage(words + ["--json"])
            #expect(outcome.status == status, "\(outcome)")
            #expect(outcome.text.isEmpty)
            let error = try JSONObject(outcome.errors)
            #expect(JSONFields.error.faults(in: error.members) == [])
            #expect(error.text("error") == name)
        }
    }
}
