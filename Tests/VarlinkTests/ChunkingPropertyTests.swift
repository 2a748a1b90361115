import LinuxSystem
import Testing
import Varlink

/// A stream as a kernel delivers it: any cuts, descriptors with the first byte of their message, a read that ends with
/// the message whose descriptors it has, or within it.
@Suite("Random chunks")
struct ChunkingPropertyTests {
    private struct Sent {
        let text: String
        let descriptors: [SharedDescriptor]
        /// How many of them the kernel leaves out.
        let lost: Int
    }

    private struct Read {
        var bytes: [UInt8] = []
        var descriptors: [SharedDescriptor] = []
        var truncated = false
    }

    @Test(
        "B51, B53: every message arrives whole with its own descriptors or an error", arguments: 0..<40 as Range<UInt64>
    )
    func chunks(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let sent = try (0..<40).map { number in
            let count = Bool.random(using: &generator) ? 0 : Int.random(in: 1...3, using: &generator)
            return Sent(
                text: "\(number):" + String(repeating: "x", count: Int.random(in: 0...60, using: &generator)),
                descriptors: try (0..<count).map { _ in try openDescriptor() },
                lost: Int.random(in: 0..<6, using: &generator) == 0 ? min(count, 1) : 0)
        }
        var decoder = FrameDecoder(limits: MessageLimits(messageLength: 200))
        var received = sent[...]
        for read in reads(of: sent, using: &generator) {
            decoder.append(read.bytes, descriptors: read.descriptors, truncated: read.truncated)
            // Sometimes the owner is late.
            if Int.random(in: 0..<4, using: &generator) > 0 { try check(&decoder, against: &received) }
        }
        try check(&decoder, against: &received)
        #expect(received.isEmpty)
        #expect(!decoder.holdsPartialMessage)
    }

    private func check(_ decoder: inout FrameDecoder, against sent: inout ArraySlice<Sent>) throws {
        while let text = try decoder.nextText() {
            let next = sent.popFirst()
            let expected = try #require(next)
            #expect(text == expected.text)
            let count = expected.descriptors.count
            if expected.lost > 0 {
                #expect(throws: DescriptorError.lost) { try decoder.takeDescriptors(count) }
            } else {
                #expect(try decoder.takeDescriptors(count).map(\.number) == expected.descriptors.map(\.number))
            }
        }
    }

    private func reads(of sent: [Sent], using generator: inout SeededGenerator) -> [Read] {
        var reads: [Read] = []
        var read = Read()
        for message in sent {
            if Int.random(in: 0..<3, using: &generator) == 0 {
                reads.append(read)
                read = Read()
            }
            read.descriptors = Array(message.descriptors.dropLast(message.lost))
            read.truncated = message.lost > 0
            for (index, byte) in framed(message.text).enumerated() {
                read.bytes.append(byte)
                let isLast = index == message.text.utf8.count
                // One read has the descriptors of one send at most: it ends with that send.
                if Int.random(in: 0..<12, using: &generator) == 0 || (isLast && !message.descriptors.isEmpty) {
                    reads.append(read)
                    read = Read()
                }
            }
        }
        return reads + [read]
    }
}
