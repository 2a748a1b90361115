import Varlink

struct Jump: Codable, Equatable, Sendable {
    struct Coordinate: Codable, Equatable, Sendable { var longitude: Double }
    var speed: Int
    var route: [Coordinate]?
}

struct AllOptional: Codable, Equatable, Sendable { var name: String? }

/// A type that refuses values with an error of the interface's own.
struct Fussy: Decodable, Sendable {
    init(from decoder: any Decoder) throws { throw VarlinkError("org.example.ftl.NotEnoughEnergy", ["missing": 3]) }
}

struct OtherFailure: Decodable, Sendable {
    struct Failure: Error {}
    init(from decoder: any Decoder) throws { throw Failure() }
}

let ftlFile = """
    # Jumps a spacecraft to another point in space.
    interface org.example.ftl

    type Coordinate (longitude: float)

    method Jump(speed: int, route: ?[]Coordinate) -> (state: (idle, spooling, busy))
    method Monitor() -> (level: int)
    method Rename(name: ?string) -> ()
    method Later() -> ()

    error NotEnoughEnergy (missing: int)
    """

func ftlTable() throws -> MethodTable {
    MethodTable(
        [
            "org.example.ftl.Jump": Jump.self, "org.example.ftl.Monitor": NoParameters.self,
            "org.example.ftl.Rename": AllOptional.self,
            ServiceInterface.getInfo: NoParameters.self,
            ServiceInterface.getInterfaceDescription: ServiceInterface.InterfaceRequest.self,
            "org.example.loose.Jump": Jump.self, "org.example.loose.Fussy": Fussy.self,
            "org.example.loose.Other": OtherFailure.self,
        ], interfaces: [try InterfaceDescription(ftlFile)])
}

extension JSONValue {
    /// What a message holds for a value.
    init(encoding value: some Encodable) throws {
        let message = try JSONValue(json: MessageCodec().encode(reply: ["value": value]).dropLast())
        self = message["parameters"]?["value"] ?? .null
    }
}
