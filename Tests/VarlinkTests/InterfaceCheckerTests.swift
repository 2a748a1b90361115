import Testing
import Varlink

private let file = """
    interface org.example.check
    type Colour (red, green)
    type Point (x: float, label: ?string)
    method Paint(
      colour: Colour,
      points: []Point,
      sizes: ?[string]int,
      extra: any,
      raw: object,
      on: bool
    ) -> (count: int)
    method Stop() -> ()
    error Refused (reason: string)
    """

@Suite("Messages against interface files")
struct InterfaceCheckerTests {
    private let right: [String: JSONValue] = [
        "colour": "red", "points": [["x": 1], ["x": 2.5, "label": nil], ["x": -3, "label": "c"]],
        "sizes": ["a": 1], "extra": [1, "x"], "raw": ["any": nil], "on": true,
    ]

    @Test("a message as the file has it is right, also without what is optional")
    func matches() throws {
        let interface = try InterfaceDescription(file)
        var parameters = right
        #expect(interface.mismatches(in: .object(parameters), as: .parameters(of: "Paint")).isEmpty)
        parameters["sizes"] = nil
        #expect(interface.mismatches(in: .object(parameters), as: .parameters(of: "Paint")).isEmpty)
        #expect(interface.mismatches(inJSON: bytes(#"{"count":-1}"#), as: .result(of: "Paint")).isEmpty)
        #expect(interface.mismatches(in: ["reason": "r"], as: .error("Refused")).isEmpty)
        #expect(interface.mismatches(in: nil, as: .parameters(of: "Stop")).isEmpty)
        #expect(interface.mismatches(in: [:], as: .result(of: "Stop")).isEmpty)
    }

    @Test(
        "each deviation is reported with its place",
        arguments: [
            ("colour", "blue", "colour: 'blue' is none of red, green"),
            ("colour", 1, "colour: enumeration expected, not int"),
            ("colour", nil, "colour: enumeration expected, not null"),
            ("points", ["x": 1], "points: array expected, not object"),
            ("points", [["x": 1], ["label": "b"]], "points[1].x: is absent"),
            ("points", [["x": "1"]], "points[0].x: float expected, not string"),
            ("points", [["x": 1, "label": 2]], "points[0].label: string expected, not int"),
            ("points", [["x": 1, "y": 2]], "points[0].y: is unknown"),
            ("sizes", ["a": 1.5], "sizes.a: int expected, not float"),
            ("sizes", [], "sizes: dictionary expected, not array"),
            ("extra", nil, "extra: any value expected, not null"),
            ("raw", "{}", "raw: object expected, not string"),
            ("on", 1, "on: bool expected, not int"),
            ("more", 1, "more: is unknown"),
        ] as [(String, JSONValue, String)])
    func deviates(member: String, value: JSONValue, report: String) throws {
        let interface = try InterfaceDescription(file)
        var parameters = right
        parameters[member] = value
        let mismatches = interface.mismatches(in: .object(parameters), as: .parameters(of: "Paint"))
        #expect(mismatches.map(\.description) == [report])
    }

    @Test("all deviations are reported, absent members too")
    func all() throws {
        let interface = try InterfaceDescription(file)
        let mismatches = interface.mismatches(in: nil, as: .parameters(of: "Paint"))
        #expect(mismatches.map(\.path) == ["colour", "points", "extra", "raw", "on"])
        #expect(mismatches.allSatisfy { $0.problem == "is absent" })
    }

    @Test(
        "what the file does not know, and what is no JSON, never passes",
        arguments: [
            (MessagePart.parameters(of: "Fly"), "{}"), (.result(of: "Refused"), "{}"), (.error("Paint"), "{}"),
            (.parameters(of: "Stop"), "{"), (.parameters(of: "Stop"), "[]"), (.parameters(of: "Stop"), "1"),
        ])
    func unknown(part: MessagePart, json: String) throws {
        #expect(try InterfaceDescription(file).mismatches(inJSON: bytes(json), as: part).count == 1)
    }
}
