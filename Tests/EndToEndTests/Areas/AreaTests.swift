import Foundation
import LinuxSystem
import StagingTestSupport
import Testing

@Suite("Areas")
struct AreaTests {
    @Test(
        "rule 10: read-only, under the suggested name, never the sender's inode",
        arguments: [(0o600, 0o444), (0o666, 0o444), (0o755, 0o555), (0o4710, 0o554)] as [(UInt32, UInt32)])
    func file(_ sent: UInt32, _ received: UInt32) throws {
        try Handover.with { it in
            try it.scratch.file("a.bin", Sample.bytes(10_000), mode: sent)
            try it.script("touch -d 2001-02-03T04:05:06Z a.bin")
            let before = try it.status("a.bin")
            let token = try it.token("--name", "suggested name.bin", "a.bin")
            let area = try it.area(of: token)
            #expect(area.lastComponent == "suggested name.bin")
            let status = try FileStatus.of(area)
            #expect(status.permissions == received, "\(String(status.permissions, radix: 8))")
            #expect(status.inode != before.inode)
            #expect(status.modified == before.modified)
            #expect(try FileStatus.of(area.parent).permissions == 0o500)
            #expect(try Scratch.names(in: area.parent) == ["suggested name.bin"])
            #expect(Scratch.content(of: area) == Sample.bytes(10_000))
            #expect(try it.status("a.bin") == before, "the sender's file is untouched")
            #expect(try it.area(of: token) != area, "each receive has an area of its own")
            let file = try OwnedDescriptor.open(area, .readOnly)
            #expect(try ExtendedAttributes.value(of: "user.stage.grant", on: file.number) != nil)
        }
    }

    @Test(
        "rule 11: an area ends with its time, as a whole; an open descriptor stays valid", arguments: ["file", "tree"])
    func lease(_ kind: String) throws {
        try Handover.with { it in
            try it.script(
                "echo text > file; mkdir -p tree/sub; echo text > tree/sub/x; touch -d 1999-01-01 file tree/sub/x")
            var area = Path("")
            var opened: SharedDescriptor?
            // On a disk with much else to do one of a second may have ended before it can be opened.
            for seconds in [1, 5, 25] where opened == nil {
                area = Path(try it.receive(it.token(kind), "--hold", "\(seconds)s").text)
                opened = try? SharedDescriptor(.open(kind == "file" ? area : area.appending("sub/x"), .readOnly))
            }
            let open = try #require(opened)
            try it.eventually("it ends") { (try? FileStatus.of(area.parent)) == nil }
            #expect(try open.readAll() == Array("text\n".utf8))
            #expect(try it.stage(["keep", area.text, "kept"]).status == 3)
            #expect(try it.stage(["hold", area.text, "--for", "1h"]).status == 3)
            #expect(try it.stage(["release", area.text]).status == 3)
        }
    }

    @Test("case B29: the age is the area's and not its files', and reading does not prolong it")
    func age() throws {
        try Handover.with { it in
            try it.scratch.file("a", "a")
            try it.script("touch -d 1970-01-02 a")
            let token = try it.token("a")
            let old = try it.area(of: token)
            let short = Path(try it.receive(token, "--hold", "2s").text)
            try it.eventually("it ends although it is read") {
                _ = Scratch.content(of: short)
                return (try? FileStatus.of(short)) == nil
            }
            #expect(Scratch.content(of: old) != nil)
        }
    }

    @Test("hold prolongs and shortens, counted from now; not beyond the limit")
    func hold() throws {
        try Handover.with { it in
            try it.scratch.file("a", "a")
            let area = Path(try it.receive(it.token("a"), "--hold", "5m").text)
            let held = try JSONObject(it.stage(["hold", "--json", area.text, "--for", "2h"]).text)
            let until = try #require(ISO8601DateFormatter().date(from: held.text("leaseExpires")))
            #expect(abs(until.timeIntervalSinceNow - 7200) < 10)
            #expect(try it.stage(["hold", area.text, "--for", "25h"]).status == 6)
            let listed = try it.stage(["list", "--json"]).lines.filter { $0.contains("leaseExpires") }
            #expect(try listed.map { try JSONObject($0).text("leaseExpires") } == [held.text("leaseExpires")])
            #expect(try it.stage(["hold", area.text, "--for", "1s"]).status == 0)
            try it.eventually("it ends") { (try? FileStatus.of(area)) == nil }
        }
    }

    @Test("a lease over the limit is refused with 6, and no use is spent")
    func tooLong() throws {
        try Handover.with { it in
            try it.scratch.file("a", "a")
            let token = try it.token("--once", "a")
            #expect(try it.receive(token, "--hold", "25h").status == 6)
            #expect(try it.receive(token, "--hold", "24h").status == 0)
        }
    }

    @Test("rule 11: --while: the area ends with the process that it is bound to")
    func bound() throws {
        try Handover.with { it in
            try it.scratch.file("a", "a")
            let process = try it.fixture.start(["sleep", "60"])
            let area = Path(try it.receive(it.token("a"), "--while", "\(process.pid)").text)
            #expect(Scratch.content(of: area) != nil)
            process.send(signal: SIGKILL)
            _ = process.wait()
            try it.eventually("it ends") { (try? FileStatus.of(area)) == nil }
            #expect(try it.receive(it.token("a"), "--while", "\(process.pid)").status == 2)
        }
    }

    @Test("release ends areas early, named by anything in them; one that is none gives 3 and the others still end")
    func release() throws {
        try Handover.with { it in
            try it.script("mkdir -p tree/sub; echo x > tree/sub/x; echo a > a")
            let file = try it.area(of: it.token("a"))
            let tree = try it.area(of: it.token("tree"))
            let folder = try it.area(of: it.token("a"))
            let released = try it.stage([
                "release", file.text, "/tmp", tree.appending("sub/x").text, folder.parent.text,
            ])
            #expect(released.status == 3, "\(released)")
            #expect(released.text.isEmpty)
            for path in [file, tree, folder] {
                #expect(try it.stage(["hold", path.text, "--for", "1h"]).status == 3)
                try it.eventually("\(path) is gone") { (try? FileStatus.of(path)) == nil }
            }
            #expect(try it.stage(["release", file.text]).status == 3)
        }
    }

    @Test("an area of a revoked or spent grant stays", arguments: ["revoke", "once"])
    func outlivesGrant(_ end: String) throws {
        try Handover.with { it in
            try it.scratch.file("a", "a")
            let grant = try it.grant("--uses", end == "once" ? "1" : "9", "a")
            let area = try it.area(of: grant.text("token"))
            if end == "revoke" { try it.stage(["revoke", grant.text("id")]) }
            try it.eventually("the staged bytes go") { try it.staged.isEmpty }
            #expect(Scratch.content(of: area) == [97])
            #expect(try it.stage(["keep", area.text, "kept"]).status == 0)
        }
    }
}
