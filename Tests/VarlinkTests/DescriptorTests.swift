import LinuxSystem
import Testing
import Varlink

@Suite("Descriptors of messages")
struct DescriptorTests {
    @Test("B53: A without a descriptor and B with one, joined in one read: B gets it")
    func joined() throws {
        let descriptor = try openDescriptor()
        var decoder = FrameDecoder()
        decoder.append(framed("A") + framed("B"), descriptors: [descriptor])
        #expect(try decoder.nextText() == "A")
        #expect(try decoder.takeDescriptors(0).isEmpty)
        #expect(try decoder.nextText() == "B")
        #expect(try decoder.takeDescriptors(1).first === descriptor)
    }

    @Test("descriptors that come with a message's first byte wait for its last")
    func split() throws {
        let (first, second) = (try openDescriptor(), try openDescriptor())
        var decoder = FrameDecoder()
        decoder.append(framed("A") + bytes("B"), descriptors: [first, second])
        #expect(try decoder.nextText() == "A")
        #expect(try decoder.nextText() == nil)
        decoder.append(bytes("BB"))
        #expect(try decoder.nextText() == nil)
        decoder.append([0])
        #expect(try decoder.nextText() == "BBB")
        let taken = try decoder.takeDescriptors(2)
        #expect(taken.map(\.number) == [first.number, second.number])
    }

    @Test("reads that are decoded late keep their order")
    func decodedLate() throws {
        let descriptors = try (0..<3).map { _ in try openDescriptor() }
        var decoder = FrameDecoder()
        decoder.append(framed("A"), descriptors: [descriptors[0]])
        decoder.append(framed("B"))
        decoder.append(framed("C"), descriptors: [descriptors[1], descriptors[2]])
        for (name, count) in [("A", 1), ("B", 0), ("C", 2)] {
            #expect(try decoder.nextText() == name)
            #expect(try decoder.takeDescriptors(count).count == count)
        }
    }

    @Test("a message that names more than came fails alone, and takes none of a later message's")
    func missing() throws {
        let later = try openDescriptor()
        var decoder = FrameDecoder()
        decoder.append(framed("A"), descriptors: [try openDescriptor()])
        decoder.append(framed("B"), descriptors: [later])
        #expect(try decoder.nextText() == "A")
        #expect(throws: DescriptorError.missing(named: 2, arrived: 1)) { try decoder.takeDescriptors(2) }
        #expect(try decoder.nextText() == "B")
        #expect(try decoder.takeDescriptors(1).first === later)
    }

    @Test("descriptors that a message does not name are closed, and no later message gets them")
    func surplus() throws {
        let later = try openDescriptor()
        var decoder = FrameDecoder()
        let surplus = try decoder.append(framed("A"), newDescriptors: 2)
        #expect(surplus.openCount == 2)
        #expect(try decoder.nextText() == "A")
        #expect(try decoder.nextText() == nil)
        #expect(surplus.openCount == 0)
        decoder.append(framed("B"), descriptors: [later])
        #expect(try decoder.nextText() == "B")
        #expect(try decoder.takeDescriptors(1).first === later)
    }

    @Test("B51: a truncated message gets an error, what came of it is closed, the next one works")
    func truncated() throws {
        let later = try openDescriptor()
        var decoder = FrameDecoder()
        let survivors = try decoder.append(framed("A"), newDescriptors: 1, truncated: true)
        #expect(try decoder.nextText() == "A")
        #expect(throws: DescriptorError.lost) { try decoder.takeDescriptors(3) }
        #expect(survivors.openCount == 0)
        decoder.append(framed("B"), descriptors: [later])
        #expect(try decoder.nextText() == "B")
        #expect(try decoder.takeDescriptors(1).first === later)
    }

    @Test("B51: with no descriptor left the call gets an error too")
    func truncatedToNothing() throws {
        var decoder = FrameDecoder()
        decoder.append(bytes("{\"a\":"), truncated: true)
        #expect(try decoder.next() == nil)
        decoder.append(framed("1}") + framed("B"))
        #expect(try decoder.nextText() == "{\"a\":1}")
        #expect(throws: DescriptorError.lost) { try decoder.takeDescriptors(1) }
        #expect(try decoder.nextText() == "B")
        #expect(throws: DescriptorError.missing(named: 1, arrived: 0)) { try decoder.takeDescriptors(1) }
    }

    @Test("B51: messages without descriptors in a truncated read, and those before it, are not touched")
    func truncatedNeighbours() throws {
        let earlier = try openDescriptor()
        var decoder = FrameDecoder()
        decoder.append(framed("A") + bytes("B"), descriptors: [earlier])
        decoder.append([0] + framed("C") + framed("D"), descriptors: [try openDescriptor()], truncated: true)
        for name in ["A", "B", "C", "D"] {
            #expect(try decoder.nextText() == name)
            switch name {
            case "B": #expect(try decoder.takeDescriptors(1).first === earlier)
            case "D": #expect(throws: DescriptorError.lost) { try decoder.takeDescriptors(3) }
            default: #expect(try decoder.takeDescriptors(0).isEmpty)
            }
        }
    }

    @Test("B51: two messages of one truncated send: what surely is the first's it gets, the second gets none")
    func truncatedBatch() throws {
        let first = try openDescriptor()
        var decoder = FrameDecoder()
        decoder.append(framed("A") + framed("B"), descriptors: [first], truncated: true)
        decoder.append(framed("C"), descriptors: [try openDescriptor()])
        #expect(try decoder.nextText() == "A")
        #expect(try decoder.takeDescriptors(1).first === first)
        #expect(try decoder.nextText() == "B")
        #expect(throws: DescriptorError.lost) { try decoder.takeDescriptors(1) }
        #expect(try decoder.nextText() == "C")
        #expect(try decoder.takeDescriptors(1).count == 1)
    }

    @Test("rule 21: a message that names more than the limit fails alone")
    func limit() throws {
        var decoder = FrameDecoder(limits: MessageLimits(descriptorsPerMessage: 2))
        let refused = try decoder.append(framed("A"), newDescriptors: 3)
        #expect(try decoder.nextText() == "A")
        #expect(throws: DescriptorError.tooMany(named: 3, limit: 2)) { try decoder.takeDescriptors(3) }
        #expect(refused.openCount == 0)
        decoder.append(framed("B"), descriptors: try (0..<2).map { _ in try openDescriptor() })
        #expect(try decoder.nextText() == "B")
        #expect(try decoder.takeDescriptors(2).count == 2)
    }

    @Test("rule 23: descriptors with every byte of a message that does not end cost the connection, and are closed")
    func flood() throws {
        var decoder = FrameDecoder(limits: MessageLimits(descriptorsQueued: 8))
        var watches: [Watch] = []
        for _ in 0..<9 {
            #expect(try decoder.next() == nil)
            watches.append(try decoder.append(bytes(" "), newDescriptors: 1))
        }
        #expect(throws: FramingError.tooManyDescriptors(limit: 8)) { try decoder.next() }
        #expect(watches.allSatisfy { $0.openCount == 0 })
        #expect(!decoder.holdsPartialMessage)
    }

    @Test("a decoder's end closes what waits in it")
    func end() throws {
        var decoder: FrameDecoder? = FrameDecoder()
        let waiting = try decoder?.append(bytes("{"), newDescriptors: 1)
        #expect(waiting?.openCount == 1)
        decoder = nil
        #expect(waiting?.openCount == 0)
    }
}
