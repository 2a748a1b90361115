import Foundation
import Testing

@testable import StageCommands

private struct Sample: Codable, Equatable {
    struct Part: Codable, Equatable {
        var zeta: String
        var alpha: [Int]
    }
    enum Kind: String, Codable { case snapshot, original }

    var token: String
    var name = "Ä/b \"q\" \\ 🎬"
    var kind = Kind.original
    var usesLeft: Int?
    var size: UInt64 = .max
    var least: Int64 = .min
    var share = 0.5
    var isOriginalFile = true
    var parts = [Part(zeta: "z", alpha: [3, 1]), Part(zeta: "", alpha: [])]
    var counts = ["b": 2, "a": 1]
    var nothing: [Part] = []
}

/// Encodes itself in the ways that synthesized code does not use.
private struct Odd: Encodable {
    enum Key: String, CodingKey { case first, second, inner, list }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(1, forKey: .first)
        try container.encodeNil(forKey: .second)
        var inner = container.nestedContainer(keyedBy: Key.self, forKey: .inner)
        var list = container.nestedUnkeyedContainer(forKey: .list)
        try list.encodeNil()
        var pair = list.nestedUnkeyedContainer()
        try pair.encode("x")
        var object = list.nestedContainer(keyedBy: Key.self)
        try object.encode(Double.nan, forKey: .first)
        try inner.encode(true, forKey: .second)
        var again = encoder.container(keyedBy: Key.self)
        try again.encode(2, forKey: .first)
        try 7.encode(to: container.superEncoder(forKey: .second))
    }
}

@Suite("JSON lines")
struct JSONTests {
    @Test("section 5: members come in the order in which they are declared")
    func order() throws {
        #expect(
            try JSONText.line(Sample(token: "t")) == """
                {"token":"t","name":"Ä/b \\"q\\" \\\\ 🎬","kind":"original","size":18446744073709551615,\
                "least":-9223372036854775808,"share":0.5,"isOriginalFile":true,"parts":[{"zeta":"z","alpha":[3,1]},\
                {"zeta":"","alpha":[]}],"counts":{"a":1,"b":2},"nothing":[]}
                """)
    }

    @Test("what is written can be read back")
    func roundTrip() throws {
        var sample = Sample(token: "t", usesLeft: 3)
        sample.name = String(String.UnicodeScalarView((1...0x300).compactMap { Unicode.Scalar($0) }))
        sample.share = 1e-7
        let line = try JSONText.line(sample)
        #expect(!line.contains("\n"))
        #expect(try JSONDecoder().decode(Sample.self, from: Data(line.utf8)) == sample)
    }

    @Test("nested and repeated containers")
    func containers() throws {
        #expect(
            try JSONText.line(Odd())
                == #"{"first":2,"second":7,"inner":{"second":true},"list":[null,["x"],{"first":null}]}"#)
    }

    @Test("rule 20: controls and what turns the direction of writing are escaped")
    func controls() throws {
        #expect(try JSONText.line("\u{1B}\n\u{9B}\u{202E}/") == #""\u001B\n\u009B\u202E/""#)
    }

    @Test("values by themselves")
    func fragments() throws {
        #expect(try JSONText.line([1.0, -0.25]) == "[1.0,-0.25]")
        #expect(try JSONText.line([String?.none, "a"]) == #"[null,"a"]"#)
        #expect(try JSONText.line(false) == "false")
    }
}
