import Foundation
import LinuxSystem
import StagingTestSupport
import Synchronization
import Testing

@Suite("Files that change while they are sent")
struct ConsistencyTests {
    private static let blocks = 64
    private static let blockSize = 1 << 20

    /// Ways to write a file while it is sent.
    enum Writer: String, CaseIterable {
        /// Holds the file open and writes.
        case open
        /// Holds it mapped and stores.
        case mapped
        /// Opens it anew for every write.
        case reopening
    }

    /// Writes the number of the round into every block in turn, round after round, as long as `body` runs.
    private func writing(_ path: Path, by writer: Writer, _ body: () throws -> Void) throws {
        let stop = Stop()
        let started = DispatchSemaphore(value: 0)
        let ended = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            defer { ended.signal() }
            let store = BlockWriter(path, writer, size: Self.blocks * Self.blockSize)
            var round: UInt64 = 1
            while !stop.isSet {
                for block in 0..<Self.blocks { store.write(round, at: block * Self.blockSize) }
                if round == 2 { started.signal() }
                round += 1
            }
        }
        started.wait()
        defer {
            stop.set()
            ended.wait()
        }
        try body()
    }

    @Test(
        "rule 3: with a writer about, a send gives one instant's bytes, or fails and leaves nothing",
        arguments: Writer.allCases)
    func writers(_ writer: Writer) throws {
        try Handover.with { it in
            let path = it.scratch("busy")
            let file = try OwnedDescriptor.open(path, [.writeOnly, .create], mode: 0o644)
            try file.write([UInt8](repeating: 1, count: Self.blocks * Self.blockSize))
            _ = try it.servicePID()
            try writing(path, by: writer) {
                for _ in 0..<3 {
                    let before = try it.staged
                    let sent = try it.stage(["send", "--json", "busy"])
                    if sent.status == 0 {
                        let content = try it.bytes(of: JSONObject(sent.text).text("token"))
                        #expect(isOneInstant(content))
                    } else {
                        #expect(sent.status == 8, "\(sent)")
                        #expect(try JSONObject(sent.errors).text("error") == "sourceChanged")
                        #expect(try it.staged == before)
                    }
                }
            }
        }
    }

    /// At any instant the blocks up to some place have the running round's number, the others that of the one before.
    private func isOneInstant(_ content: [UInt8]) -> Bool {
        guard content.count == Self.blocks * Self.blockSize else { return false }
        let rounds = (0..<Self.blocks).map { block in
            content[block * Self.blockSize..<block * Self.blockSize + 8].reversed().reduce(UInt64(0)) {
                $0 << 8 | UInt64($1)
            }
        }
        return rounds.first == rounds.last
            || zip(rounds, rounds.dropFirst()).count { $0 != $1 } <= 1 && rounds[0] == rounds[63] + 1
    }

    @Test("case B45: a file that grows gives what it had at some instant, in whole lines, or fails")
    func growing() throws {
        try Handover.with { it in
            let writer = try it.start(script: "while :; do echo line >> grow.log; done")
            defer {
                writer.send(signal: 9)
                _ = writer.wait()
            }
            try it.eventually("it writes") { it.text("grow.log")?.isEmpty == false }
            for _ in 0..<10 {
                let sent = try it.stage(["send", "--json", "grow.log"])
                guard sent.status == 0 else {
                    #expect(sent.status == 8)
                    continue
                }
                let grant = try JSONObject(sent.text)
                let content = try it.bytes(of: grant.text("token"))
                #expect(content.count % 5 == 0)
                #expect(grant.representations.first?["size"] as? Int == content.count)
            }
        }
    }

    @Test("case B45: a file that is cut short while it is sent is an error, or whole", arguments: [0, 1, 4, 16, 64])
    func shrinking(_ milliseconds: Int32) throws {
        try Handover.with { it in
            let size = 64 << 20
            try it.scratch.file("big", [UInt8](repeating: 7, count: size))
            _ = try it.servicePID()
            let before = try it.staged
            let sending = try it.fixture.start([it.fixture.programs.appending("stage").text, "send", "--json", "big"])
            Waiting.pause(milliseconds: milliseconds)
            try it.scratch.file("big", "")
            let sent = sending.wait()
            if sent.status == 0 {
                let content = try it.bytes(of: JSONObject(sent.text).text("token"))
                #expect(content.isEmpty || content.count == size)
            } else {
                #expect(sent.status == 8, "\(sent)")
                #expect(try it.staged == before)
            }
        }
    }

    @Test(
        "rule 3: the bytes are those of the send, whatever happens to the file afterwards",
        arguments: ["echo new > a", "rm a", "chmod 0 a", "mv b a", ": > a"])
    func afterwards(_ change: String) throws {
        try Handover.with { it in
            try it.scratch.file("a", "at the send")
            try it.scratch.file("b", "another")
            let token = try it.token("a")
            try it.script(change)
            #expect(try it.bytes(of: token) == Array("at the send".utf8))
        }
    }

    @Test("rule 3: a directory that changes during the walk fails the send, and nothing is left")
    func changingDirectory() throws {
        try Handover.with { it in
            try it.scratch.folder("tree")
            try it.script("cd tree && seq 300 | xargs touch")
            _ = try it.servicePID()
            let before = try it.staged
            let writer = try it.start(script: "while :; do : > tree/extra; echo; rm tree/extra; done")
            defer {
                writer.send(signal: 9)
                _ = writer.wait()
            }
            try it.eventually("it writes") { !writer.outputSoFar.isEmpty }
            // A writer that is held up for the whole of a walk changes nothing meanwhile.
            var sent = try it.stage(["send", "--json", "tree"])
            for _ in 0..<100 where sent.status == 0 {
                try it.stage(["revoke", JSONObject(sent.text).text("token")])
                sent = try it.stage(["send", "--json", "tree"])
            }
            #expect(sent.status == 8, "\(sent)")
            #expect(try JSONObject(sent.errors).text("error") == "sourceChanged")
            try it.eventually("what was staged is gone") { try it.staged == before && it.incoming.isEmpty }
        }
    }

    @Test("a writer is not kept waiting by a send")
    func writerGoesOn() throws {
        try Handover.with { it in
            try it.scratch.file("big", [UInt8](repeating: 7, count: 64 << 20))
            _ = try it.servicePID()
            let sending = try it.fixture.start([it.fixture.programs.appending("stage").text, "send", "big"])
            let clock = ContinuousClock()
            let waited = try clock.measure {
                for _ in 0..<20 { _ = try OwnedDescriptor.open(it.scratch("big"), .writeOnly) }
            }
            // The kernel would take a lease that is not given up away after 45 seconds.
            #expect(waited < .seconds(30))
            #expect([0, 8].contains(sending.wait().status))
        }
    }
}

/// Tells a thread to stop.
private final class Stop: Sendable {
    private let flag = Atomic(false)
    var isSet: Bool { flag.load(ordering: .relaxed) }
    func set() { flag.store(true, ordering: .relaxed) }
}

/// Writes numbers of eight bytes into a file.
///
/// Safe: the mapping is as long as the caller's offsets go, and lives as long as the value.
@safe private final class BlockWriter {
    private let path: Path
    private let writer: ConsistencyTests.Writer
    private let descriptor: SharedDescriptor?
    private var mapping: UnsafeMutableRawBufferPointer?

    init(_ path: Path, _ writer: ConsistencyTests.Writer, size: Int) {
        self.path = path
        self.writer = writer
        descriptor = writer == .reopening ? nil : try? SharedDescriptor(OwnedDescriptor.open(path, .readWrite))
        if writer == .mapped, let descriptor {
            let start = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor.number, 0)
            unsafe mapping = UnsafeMutableRawBufferPointer(start: start, count: size)
        }
    }

    deinit { if let mapping = unsafe mapping { _ = unsafe munmap(mapping.baseAddress, mapping.count) } }

    func write(_ number: UInt64, at offset: Int) {
        if let mapping = unsafe mapping {
            unsafe mapping.storeBytes(of: number.littleEndian, toByteOffset: offset, as: UInt64.self)
        } else if let descriptor {
            put(number, at: offset, descriptor.number)
        } else if let file = try? OwnedDescriptor.open(path, .writeOnly) {
            put(number, at: offset, file.number)
        }
    }

    private func put(_ number: UInt64, at offset: Int, _ file: CInt) {
        var bytes = number.littleEndian
        _ = unsafe pwrite(file, &bytes, 8, off_t(offset))
    }
}
