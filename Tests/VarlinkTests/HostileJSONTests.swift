import Foundation
import Synchronization
import Testing
import Varlink

@Suite("Hostile JSON")
struct HostileJSONTests {
    private let codec = MessageCodec()

    private func expectMalformed(_ message: [UInt8], _ location: SourceLocation = #_sourceLocation) throws {
        let table = try ftlTable()
        #expect(throws: MessageError.self, sourceLocation: location) { try codec.call(from: message, of: table) }
        #expect(throws: (any Error).self, sourceLocation: location) {
            try codec.reply(JSONValue.self, from: message)
        }
    }

    @Test("rule 23: deep nesting is an error, not an overflow of the stack", arguments: ["[", #"{"a":"#])
    func deepNesting(opening: String) throws {
        let depth = 100_000
        let nested = String(repeating: opening, count: depth)
        let closed = nested + "1" + String(repeating: opening == "[" ? "]" : "}", count: depth)
        for text in [
            nested, closed, #"{"method":"a.b.C","parameters":\#(closed)}"#,
            #"{"error":"a.b.C","parameters":{"x":\#(closed)}}"#,
        ] {
            try expectMalformed(bytes(text))
        }
    }

    @Test(
        "rule 23: the deepest nesting that passes, 64 levels, fits a small stack", arguments: [(64, true), (65, false)])
    func smallStack(depth: Int, passes: Bool) throws {
        // Two levels are the message's and its parameters'.
        let nested = String(repeating: "[", count: depth - 2) + String(repeating: "]", count: depth - 2)
        let message = bytes(#"{"method":"org.example.loose.Any","parameters":{"x":\#(nested)}}"#)
        let codec = codec
        let outcome = Mutex<Bool?>(nil)
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            let table = MethodTable(["org.example.loose.Any": JSONValue.self])
            let value = try? codec.call(from: message, of: table).parameters.get() as? JSONValue
            outcome.withLock { $0 = value?["x"] != nil }
            done.signal()
        }
        thread.stackSize = 256 << 10
        thread.start()
        done.wait()
        #expect(outcome.withLock { $0 } == passes)
    }

    @Test(
        "rule 23: text that is not UTF-8 is an error",
        arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82]] as [[UInt8]])
    func invalidUTF8(sequence: [UInt8]) throws {
        try expectMalformed(bytes(#"{"method":""#) + sequence + bytes(#"","error":""#) + sequence + bytes(#""}"#))
        try expectMalformed(bytes(#"{""#) + sequence + bytes(#"":1,"method":"a.b.C"}"#))
        try expectMalformed(sequence)
        try expectMalformed(
            bytes(#"{"method":"org.example.ftl.Rename","parameters":{"name":""#) + sequence + bytes(#""}}"#))
    }

    @Test("a byte order mark of UTF-16 or UTF-32 does not change the encoding")
    func otherEncodings() throws {
        try expectMalformed([0xFE, 0xFF, 0x00, 0x7B, 0x00, 0x7D])
        try expectMalformed([0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00])
    }

    @Test("rule 23: random damage to a good message gives a call or an error", arguments: 0..<20 as Range<UInt64>)
    func damaged(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let good = bytes(
            #"{"method":"org.example.ftl.Jump","more":true,"parameters":{"speed":12,"route":[{"longitude":1.5e3}]}}"#)
        let table = try ftlTable()
        for _ in 0..<200 {
            var message = good
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let index = Int.random(in: 0..<message.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: message[index] = UInt8.random(in: 0...255, using: &generator)
                case 1: message.remove(at: index)
                default: message.insert(good[Int.random(in: 0..<good.count, using: &generator)], at: index)
                }
            }
            do {
                _ = try codec.call(from: message, of: table).parameters
            } catch {
                guard case .malformed = error else {
                    Issue.record("\(error)")
                    return
                }
            }
        }
    }

    @Test("rule 23: a megabyte of one kind of thing is decoded or refused in time")
    func megabytes() throws {
        let table = try ftlTable()
        let longest = 1 << 20
        let fillers = [
            String(repeating: "[],", count: longest / 3) + "0",
            "0." + String(repeating: "0", count: longest) + "1",
            #"""# + String(repeating: #"\u00e9"#, count: longest / 6) + #"""#,
            String(repeating: " ", count: longest) + "1",
        ]
        for filler in fillers {
            let message = bytes(#"{"method":"org.example.ftl.Jump","parameters":{"speed":[\#(filler)]}}"#)
            let call = try codec.call(from: message, of: table)
            #expect(throws: VarlinkError.invalidParameter("speed")) { try call.parameters.get() }
        }
        try expectMalformed(
            bytes(
                #"{"method":"org.example.ftl.Jump","parameters":{"speed":\#(String(repeating: "9", count: longest))}}"#)
        )
        let members = (0..<longest / 12).map { #""m\#($0)":0"# }.joined(separator: ",")
        let call = try codec.call(
            from: bytes(#"{"method":"org.example.ftl.Jump","parameters":{\#(members)}}"#), of: table)
        #expect(throws: VarlinkError.self) { try call.parameters.get() }
    }
}
