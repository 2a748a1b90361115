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

/// The members of messages.
enum MemberName {
    static let method = "method"
    static let parameters = "parameters"
    static let error = "error"
    static let continues = "continues"
    /// How many descriptors a message brings: not Varlink's own, absent for none, so that messages without descriptors
    /// are plain Varlink.
    static let descriptors = "descriptors"
}

extension Call {
    /// Reads a call. What is wrong with its method or parameters stands in ``parameters``.
    /// - Throws: ``MessageError/malformed(_:)``.
    init(_ message: JSONNode, of table: MethodTable) throws(MessageError) {
        guard let method = message.member(MemberName.method)?.string else { throw .malformed("no method is named") }
        self.method = method
        mode = try Self.mode(of: message)
        descriptors = try message.descriptorCount()
        parameters = Result { () throws(VarlinkError) in
            try Self.parameters(message.member(MemberName.parameters), as: table.method(method))
        }
    }

    /// Reads the flags and refuses members that the protocol does not know; those with a dot are other vendors'.
    private static func mode(of message: JSONNode) throws(MessageError) -> Mode {
        var mode = Mode.single
        for (name, value) in message.members {
            switch name {
            case MemberName.method, MemberName.parameters, MemberName.descriptors: continue
            default:
                if let asked = Mode(rawValue: name), asked != .single {
                    guard try value.flag(name) else { continue }
                    if mode == .single {
                        mode = asked
                        continue
                    }
                } else if name.utf8.contains(UInt8(ascii: ".")) {
                    continue
                }
                throw .malformed("the member '\(name)' is unknown, or contradicts another")
            }
        }
        return mode
    }

    /// Parameters that are absent or null mean an empty object.
    private static func parameters(
        _ given: JSONNode?, as method: MethodTable.Method
    ) throws(VarlinkError) -> any MethodTable.Parameters {
        do {
            guard let given, given.kind != .null else { return try method.type.init(from: NodeDecoder(JSONNode())) }
            if let members = method.members {
                for (name, _) in given.members where !members.contains(name) {
                    throw VarlinkError.invalidParameter(name)
                }
            }
            return try method.type.init(from: NodeDecoder(given))
        } catch {
            throw VarlinkError(refusing: error)
        }
    }
}

extension JSONNode {
    /// The number of descriptors, 0 when it is not said.
    func descriptorCount() throws(MessageError) -> Int {
        guard let node = member(MemberName.descriptors), node.kind != .null else { return 0 }
        guard let count = node.integer.flatMap(Int.init(exactly:)), count >= 0 else {
            throw .malformed("'\(MemberName.descriptors)' is no number of descriptors")
        }
        return count
    }

    /// The flag, false for null.
    func flag(_ name: String) throws(MessageError) -> Bool {
        if let bool { return bool }
        guard kind == .null else { throw .malformed("'\(name)' is neither true nor false") }
        return false
    }
}
