import Glibc
import LinuxSystem
@testable import StagingEngine
import StagingModel
import StagingTestSupport
import Testing

/// Annexes and what a kill, or another store, does to them.
@Suite struct AnnexTests {
    private static let other = "/dev/shm"
    static let hasOther = unsafe access(other, W_OK) == 0

    /// Lends a folder on another file system than a store in the scratch folder.
    private func with(_ body: (Scratch, Path) throws -> Void) throws {
        try Scratch.with { scratch in
            let annex = Path(Self.other).appending(Path("stage-test-\(UInt32.random(in: 0 ... .max))"))
            try OwnProcess.makeDirectory(annex, mode: 0o700)
            defer {
                let parent = try? Directory.open(annex.parent)
                if let parent { _ = try? removeTree(named: annex.lastComponent, in: parent.descriptor.number) }
            }
            try body(scratch, annex)
        }
    }

    private func store(_ name: String, _ annex: Path, in scratch: Scratch, _ log: LogBook) throws -> LocalByteStore {
        let root = scratch(name)
        try? OwnProcess.makeDirectory(root, mode: 0o700)
        return try LocalByteStore(
            root: root, annexes: [annex], isShared: false, limits: Limits(), report: { log.add($0) })
    }

    @Test("rule 6: a store never takes the bytes in another store's annex for its own", .enabled(if: hasOther))
    func otherStore() throws {
        try with { scratch, annex in
            let log = LogBook()
            let first = try store("first", annex, in: scratch, log)
            #expect(first.volumes().map(\.path) == [scratch("first").text, annex.text])
            let second = try store("second", annex, in: scratch, log)
            #expect(second.volumes().map(\.path) == [scratch("second").text])
            #expect(log.lines.count == 1 && log.lines[0].contains("belongs to another store"), "\(log.lines)")
            let again = try store("first", annex, in: scratch, log)
            #expect(again.volumes().count == 2 && log.lines.count == 1)
        }
    }

    @Test("rule 6: what a kill left of a change to the list of annexes does not keep it from the next change")
    func halfListed() throws {
        try EngineFixture.with { fixture in
            try fixture.crash { try fixture.shell("echo half > \"$1/.annexes\"", fixture.store) }
            try fixture.restart()
            #expect(try fixture.names("").contains(".annexes") == false)
            #expect(fixture.log.lines.isEmpty)
        }
    }
}
