import Foundation
import LinuxSystem
import StagingTestSupport
import Testing

@Suite("What a received file is like")
struct KeptFileTests {
    /// Ways to a file of one's own.
    enum Way: String, CaseIterable {
        case to = "receive --to", keep, once = "receive --to of the last use"
    }

    private func get(_ way: Way, _ it: Handover, _ path: String, as new: String, _ options: String = "") throws
        -> StageFixture.Outcome
    {
        let token = way == .once ? try it.token("--once", path) : try it.token(path)
        let command =
            way == .keep
            ? "stage keep \"$(stage receive \(token))\" \(new) \(options)"
            : "stage receive \(token) --to \(new) \(options)"
        let outcome = try it.script("umask ${MASK:-022}; " + command)
        #expect(outcome.status == 0, "\(outcome)")
        return outcome
    }

    @Test(
        "rule 12: an ordinary file of the receiver: its umask, execute bits kept, time kept, an inode of its own",
        arguments: Way.allCases,
        [
            (0o600, "022", 0o644), (0o755, "027", 0o750), (0o444, "077", 0o600), (0o640, "000", 0o666),
            (0o4711, "022", 0o755),
        ] as [(UInt32, String, UInt32)])
    func ordinary(_ way: Way, _ modes: (sent: UInt32, mask: String, kept: UInt32)) throws {
        try Handover.with { it in
            try it.scratch.file("a.bin", Sample.bytes(10_000), mode: modes.sent)
            try it.script("touch -d '2001-02-03 04:05:06.123456789Z' a.bin")
            let before = try it.status("a.bin")
            let token = way == .once ? try it.token("--once", "a.bin") : try it.token("a.bin")
            let area = way == .keep ? try it.area(of: token) : nil
            let command = area.map { "keep \($0.text) new" } ?? "receive \(token) --to new"
            let kept = try it.script("umask \(modes.mask); stage \(command)")
            #expect(kept.status == 0, "\(kept)")
            let after = try it.status("new")
            #expect(after.permissions == modes.kept, "\(String(after.permissions, radix: 8))")
            #expect(after.modified == before.modified)
            #expect(after.inode != before.inode)
            try it.eventually("nothing else names its inode") { try it.status("new").linkCount == 1 }
            #expect(after.user == OwnProcess.uid)
            #expect(Scratch.content(of: it.scratch("new")) == Sample.bytes(10_000))
            #expect(try it.status("a.bin") == before || way == .once)
        }
    }

    @Test("rule 14: it tells where it came from, unless that is not wanted", arguments: Way.allCases)
    func provenance(_ way: Way) throws {
        try Handover.with { it in
            try it.scratch.file("page.png", Sample.png)
            _ = try get(way, it, "page.png", as: "with.png")
            _ = try get(way, it, "page.png", as: "without.png", "--no-provenance")
            let with = try OwnedDescriptor.open(it.scratch("with.png"), .readOnly)
            let names = try ExtendedAttributes.names(on: with.number).map(\.text).filter { $0.hasPrefix("user.") }
            #expect(names.sorted() == ["user.stage.grant", "user.stage.sender", "user.stage.sent", "user.stage.type"])
            func value(_ name: Path) throws -> String? {
                try ExtendedAttributes.value(of: name, on: with.number).map { String(decoding: $0, as: UTF8.self) }
            }
            #expect(try value("user.stage.type") == "public.png")
            #expect(try value("user.stage.sender") == String(OwnProcess.uid))
            #expect(try value("user.stage.grant")?.count == 10)
            #expect(try value("user.stage.sent")?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil)
            let without = try OwnedDescriptor.open(it.scratch("without.png"), .readOnly)
            #expect(try ExtendedAttributes.names(on: without.number).filter { $0.text.hasPrefix("user.") } == [])
        }
    }

    @Test("rule 12: the last receive of a spent grant takes the staged inode over, and the grant is spent")
    func takesInode() throws {
        try Handover.with { it in
            try it.scratch.file("a.bin", Sample.bytes(1 << 20))
            let grant = try it.grant("--once", "a.bin")
            let name = try #require(try it.staged.first)
            let staged = try FileStatus.of(it.store.appending("bytes").appending(Path(name)))
            #expect(try it.receive(grant.text("token"), "--to", "new").status == 0)
            #expect(try it.status("new").inode == staged.inode)
            #expect(try it.receive(grant.text("token")).status == 3)
            try it.eventually("the store lets go of it") { try it.staged.isEmpty }
            #expect(Scratch.content(of: it.scratch("new")) == Sample.bytes(1 << 20))
        }
    }

    @Test("holes stay holes", arguments: Way.allCases)
    func holes(_ way: Way) throws {
        try Handover.with { it in
            try it.script("truncate -s 64M a.bin; printf middle | dd of=a.bin bs=1 seek=33554432 conv=notrunc 2>errors")
            _ = try get(way, it, "a.bin", as: "new")
            let status = try it.status("new")
            #expect(status.size == 64 << 20)
            #expect(status.allocated < 1 << 20)
            #expect(try it.script("cmp a.bin new").status == 0)
        }
    }

    @Test("to another file system it is copied, also by the last receive")
    func elsewhere() throws {
        try Handover.with { it in
            let place = Path("/dev/shm/stage-test-kept-\(OwnProcess.pid)")
            defer { OwnProcess.unlink(place) }
            try it.scratch.file("a.bin", Sample.bytes(100_000))
            #expect(try it.receive(it.token("--once", "a.bin"), "--to", place.text).status == 0)
            #expect(Scratch.content(of: place) == Sample.bytes(100_000))
        }
    }
}
