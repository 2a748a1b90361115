import Testing
import Varlink

@Suite("Any JSON")
struct JSONValueTests {
    @Test(
        "each kind of value is read and written as what it is",
        arguments: [
            ("null", nil), ("true", true), ("1", 1), ("-9223372036854775808", .integer(.min)),
            ("9223372036854775807", .integer(.max)), ("1e300", 1e300), ("0.5", 0.5), ("600.0", 600.0),
            (#""text""#, "text"), (#""1""#, "1"), ("[]", []), ("{}", [:]),
            (#"[1,"a",[null],{"b":false}]"#, [1, "a", [nil], ["b": false]]),
        ] as [(String, JSONValue)])
    func kinds(json: String, value: JSONValue) throws {
        #expect(try JSONValue(json: bytes(#"{"value":\#(json)}"#))["value"] == value)
        #expect(try JSONValue(encoding: value) == value)
    }

    @Test(
        "a whole number beyond 64 bits is none that a message may hold", arguments: ["9223372036854775808", "-1e400"])
    func beyond(json: String) {
        #expect(throws: MessageError.self) { try JSONValue(json: bytes(#"{"value":\#(json)}"#)) }
        #expect(throws: MessageError.self) { try JSONValue(encoding: UInt64.max) }
    }

    @Test("a member that comes twice is refused: the two ends could take different ones")
    func twice() {
        #expect(throws: MessageError.self) { try JSONValue(json: bytes(#"{"a":1,"a":2}"#)) }
    }

    @Test("texts of any characters cross unharmed, NUL and empty ones among them")
    func texts() throws {
        for text in ["", "\0", "a\0b", "é\u{301}🎬", "\"\\/\n\u{1F}\u{7F}\u{2028}"] {
            #expect(try JSONValue(encoding: text) == .string(text))
            // Jansson has no NUL in a member's name.
            guard !text.contains("\0") else { continue }
            #expect(try JSONValue(encoding: [text: 1]) == .object([text: 1]))
        }
    }

    @Test("members, texts and whole numbers are at hand, and nothing where there are none")
    func access() {
        let value: JSONValue = ["text": "t", "number": 7, "half": 0.5]
        #expect(value["text"]?.string == "t")
        #expect(value["number"]?.integer == 7)
        #expect(value["half"]?.integer == nil)
        #expect(value["number"]?.string == nil)
        #expect(value["none"] == nil)
        #expect(JSONValue.array([1])["0"] == nil)
    }
}

/// How values become text, one behind the other.
@Suite("Values as JSON text")
struct JSONTextTests {
    /// Encodes itself by a closure.
    private struct Custom: Encodable {
        let body: (any Encoder) throws -> Void
        func encode(to encoder: any Encoder) throws { try body(encoder) }
    }

    private enum Name: String, CodingKey { case a, b, c }

    private func text(_ value: some Encodable) throws -> String {
        String(decoding: try MessageCodec().encode(reply: value).dropLast(), as: UTF8.self)
    }

    @Test("containers end where something else begins, empty ones too, and what encodes nothing is not there")
    func containers() throws {
        let value = Custom { encoder in
            var object = encoder.container(keyedBy: Name.self)
            _ = object.nestedUnkeyedContainer(forKey: .a)
            var array = object.nestedUnkeyedContainer(forKey: .b)
            for number in 1...2 {
                var inner = array.nestedContainer(keyedBy: Name.self)
                try inner.encode([number], forKey: .c)
            }
            try array.encode(Custom { _ in })
            try array.encodeNil()
            #expect(array.count == 3)
            try object.encode(Custom { _ in }, forKey: .a)
            try object.encode("last", forKey: .c)
        }
        #expect(try text(value) == #"{"parameters":{"a":[],"b":[{"c":[1]},{"c":[2]},null],"c":"last"}}"#)
        #expect(try text(Custom { _ in }) == "{}")
    }

    @Test("what goes back to a container that has ended, or encodes itself twice, fails and makes no wrong text")
    func disorder() {
        let returning = Custom { encoder in
            var object = encoder.container(keyedBy: Name.self)
            var one = object.nestedContainer(keyedBy: Name.self, forKey: .a)
            var other = object.nestedContainer(keyedBy: Name.self, forKey: .b)
            try other.encode(1, forKey: .a)
            try one.encode(1, forKey: .a)
        }
        let twice = Custom { encoder in
            var one = encoder.container(keyedBy: Name.self)
            try one.encode(1, forKey: .a)
            var other = encoder.container(keyedBy: Name.self)
            try other.encode(1, forKey: .b)
        }
        for value in [returning, twice] {
            #expect {
                try text(value)
            } throws: {
                if case .unencodable? = $0 as? MessageError { true } else { false }
            }
        }
    }

    @Test("of a string nothing is escaped but what has to be")
    func escapes() throws {
        #expect(
            try text(["é/\u{7F}🎬": "\"\\\n\u{1}"]) == #"{"parameters":{"é/"# + "\u{7F}" + #"🎬":"\"\\\u000a\u0001"}}"#)
    }
}
