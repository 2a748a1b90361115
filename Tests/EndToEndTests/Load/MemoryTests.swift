import Foundation
import LinuxSystem
import StagingTestSupport
import Testing

/// What the programs take of memory and descriptors, however large or many what they hand over.
@Suite("Memory")
struct MemoryTests {
    /// What either program may take for a file of any size, in kilobytes.
    private static let most = 30 << 10

    /// Runs a command and answers the most memory that it had, in kilobytes.
    private static func peak(_ command: [String], in it: Handover, input: String? = nil) throws -> Int {
        let outcome = try it.fixture.run(
            ["python3", Scripts.path("peak_memory.py"), it.scratch("peak").text] + command,
            input: input.map { Array($0.utf8) })
        try #require(outcome.status == 0, "\(command): \(outcome.errors)")
        return try #require(Int(it.text("peak") ?? ""))
    }

    @Test(
        "a file of 4 GiB goes through send, receive, --to, --stdout and keep in less than 30 MB of either program",
        Needs.program("python3"))
    func largeFile() throws {
        try Handover.with { it in
            // Mostly holes, which cost nothing but where the bytes are streamed.
            try it.script(
                """
                truncate -s 4G film.bin
                dd if=/dev/urandom of=film.bin bs=1M count=24 seek=1000 conv=notrunc status=none
                """)
            let stage = it.fixture.programs.appending("stage").text
            var peaks: [String: Int] = [:]
            peaks["send"] = try Self.peak(
                ["sh", "-c", "exec \"$0\" send film.bin > token", stage], in: it)
            let token = try #require(it.text("token"))
            peaks["receive"] = try Self.peak(
                ["sh", "-c", "exec \"$0\" receive - > area", stage], in: it, input: token)
            peaks["--to"] = try Self.peak([stage, "receive", "-", "--to", "copy.bin"], in: it, input: token)
            peaks["--stdout to a pipe"] = try Self.peak(
                ["sh", "-c", "\"$0\" receive - --stdout | tail -c 1 > /dev/null", stage], in: it, input: token)
            let area = try #require(it.text("area")?.split(separator: "\n").first)
            peaks["keep"] = try Self.peak([stage, "keep", String(area), "kept.bin"], in: it)
            peaks["send -"] = try Self.peak(
                ["sh", "-c", "head -c 64M /dev/zero | \"$0\" send - > token", stage], in: it)
            peaks["service"] = try Memory.of(try it.servicePID(), "VmHWM")
            for (what, peak) in peaks { #expect(peak < Self.most, "\(what) took \(peak) kB: \(peaks)") }
            #expect(try it.status("copy.bin").size == 4 << 30)
            #expect(try it.status("kept.bin").size == 4 << 30)
            let same = try it.script("for f in copy.bin kept.bin; do cmp -i 1040187392 -n 41943040 film.bin $f; done")
            #expect(same.status == 0, "\(same)")
        }
    }

    @Test("very many live grants take little of the service, and hand-offs leave neither memory nor descriptors behind")
    func many() throws {
        try WireService.with { service in
            let file = try service.file()
            let pid = try service.pid()
            let connection = try service.connect()
            func send(uses: String) throws -> String {
                let sent = try connection.call(
                    "Send",
                    #"{"requestId":"\#(UUID())","mode":"original","offers":[{"source":"file","name":"f.txt"}]\#(uses)}"#,
                    descriptors: [file.number])
                let grant = try #require(sent.parameters["grant"] as? [String: Any], "\(sent)")
                return try #require(grant["token"] as? String)
            }
            func handOff() throws {
                let token = try send(uses: #","uses":1"#)
                let received = try connection.call(
                    "Receive", #"{"requestId":"\#(UUID())","token":"\#(token)","delivery":"descriptor"}"#)
                let delivery = try #require(received.parameters["delivery"] as? [String: Any], "\(received)")
                let claim = try #require(delivery["claim"] as? String)
                #expect(try connection.call("Confirm", #"{"claim":"\#(claim)"}"#).error == nil)
            }
            // Until caches and buffers have their size.
            for _ in 0..<1000 { try handOff() }
            let files = try OpenFiles.of(pid).count
            let memory = try Memory.of(pid, "VmRSS")
            for _ in 0..<LoopBudget.rounds(5000, full: 100_000) { try handOff() }
            #expect(try Patience.until { try OpenFiles.of(pid).count <= files })
            let after = try Memory.of(pid, "VmRSS")
            #expect(after < memory + 4096, "kilobytes: \(memory), then \(after)")

            let grants = LoopBudget.rounds(2000, full: 100_000)
            for _ in 0..<grants { _ = try send(uses: "") }
            #expect(try service.status()?["grants"] as? Int == grants)
            let peak = try Memory.of(pid, "VmHWM")
            #expect(peak < 150 << 10, "\(peak) kB with \(grants) grants")
        }
    }
}
