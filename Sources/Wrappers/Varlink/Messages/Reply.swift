/// A reply as a client receives it.
package struct Reply<Parameters: Sendable>: Sendable {
    /// What the method returned.
    package let parameters: Parameters
    /// Whether more replies to the same call follow; only for calls with ``Call/Mode/more``.
    package let continues: Bool
    /// How many descriptors it says it brings, in 0... .
    package let descriptors: Int
}

/// A reply on its way in, success or error.
struct IncomingReply<Parameters: Decodable>: Decodable {
    let error: VarlinkError?
    /// Nothing for an error, and where the message has no parameters.
    let parameters: Parameters?
    let continues: Bool
    let descriptors: Int

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: MemberName.self)
        descriptors = try container.descriptorCount()
        if let name = try container.decodeIfPresent(String.self, forKey: .error) {
            // A peer's error is worth showing also when its parameters are not the object they should be.
            let members = try? container.decode([String: JSONValue].self, forKey: .parameters)
            error = VarlinkError(name, members ?? [:])
            parameters = nil
            continues = false
        } else {
            error = nil
            parameters = try container.decodeIfPresent(Parameters.self, forKey: .parameters)
            continues = try container.decodeIfPresent(Bool.self, forKey: .continues) ?? false
        }
    }
}

/// A reply on its way out.
struct OutgoingReply<Parameters: Encodable>: Encodable {
    let parameters: Parameters
    let continues: Bool
    let descriptors: Int

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: MemberName.self)
        try container.encode(parameters, forKey: .parameters)
        if continues { try container.encode(true, forKey: .continues) }
        try container.encode(descriptorCount: descriptors)
    }
}

/// An error on its way out.
struct OutgoingError: Encodable {
    let error: VarlinkError

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: MemberName.self)
        try container.encode(error.name, forKey: .error)
        try container.encode(error.parameters, forKey: .parameters)
    }
}
