import Testing
import Varlink

@Suite("Any JSON")
struct JSONValueTests {
    @Test(
        "each kind of value is read and written as what it is",
        arguments: [
            ("null", nil), ("true", true), ("1", 1), ("-9223372036854775808", .integer(.min)),
            ("9223372036854775807", .integer(.max)), ("18446744073709551616", .number(18_446_744_073_709_551_616)),
            ("0.5", 0.5), (#""text""#, "text"), (#""1""#, "1"), ("[]", []), ("{}", [:]),
            (#"[1,"a",[null],{"b":false}]"#, [1, "a", [nil], ["b": false]]),
        ] as [(String, JSONValue)])
    func kinds(json: String, value: JSONValue) throws {
        #expect(try JSONValue(json: bytes(json)) == value)
        #expect(try JSONValue(encoding: value) == value)
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
