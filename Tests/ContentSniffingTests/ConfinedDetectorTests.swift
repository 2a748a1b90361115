import LinuxSystem
import Synchronization
import Testing
import ContentTypes

@testable import ContentSniffing

/// Section 7 and rule 23: whatever becomes of the process that looks at bytes, nobody else is touched.
@Suite("a detector in a process apart")
struct ConfinedDetectorTests {
    /// A worker that is this script of the shell's.
    private func sniff(_ bytes: [UInt8], by script: String, seconds: Int = 5) throws -> (Verdict, log: [String]) {
        let lines = Mutex<[String]>([])
        let verdict: Verdict
        do {
            let detector = ConfinedDetector(
                program: "/bin/sh", arguments: ["sh", "-c", Path(script)], count: 1, seconds: seconds
            ) { line in lines.withLock { $0.append(line) } }
            verdict = try ContentSniffer(detector: detector).verdict(bytes: bytes)
        }
        return (verdict, lines.withLock { $0 })
    }

    private static let unknown: [UInt8] = [0x12, 0x00, 0x56, 0x01, 0x9A, 0xFE, 0x02, 0x03]

    @Test(
        "a worker that ends, crashes, says nonsense or half an answer leaves the general type, and a line in the log",
        arguments: [
            "exit 0", "kill -SEGV $$", "exec cat >&0", "printf '\\001\\377\\377\\377\\177' >&0; exec cat > /dev/null",
            "printf '\\001\\010\\000' >&0", "exec /nonexistent",
        ])
    func failing(script: String) throws {
        let (verdict, log) = try sniff(Self.unknown, by: script)
        #expect(verdict.type == .data)
        // An echo of the question is an answer like any other, and no MIME type.
        #expect(script.contains("cat >&0") || !log.isEmpty)
    }

    @Test("a worker that never answers is ended when its time is up")
    func hanging() throws {
        let (verdict, log) = try sniff(Self.unknown, by: "echo $$ >&2; exec sleep 1000", seconds: 1)
        #expect(verdict.type == .data)
        #expect(log == ["a look at the type of some bytes failed: it took too long"])
    }

    @Test("a worker's answer counts, and the next look gets the same worker")
    func answering() throws {
        // The reply to the questions for the words and for the type: known, 9 bytes, image/gif.
        let (verdict, log) = try sniff(
            Self.unknown,
            by: "for i in 1 2; do printf '\\001\\011\\000\\000\\000image/gif' >&0; done; exec cat > /dev/null")
        #expect(verdict.type == .gif)
        #expect(log.isEmpty)
    }

    @Test("what is known at first sight asks nobody")
    func notAsked() throws {
        let (verdict, log) = try sniff(
            [0x89] + Array("PNG\r\n\u{1A}\n".utf8) + [0, 0, 0, 13] + Array("IHDR".utf8), by: "exit 1")
        #expect(verdict.type == .png)
        #expect(log.isEmpty)
    }
}
