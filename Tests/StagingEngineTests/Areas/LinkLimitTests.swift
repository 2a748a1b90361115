import Glibc
import LinuxSystem
@testable import StagingEngine
import StagingModel
import StagingTestSupport
import Testing

@Suite("The limit of links to one inode")
struct LinkLimitTests {
    /// Gives a file as many names as its file system allows.
    /// - Returns: nil where there is no end to it.
    private static func exhaust(_ file: Path, in folder: Path) -> Int? {
        for number in 0..<70_000 {
            guard unsafe link(file.text, folder.appending(Path("\(number)")).text) != 0 else { continue }
            return errno == EMLINK ? number : nil
        }
        return nil
    }

    /// Whether temporary folders lie where links come to an end, as on ext4.
    private static let hasEnd: Bool = {
        do {
            return try Scratch.with { (scratch: Scratch) throws -> Bool in
                let file: Path = try scratch.file("file", [UInt8]())
                let folder: Path = try scratch.folder("links")
                let count: Int? = exhaust(file, in: folder)
                return count != nil
            }
        } catch { return false }
    }()

    @Test(
        "rule 10: at the limit an area has a copy, and its receiver cannot tell",
        .enabled(if: hasEnd, "needs a file system with such a limit, as ext4"))
    func copy() throws {
        try EngineFixture.with { fixture in
            let session = fixture.session()
            let grant = try fixture.send("content\n", over: session)
            let name = try #require(try fixture.names("bytes").first)
            let staged = fixture.store.appending("bytes").appending(Path(name))
            func receive() throws -> FileStatus {
                let reception = try session.receive(ReceiveRequest(.token(grant.secret), delivery: .area))
                try session.confirm(reception.claim, taken: false)
                let received: String = try #require(reception.received.path)
                let path = Path(received)
                #expect(Scratch.content(of: path) == Array("content\n".utf8))
                return try FileStatus.of(path)
            }
            let linked = try receive()
            let inode = try FileStatus.of(staged).inode
            try #require(linked.inode == inode, "areas share the inode here")
            _ = try Self.exhaust(staged, in: fixture.scratch.folder("links"))
            let copied = try receive()
            #expect(copied.inode != inode && copied.linkCount == 1)
            #expect(copied.permissions == linked.permissions && copied.modified == linked.modified)
            // The record is still that of the staged file.
            _ = try receive()
        }
    }
}
