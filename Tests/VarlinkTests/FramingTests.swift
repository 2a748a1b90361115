import Testing
import Varlink

@Suite("Framing")
struct FramingTests {
    @Test("B53: a message that comes byte by byte is one message, at its last byte")
    func byteByByte() throws {
        var decoder = FrameDecoder()
        let message = framed(#"{"method":"a.b.C"}"#)
        for byte in message.dropLast() {
            decoder.append([byte])
            #expect(try decoder.nextText() == nil)
        }
        #expect(decoder.holdsPartialMessage)
        decoder.append([0])
        #expect(try decoder.nextText() == #"{"method":"a.b.C"}"#)
        #expect(try decoder.nextText() == nil)
        #expect(!decoder.holdsPartialMessage)
    }

    @Test("B53: 100 messages in one write are 100 messages, in order")
    func hundredAtOnce() throws {
        let texts = (0..<100).map { "{\"number\":\($0)}" }
        var decoder = FrameDecoder()
        decoder.append(texts.flatMap(framed))
        #expect(try decoder.allTexts() == texts)
    }

    @Test("rule 21: a message of exactly the limit passes, one byte more does not", arguments: [1, 7, 4096])
    func limit(chunk: Int) throws {
        let limits = MessageLimits(messageLength: 5000)
        for (length, isRefused) in [(5000, false), (5001, true)] {
            var decoder = FrameDecoder(limits: limits)
            let message = [UInt8](repeating: 0x20, count: length) + [0]
            let outcome = Result {
                var found: [UInt8]?
                for start in stride(from: 0, to: message.count, by: chunk) {
                    decoder.append(message[start..<min(start + chunk, message.count)])
                    found = try found ?? decoder.next()
                }
                return found?.count
            }
            if isRefused {
                #expect(throws: FramingError.messageTooLong(limit: 5000)) { try outcome.get() }
                // The stream cannot be followed again, also if an end comes.
                decoder.append(framed("{}"))
                #expect(throws: FramingError.messageTooLong(limit: 5000)) { try decoder.next() }
            } else {
                #expect(try outcome.get() == length)
            }
        }
    }

    @Test("B53: a request of 2 MiB is refused as soon as it is over 1 MiB, with or without an end")
    func twoMebibytes() throws {
        var decoder = FrameDecoder()
        let chunk = [UInt8](repeating: 0x20, count: 1 << 16)
        var appended = 0
        #expect(throws: FramingError.messageTooLong(limit: 1 << 20)) {
            while appended < 2 << 20 {
                decoder.append(chunk)
                appended += chunk.count
                _ = try decoder.next()
            }
        }
        #expect(appended == (1 << 20) + chunk.count)

        var joined = FrameDecoder()
        joined.append([UInt8](repeating: 0x20, count: 2 << 20) + [0])
        #expect(throws: FramingError.messageTooLong(limit: 1 << 20)) { try joined.next() }
    }

    @Test("messages before one that is too long are still given out")
    func beforeTooLong() throws {
        var decoder = FrameDecoder(limits: MessageLimits(messageLength: 10))
        decoder.append(framed("{}") + framed("[]") + [UInt8](repeating: 0x20, count: 11))
        #expect(try decoder.nextText() == "{}")
        #expect(try decoder.nextText() == "[]")
        #expect(throws: FramingError.messageTooLong(limit: 10)) { try decoder.next() }
    }

    @Test("an empty message is a message, so that its reader can refuse it")
    func emptyMessages() throws {
        var decoder = FrameDecoder()
        decoder.append([0, 0])
        #expect(try decoder.allTexts() == ["", ""])
    }

    @Test("nothing read, as at the end of a stream, changes nothing")
    func endOfStream() throws {
        var decoder = FrameDecoder()
        decoder.append([])
        #expect(try decoder.next() == nil)
        #expect(!decoder.holdsPartialMessage)
        decoder.append(bytes("{"))
        decoder.append([])
        #expect(try decoder.next() == nil)
        #expect(decoder.holdsPartialMessage)
    }

    @Test("rule 23: a megabyte in single bytes costs time in proportion to its length")
    func linearCost() throws {
        func time(length: Int) throws -> Duration {
            var decoder = FrameDecoder()
            return try ContinuousClock().measure {
                for _ in 0..<length {
                    decoder.append([0x20])
                    _ = try decoder.next()
                }
                decoder.append([0])
                #expect(try decoder.next()?.count == length)
            }
        }
        // 16 times the length; a search from the start each time would cost 256 times as much. Others may take turns
        // with this thread while one of the two is measured, not each time.
        let isLinear = try (0..<5).contains { _ in
            let (short, long) = (try time(length: 1 << 16), try time(length: 1 << 20))
            return long < short * 100
        }
        #expect(isLinear)
    }
}
