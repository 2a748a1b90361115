internal import FoundationEssentials

/// A message that is none, or that cannot be made.
package enum MessageError: Error, Hashable, Sendable {
    /// What came is no Varlink message; the text says why. There is no way to answer it: the connection has to be
    /// closed.
    case malformed(String)
    /// What was to be sent is longer than the limit, in bytes; nothing was sent.
    case tooLong(length: Int, limit: Int)
    /// What was to be sent has no form in JSON, such as a number that is not finite; the text says why.
    case unencodable(String)
}

/// Turns messages into values and back, one pass over the JSON each.
///
/// Keep one for a connection: making it costs more than using it. It holds no state of the connection.
package struct MessageCodec: Sendable {
    /// What an encoded message may not exceed.
    package let limits: MessageLimits

    private let encoder: JSONEncoder
    private let decoder = JSONDecoder()

    /// A codec for messages up to the limit; what is received is limited by ``FrameDecoder``.
    package init(limits: MessageLimits = MessageLimits()) {
        self.limits = limits
        encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
    }

    // MARK: - Service

    /// Reads a call, with parameters of the type that the table has for its method.
    ///
    /// What is wrong with the method's name or the parameters is no failure here but stands in ``Call/parameters``,
    /// since how, and whether, to answer depends on the rest of the call. A parameter type can throw a
    /// ``VarlinkError`` of its own while it decodes.
    /// - Parameter message: Without the NUL, as ``FrameDecoder/next()`` gives it.
    /// - Throws: ``MessageError/malformed(_:)``.
    package func call(from message: [UInt8], of table: MethodTable) throws(MessageError) -> Call {
        try check(message)
        let call = try decode { try $0.decode(IncomingCall.self, from: Data(message), configuration: table) }
        let parameters: Result<any MethodTable.Parameters, VarlinkError>
        if let present = call.parameters {
            parameters = present
        } else {
            parameters = Result { () throws(VarlinkError) in
                try emptyParameters(of: table.method(call.method).type)
            }
        }
        return Call(method: call.method, mode: call.mode, descriptors: call.descriptors, parameters: parameters)
    }

    /// A reply's bytes, with the NUL that ends it.
    /// - Parameters:
    ///   - parameters: What the method returns; has to encode to an object.
    ///   - continues: Whether more replies follow; only for calls with ``Call/Mode/more``.
    ///   - descriptors: How many the owner attaches to the send of the first byte.
    /// - Throws: ``MessageError``.
    package func encode(
        reply parameters: some Encodable, continues: Bool = false, descriptors: Int = 0
    ) throws(MessageError) -> [UInt8] {
        try encode(OutgoingReply(parameters: parameters, continues: continues, descriptors: descriptors))
    }

    /// An error's bytes, with the NUL that ends it.
    /// - Throws: ``MessageError``.
    package func encode(error: VarlinkError) throws(MessageError) -> [UInt8] {
        try encode(OutgoingError(error: error))
    }

    // MARK: - Client

    /// A call's bytes, with the NUL that ends it.
    /// - Parameters:
    ///   - method: The full name: interface, a dot, the method.
    ///   - parameters: Has to encode to an object.
    ///   - mode: How the call wants to be answered.
    ///   - descriptors: How many the owner attaches to the send of the first byte.
    /// - Throws: ``MessageError``.
    package func encode(
        call method: String, _ parameters: some Encodable = NoParameters(), mode: Call.Mode = .single,
        descriptors: Int = 0
    ) throws(MessageError) -> [UInt8] {
        try encode(OutgoingCall(method: method, parameters: parameters, mode: mode, descriptors: descriptors))
    }

    /// Reads a reply. Members that this end does not know are ignored, so that services can add some.
    /// - Parameter message: Without the NUL, as ``FrameDecoder/next()`` gives it.
    /// - Throws: ``VarlinkError`` if the service answered with one, ``MessageError/malformed(_:)`` if it made no sense.
    package func reply<Parameters: Decodable & Sendable>(
        _ type: Parameters.Type = Parameters.self, from message: [UInt8]
    ) throws -> Reply<Parameters> {
        try check(message)
        let reply = try decode { try $0.decode(IncomingReply<Parameters>.self, from: Data(message)) }
        if let error = reply.error { throw error }
        let parameters =
            if let present = reply.parameters { present } else {
                try decode { try $0.decode(Parameters.self, from: Self.emptyObject) }
            }
        return Reply(parameters: parameters, continues: reply.continues, descriptors: reply.descriptors)
    }

    // MARK: - JSON

    private static let emptyObject = Data("{}".utf8)

    /// How deep objects and arrays may stand in each other. Foundation allows 512, which decoding a ``JSONValue`` turns
    /// into more stack than a thread need have.
    private static let maximumDepth = 64

    /// Refuses what Foundation would take: another encoding than UTF-8, by its first bytes, and deep nesting.
    private func check(_ message: [UInt8]) throws(MessageError) {
        var (depth, isString, isEscaped) = (0, false, false)
        for byte in message {
            if isString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                if depth > Self.maximumDepth { throw .malformed("more than \(Self.maximumDepth) levels deep") }
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case 0x80...: throw .malformed("a byte outside of a string is no ASCII")
            default: break
            }
        }
    }

    /// Parameters that are absent or null mean an empty object.
    private func emptyParameters(
        of type: any MethodTable.Parameters.Type
    ) throws(VarlinkError) -> any MethodTable.Parameters {
        do {
            return try decoder.decode(type, from: Self.emptyObject)
        } catch {
            throw VarlinkError(refusing: error, below: 0)
        }
    }

    private func decode<Value>(_ body: (JSONDecoder) throws -> Value) throws(MessageError) -> Value {
        do {
            return try body(decoder)
        } catch {
            throw .malformed(String(describing: error))
        }
    }

    private func encode(_ message: some Encodable) throws(MessageError) -> [UInt8] {
        let data: Data
        do {
            data = try encoder.encode(message)
        } catch {
            throw .unencodable(String(describing: error))
        }
        guard data.count <= limits.messageLength else {
            throw .tooLong(length: data.count, limit: limits.messageLength)
        }
        var bytes = [UInt8]()
        bytes.reserveCapacity(data.count + 1)
        bytes.append(contentsOf: data)
        bytes.append(0)
        return bytes
    }
}
