/// A reply as a client receives it.
package struct Reply<Parameters: Sendable>: Sendable {
    /// What the method returned.
    package let parameters: Parameters
    /// Whether more replies to the same call follow; only for calls with ``Call/Mode/more``.
    package let continues: Bool
    /// How many descriptors it says it brings, in 0... .
    package let descriptors: Int
}

extension Reply where Parameters: Decodable {
    /// Reads a reply.
    /// - Throws: ``VarlinkError`` if the service answered with one, ``MessageError/malformed(_:)``.
    init(_ message: JSONNode) throws {
        descriptors = try message.descriptorCount()
        if let error = message.member(MemberName.error), error.kind != .null {
            guard let name = error.string else { throw MessageError.malformed("'\(MemberName.error)' is no name") }
            // A peer's error is worth showing also when its parameters are not the object they should be.
            if case .object(let members)? = message.member(MemberName.parameters).map(JSONValue.init) {
                throw VarlinkError(name, members)
            }
            throw VarlinkError(name)
        }
        continues = try message.member(MemberName.continues)?.flag(MemberName.continues) ?? false
        do {
            let given = message.member(MemberName.parameters)
            parameters =
                if let given, given.kind != .null { try Parameters(from: NodeDecoder(given)) } else {
                    try Parameters(from: NodeDecoder(JSONNode()))
                }
        } catch let error as MessageError {
            throw error
        } catch {
            throw MessageError.malformed(String(describing: error))
        }
    }
}
