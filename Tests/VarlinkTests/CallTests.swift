import Testing
import Varlink

@Suite("Calls at the service")
struct CallTests {
    private let codec = MessageCodec()

    private func call(_ text: String) throws -> Call { try codec.call(from: bytes(text), of: ftlTable()) }

    @Test("a call is decoded with its parameters, mode and number of descriptors")
    func whole() throws {
        let call = try call(
            #"""
            {"method": "org.example.ftl.Jump", "more": true, "descriptors": 2, "oneway": false, "upgrade": null,
             "parameters": {"speed": 7, "route": [{"longitude": 27.5}]}, "com.example.vendor": {"trace": 1}}
            """#)
        #expect(call.method == "org.example.ftl.Jump")
        #expect(call.mode == .more)
        #expect(call.descriptors == 2)
        let jump = try #require(try call.parameters.get() as? Jump)
        #expect(jump == Jump(speed: 7, route: [.init(longitude: 27.5)]))
    }

    @Test(
        "each flag is a mode of its own",
        arguments: [("more", Call.Mode.more), ("oneway", .oneway), ("upgrade", .upgrade)])
    func modes(flag: String, mode: Call.Mode) throws {
        #expect(try call(#"{"method":"org.example.ftl.Monitor","\#(flag)":true}"#).mode == mode)
        #expect(try call(#"{"method":"org.example.ftl.Monitor","\#(flag)":false}"#).mode == .single)
    }

    @Test(
        "absent, null and empty parameters mean the same",
        arguments: ["", #","parameters":null"#, #","parameters":{}"#])
    func emptyParameters(member: String) throws {
        let monitor = try call(#"{"method":"org.example.ftl.Monitor"\#(member)}"#)
        #expect(try monitor.parameters.get() is NoParameters)
        let rename = try call(#"{"method":"org.example.ftl.Rename"\#(member)}"#)
        #expect(try rename.parameters.get() as? AllOptional == AllOptional())
        let jump = try call(#"{"method":"org.example.ftl.Jump"\#(member)}"#)
        #expect(throws: VarlinkError.invalidParameter("speed")) { try jump.parameters.get() }
        let fussy = try call(#"{"method":"org.example.loose.Fussy"\#(member)}"#)
        #expect(throws: VarlinkError("org.example.ftl.NotEnoughEnergy", ["missing": 3])) {
            try fussy.parameters.get()
        }
    }

    @Test(
        "a call that cannot be served says which error it gets, and its flags are known all the same",
        arguments: [
            ("org.example.none.Jump", "{}", VarlinkError.interfaceNotFound("org.example.none")),
            ("org.example.ftl.Land", "{}", .methodNotFound("org.example.ftl.Land")),
            ("Jump", "{}", .methodNotFound("Jump")),
            ("", "{}", .methodNotFound("")),
            (".", "{}", .methodNotFound(".")),
            ("org.example.ftl.Later", "{}", .methodNotImplemented("org.example.ftl.Later")),
            ("org.example.ftl.Jump", #"{"speed":"fast"}"#, .invalidParameter("speed")),
            ("org.example.ftl.Jump", #"{"speed":null}"#, .invalidParameter("speed")),
            ("org.example.ftl.Jump", #"{"speed":1.5}"#, .invalidParameter("speed")),
            ("org.example.ftl.Jump", #"{"speed":1e300}"#, .invalidParameter("speed")),
            ("org.example.ftl.Jump", #"{"speed":1,"speeed":2}"#, .invalidParameter("speeed")),
            (
                "org.example.ftl.Jump", #"{"speed":1,"route":[{"longitude":1},{}]}"#,
                .invalidParameter("route[1].longitude")
            ),
            ("org.example.ftl.Jump", "[]", .invalidParameter("parameters")),
            ("org.example.ftl.Monitor", "7", .invalidParameter("parameters")),
            ("org.example.loose.Jump", #""text""#, .invalidParameter("parameters")),
            ("org.example.loose.Fussy", "{}", VarlinkError("org.example.ftl.NotEnoughEnergy", ["missing": 3])),
            ("org.example.loose.Other", "{}", .invalidParameter("parameters")),
        ])
    func refused(method: String, parameters: String, error: VarlinkError) throws {
        let call = try call(#"{"method":"\#(method)","parameters":\#(parameters),"oneway":true,"descriptors":3}"#)
        #expect(throws: error) { try call.parameters.get() }
        #expect(call.method == method)
        #expect(call.mode == .oneway)
        #expect(call.descriptors == 3)
    }

    @Test("without an interface file, members that the type does not know are ignored")
    func looseMembers() throws {
        let call = try call(#"{"method":"org.example.loose.Jump","parameters":{"speed":1,"colour":"red"}}"#)
        #expect(try call.parameters.get() as? Jump == Jump(speed: 1))
    }

    @Test(
        "rule 23: what is no call is malformed",
        arguments: [
            "", " ", "{", "}", "[]", "7", #""text""#, "null", "{}", #"{"method":7}"#, #"{"method":null}"#,
            #"{"method":"a.b.C","more":1}"#, #"{"method":"a.b.C","more":"true"}"#,
            #"{"method":"a.b.C","more":true,"oneway":true}"#, #"{"method":"a.b.C","colour":1}"#,
            #"{"method":"a.b.C","single":true}"#, #"{"method":"a.b.C","descriptors":-1}"#,
            #"{"method":"a.b.C","descriptors":"1"}"#, #"{"method":"a.b.C","descriptors":1.5}"#,
            #"{"method":"a.b.C","descriptors":99999999999999999999}"#,
            #"{"method":"org.example.ftl.Jump","parameters":{"speed":99999999999999999999}}"#,
            #"{"method":"a.b.C"} {}"#,
            #"{'method':'a.b.C'}"#, #"{"method":"a.b.C\q"}"#, #"{"method":"a.b.C\ud800"}"#,
        ])
    func malformed(text: String) throws {
        let table = try ftlTable()
        #expect {
            try codec.call(from: bytes(text), of: table)
        } throws: { error in
            if case .malformed(let reason)? = error as? MessageError { !reason.isEmpty } else { false }
        }
    }

    @Test("what a client encodes the service decodes")
    func roundTrip() throws {
        let jump = Jump(speed: -7, route: [.init(longitude: -0.25)])
        let message = try codec.encode(call: "org.example.ftl.Jump", jump, mode: .more, descriptors: 1)
        #expect(message.last == 0)
        let call = try codec.call(from: Array(message.dropLast()), of: ftlTable())
        #expect(try call.parameters.get() as? Jump == jump)
        #expect(call.mode == .more)
        #expect(call.descriptors == 1)
    }

    @Test("a call without descriptors is plain Varlink: no member of our own, no flag that is not set")
    func plain() throws {
        let message = try codec.encode(call: ServiceInterface.getInfo)
        let value = try JSONValue(json: Array(message.dropLast()))
        #expect(value == ["method": "org.varlink.service.GetInfo", "parameters": [:]])
    }

    @Test("a type for a method that its interface file does not know is a mistake in the program")
    func unknownMethodInTable() async {
        await #expect(processExitsWith: .failure) {
            _ = MethodTable(
                ["org.example.ftl.Land": NoParameters.self], interfaces: [try InterfaceDescription(ftlFile)])
        }
    }
}
