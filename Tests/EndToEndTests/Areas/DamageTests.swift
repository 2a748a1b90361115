import LinuxSystem
import StagingTestSupport
import Testing

@Suite("Staged bytes that somebody changed")
struct DamageTests {
    @Test(
        "rule 10: found before a receive, which fails with 8; areas out already that share them are marked",
        arguments: [
            "chmod u+w F; printf x >> F; chmod u-w F", "chmod u+w F; printf X | dd of=F bs=1 conv=notrunc; chmod u-w F",
            "chmod 755 F", "touch F", "touch -d 2001-01-01 F", "rm -f F", "cp -p F F2; mv -f F2 F",
        ])
    func file(_ damage: String) throws {
        try Handover.with { it in
            try it.scratch.file("a.txt", "as it was sent\n")
            let grant = try it.grant("--uses", "5", "a.txt")
            let area = try it.area(of: grant.text("token"))
            let name = try #require(try it.staged.first)
            let path = it.store.appending("bytes").appending(Path(name)).text
            try it.script("exec 2>&1; " + damage.replacing("F", with: path))
            for options in [[], ["--stdout"], ["--to", "new"]] {
                let received = try it.stage(["receive", "-", "--json"] + options, input: grant.text("token"))
                #expect(received.status == 8, "\(received)")
                #expect(received.text.isEmpty)
                #expect(try JSONObject(received.errors).text("error") == "damaged")
            }
            #expect(!it.exists("new"))
            let left = try JSONObject(it.stage(["show", "--json", grant.text("id")]).text)
            #expect(left["usesLeft"] as? Int == 4, "no use was spent")
            let listed = try it.stage(["list", "--json"]).lines.filter { $0.contains("leaseExpires") }
            #expect(try listed.map { try JSONObject($0)["damaged"] as? Bool } == [true])
            #expect(try it.stage(["list"]).text.contains("damaged"))
            let kept = try it.stage(["keep", "--json", area.text, "kept"])
            #expect(kept.status == 8)
            #expect(!it.exists("kept"))
        }
    }

    @Test(
        "rule 10: a file of a staged tree likewise, and its manifest",
        arguments: [
            "chmod u+w F/content/x; printf more >> F/content/x; chmod u-w F/content/x",
            "chmod u+w F/content/x; printf X | dd of=F/content/x bs=1 conv=notrunc; chmod u-w F/content/x",
            "chmod 755 F/content/x", "touch F/content/x", "rm -f F/content/x",
            "rm -f F/content/x; echo text > F/content/x; chmod 444 F/content/x",
            "chmod u+w F/manifest; printf x >> F/manifest; chmod u-w F/manifest", "rm -f F/manifest", "rm -rf F",
        ])
    func tree(_ damage: String) throws {
        try Handover.with { it in
            try it.script("mkdir tree; echo text > tree/x; chmod 644 tree/x")
            let token = try it.token("tree")
            let name = try #require(try it.staged.first)
            let path = it.store.appending("bytes").appending(Path(name)).text
            try it.script("exec 2>&1; " + damage.replacing("F", with: path))
            let received = try it.receive(token, "--json", "--to", "new")
            #expect(received.status == 8, "\(received)")
            #expect(try JSONObject(received.errors).text("error") == "damaged")
            #expect(!it.exists("new"))
            try it.eventually("no area is left") { try Scratch.names(in: it.store.appending("areas")).isEmpty }
        }
    }
}
