/// A message that is none, or that cannot be made.
package enum MessageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What came is no Varlink message; the text says why. There is no way to answer it: the connection has to be
    /// closed.
    case malformed(String)
    /// What was to be sent is longer than the limit, in bytes; nothing was sent.
    case tooLong(length: Int, limit: Int)
    /// What was to be sent has no form in JSON, such as a number that is not finite; the text says why.
    case unencodable(String)

    package var description: String {
        switch self {
        case .malformed(let why), .unencodable(let why): why
        case .tooLong(let length, let limit): "\(length) bytes, and a message has at most \(limit)"
        }
    }
}

/// Turns messages into values and back, without a step between the JSON and the types. Holds no state.
package struct MessageCodec: Sendable {
    /// What an encoded message may not exceed.
    package let limits: MessageLimits

    /// A codec for messages up to the limit; what is received is limited by ``FrameDecoder``.
    package init(limits: MessageLimits = MessageLimits()) { self.limits = limits }

    // MARK: - Service

    /// Reads a call, with parameters of the type that the table has for its method.
    ///
    /// What is wrong with the method's name or the parameters is no failure here but stands in ``Call/parameters``,
    /// since how, and whether, to answer depends on the rest of the call. A parameter type can throw a
    /// ``VarlinkError`` of its own while it decodes.
    /// - Parameter message: Without the NUL, as ``FrameDecoder/next()`` gives it.
    /// - Throws: ``MessageError/malformed(_:)``.
    package func call(from message: [UInt8], of table: MethodTable) throws(MessageError) -> Call {
        try Call(JSONNode(parsing: message), of: table)
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
        let (writer, message) = JSONWriter.object()
        try encode(parameters, into: message, writer)
        if continues { writer.put(true, at: .member(MemberName.continues, of: message)) }
        return try finish(writer, message, descriptors)
    }

    /// An error's bytes, with the NUL that ends it.
    /// - Throws: ``MessageError``.
    package func encode(error: VarlinkError) throws(MessageError) -> [UInt8] {
        let (writer, message) = JSONWriter.object()
        writer.put(error.name, at: .member(MemberName.error, of: message))
        try encode(JSONValue.object(error.parameters), into: message, writer)
        return try finish(writer, message, 0)
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
        let (writer, message) = JSONWriter.object()
        writer.put(method, at: .member(MemberName.method, of: message))
        try encode(parameters, into: message, writer)
        if mode != .single { writer.put(true, at: .member(mode.rawValue, of: message)) }
        return try finish(writer, message, descriptors)
    }

    /// Reads a reply. Members that this end does not know are ignored, so that services can add some.
    /// - Parameter message: Without the NUL, as ``FrameDecoder/next()`` gives it.
    /// - Throws: ``VarlinkError`` if the service answered with one, ``MessageError/malformed(_:)`` if it made no sense.
    package func reply<Parameters: Decodable & Sendable>(
        _ type: Parameters.Type = Parameters.self, from message: [UInt8]
    ) throws -> Reply<Parameters> {
        try Reply(JSONNode(parsing: message))
    }

    // MARK: - JSON

    private func encode(
        _ parameters: some Encodable, into message: JSONWriter.Container, _ writer: JSONWriter
    ) throws(MessageError) {
        do {
            try parameters.encode(to: ValueEncoder(writer, at: .member(MemberName.parameters, of: message)))
        } catch let error as MessageError {
            throw error
        } catch {
            throw .unencodable(String(describing: error))
        }
    }

    private func finish(
        _ writer: JSONWriter, _ message: JSONWriter.Container, _ descriptors: Int
    ) throws(MessageError) -> [UInt8] {
        if descriptors > 0 { writer.put(Int64(descriptors), at: .member(MemberName.descriptors, of: message)) }
        let bytes = try writer.finish(ending: 0)
        guard bytes.count - 1 <= limits.messageLength else {
            throw .tooLong(length: bytes.count - 1, limit: limits.messageLength)
        }
        return bytes
    }
}
