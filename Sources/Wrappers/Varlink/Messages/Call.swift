internal import FoundationEssentials

/// A call as a service receives it.
package struct Call: Sendable {
    /// How a call wants to be answered. The protocol lets a call ask for one of these at most.
    package enum Mode: String, Hashable, Sendable {
        /// One reply.
        case single
        /// As many replies as there are, all but the last with `continues`; one is right too.
        case more
        /// None, not even an error.
        case oneway
        /// One reply, after which the connection speaks another protocol.
        case upgrade
    }

    /// The full name: interface, a dot, the method.
    package let method: String
    /// How it wants to be answered.
    package let mode: Mode
    /// How many descriptors it says it brings, in 0... .
    package let descriptors: Int
    /// A value of the type in the ``MethodTable``, or the error to answer with.
    package let parameters: Result<any MethodTable.Parameters, VarlinkError>
}

/// The member that says how many descriptors a message brings: not Varlink's own, absent for none, so that messages
/// without descriptors are plain Varlink.
private let descriptorsMember = "descriptors"

/// A member's name as it stands in the message.
struct MemberName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }

    static let method = MemberName(stringValue: "method")
    static let parameters = MemberName(stringValue: "parameters")
    static let error = MemberName(stringValue: "error")
    static let continues = MemberName(stringValue: "continues")
    static let descriptors = MemberName(stringValue: descriptorsMember)
}

extension KeyedDecodingContainer<MemberName> {
    /// The number of descriptors, 0 when it is not said.
    func descriptorCount() throws -> Int {
        let count = try decodeIfPresent(Int.self, forKey: .descriptors) ?? 0
        guard count >= 0 else {
            throw DecodingError.dataCorruptedError(forKey: .descriptors, in: self, debugDescription: "below 0")
        }
        return count
    }
}

extension KeyedEncodingContainer<MemberName> {
    mutating func encode(descriptorCount: Int) throws {
        if descriptorCount > 0 { try encode(descriptorCount, forKey: .descriptors) }
    }
}

/// A call on its way in: everything out of one pass over the JSON, since the method names the parameters' type.
struct IncomingCall: DecodableWithConfiguration {
    let method: String
    let mode: Call.Mode
    let descriptors: Int
    /// Nothing where the method is known and the message has no parameters.
    let parameters: Result<any MethodTable.Parameters, VarlinkError>?

    init(from decoder: any Decoder, configuration table: MethodTable) throws {
        let container = try decoder.container(keyedBy: MemberName.self)
        mode = try Self.mode(of: container)
        method = try container.decode(String.self, forKey: .method)
        descriptors = try container.descriptorCount()
        do {
            parameters = try Self.parameters(of: container, as: table.method(method)).map { .success($0) }
        } catch {
            parameters = .failure(VarlinkError(refusing: error, below: 1))
        }
    }

    /// Reads the flags and refuses members that the protocol does not know; those with a dot are other vendors'.
    private static func mode(of container: KeyedDecodingContainer<MemberName>) throws -> Call.Mode {
        var mode = Call.Mode.single
        for key in container.allKeys {
            switch key.stringValue {
            case "method", "parameters", descriptorsMember: continue
            case let flag:
                if let asked = Call.Mode(rawValue: flag), asked != .single {
                    guard try container.decodeIfPresent(Bool.self, forKey: key) ?? false else { continue }
                    if mode == .single {
                        mode = asked
                        continue
                    }
                } else if flag.utf8.contains(UInt8(ascii: ".")) {
                    continue
                }
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: container, debugDescription: "unknown, or contradicts another member")
            }
        }
        return mode
    }

    private static func parameters(
        of container: KeyedDecodingContainer<MemberName>, as method: MethodTable.Method
    ) throws -> (any MethodTable.Parameters)? {
        guard try container.contains(.parameters) && !container.decodeNil(forKey: .parameters) else { return nil }
        if let members = method.members {
            let given = try container.nestedContainer(keyedBy: MemberName.self, forKey: .parameters).allKeys
            if let unknown = given.first(where: { !members.contains($0.stringValue) }) {
                throw VarlinkError.invalidParameter(unknown.stringValue)
            }
        }
        return try container.decode(method.type, forKey: .parameters)
    }
}

/// A call on its way out.
struct OutgoingCall<Parameters: Encodable>: Encodable {
    let method: String
    let parameters: Parameters
    let mode: Call.Mode
    let descriptors: Int

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: MemberName.self)
        try container.encode(method, forKey: .method)
        try container.encode(parameters, forKey: .parameters)
        if mode != .single { try container.encode(true, forKey: MemberName(stringValue: mode.rawValue)) }
        try container.encode(descriptorCount: descriptors)
    }
}
