import Testing
import Varlink

private struct State: Codable, Equatable, Sendable { var level: Int }

@Suite("Replies at the client")
struct ReplyTests {
    private let codec = MessageCodec()

    @Test("what a service encodes the client decodes", arguments: [(false, 0), (true, 2)])
    func roundTrip(continues: Bool, descriptors: Int) throws {
        let message = try codec.encode(reply: State(level: 5), continues: continues, descriptors: descriptors)
        #expect(message.last == 0)
        let reply = try codec.reply(State.self, from: Array(message.dropLast()))
        #expect(reply.parameters == State(level: 5))
        #expect(reply.continues == continues)
        #expect(reply.descriptors == descriptors)
    }

    @Test(
        "absent, null and empty parameters mean the same",
        arguments: ["{}", #"{"parameters":null}"#, #"{"parameters":{}}"#, #"{"parameters":{},"continues":null}"#])
    func emptyParameters(text: String) throws {
        #expect(try codec.reply(AllOptional.self, from: bytes(text)).parameters == AllOptional())
        #expect(throws: MessageError.self) { try codec.reply(State.self, from: bytes(text)) }
    }

    @Test("members that the client does not know are ignored")
    func unknownMembers() throws {
        let text = #"{"parameters":{"level":1,"colour":"red"},"continues":false,"trace":"x"}"#
        #expect(try codec.reply(State.self, from: bytes(text)).parameters == State(level: 1))
    }

    @Test(
        "a peer's error is thrown as it is, known or not",
        arguments: [
            (#"{"error":"org.example.New","parameters":{"a":[1,null,{"b":true}]}}"#, ["a": [1, nil, ["b": true]]]),
            (#"{"error":"org.example.New","parameters":null}"#, [:]),
            (#"{"error":"org.example.New"}"#, [:]),
            (#"{"error":"org.example.New","parameters":7}"#, [:]),
            (#"{"error":"org.example.New","parameters":{"level":"x"},"continues":true}"#, ["level": "x"]),
        ] as [(String, [String: JSONValue])])
    func errors(text: String, parameters: [String: JSONValue]) throws {
        #expect(throws: VarlinkError("org.example.New", parameters)) {
            try codec.reply(State.self, from: bytes(text))
        }
    }

    @Test(
        "errors travel whole",
        arguments: [
            VarlinkError.interfaceNotFound("a.b"), .methodNotFound("a.b.C"), .methodNotImplemented("a.b.C"),
            .invalidParameter("x[1]"), .permissionDenied, .expectedMore,
            VarlinkError("a.b.C", ["message": "no such \u{0}\"grant\" /a/ü", "since": 1.5, "id": nil]),
        ])
    func errorRoundTrip(error: VarlinkError) throws {
        let message = try codec.encode(error: error)
        #expect(message.firstIndex(of: 0) == message.count - 1)
        #expect(throws: error) { try codec.reply(State.self, from: Array(message.dropLast())) }
    }

    @Test(
        "rule 23: what is no reply is malformed, never a trap",
        arguments: [
            "", "{", "[]", "null", #"{"parameters":[]}"#, #"{"parameters":{"level":"x"}}"#, #"{"error":7}"#,
            #"{"parameters":{"level":1},"continues":"yes"}"#, #"{"parameters":{"level":1},"descriptors":-1}"#,
        ])
    func malformed(text: String) {
        #expect {
            try codec.reply(State.self, from: bytes(text))
        } throws: {
            if case .malformed? = $0 as? MessageError { true } else { false }
        }
    }

    @Test("rule 21: a reply over the limit is not made")
    func tooLong() throws {
        let codec = MessageCodec(limits: MessageLimits(messageLength: 40))
        let fitting = try codec.encode(reply: AllOptional(name: String(repeating: "x", count: 14)))
        #expect(fitting.count == 41)
        #expect(throws: MessageError.tooLong(length: 41, limit: 40)) {
            try codec.encode(reply: AllOptional(name: String(repeating: "x", count: 15)))
        }
    }

    @Test("a number that JSON cannot hold is an error")
    func notFinite() {
        #expect {
            try codec.encode(reply: Jump.Coordinate(longitude: .infinity))
        } throws: {
            if case .unencodable? = $0 as? MessageError { true } else { false }
        }
    }

    @Test("the service interface's text is what it says, for every method and error in it")
    func serviceInterface() throws {
        let interface = try InterfaceDescription(ServiceInterface.text)
        #expect(interface.name == ServiceInterface.name)
        let info = ServiceInterface.Info(
            vendor: "v", product: "p", version: "1", url: "u", interfaces: [ServiceInterface.name])
        #expect(interface.mismatches(in: try JSONValue(encoding: info), as: .result(of: "GetInfo")).isEmpty)
        let request = ServiceInterface.InterfaceRequest(interface: "a.b")
        let describe = "GetInterfaceDescription"
        #expect(interface.mismatches(in: try JSONValue(encoding: request), as: .parameters(of: describe)).isEmpty)
        let text = try ServiceInterface.InterfaceText(
            answering: .init(interface: ServiceInterface.name), from: [interface])
        #expect(text.description == ServiceInterface.text)
        #expect(interface.mismatches(in: try JSONValue(encoding: text), as: .result(of: describe)).isEmpty)
        let errors: [VarlinkError] = [
            .interfaceNotFound(""), .methodNotFound(""), .methodNotImplemented(""), .invalidParameter(""),
            .permissionDenied, .expectedMore,
        ]
        #expect(errors.map(\.name) == interface.errors.map { "\(interface.name).\($0.name)" })
        for (error, declared) in zip(errors, interface.errors) {
            #expect(interface.mismatches(in: .object(error.parameters), as: .error(declared.name)).isEmpty)
        }
    }

    @Test("an interface's description is its file, and there is none for others")
    func descriptions() throws {
        let ftl = try InterfaceDescription(ftlFile)
        let text = try ServiceInterface.InterfaceText(answering: .init(interface: "org.example.ftl"), from: [ftl])
        #expect(text.description == ftlFile)
        #expect(throws: VarlinkError.interfaceNotFound("a.b")) {
            try ServiceInterface.InterfaceText(answering: .init(interface: "a.b"), from: [ftl])
        }
    }
}
