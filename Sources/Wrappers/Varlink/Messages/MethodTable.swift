/// Which methods a service has and of what type their parameters are.
///
/// ```swift
/// let table = MethodTable(
///     ["org.example.ftl.Jump": Jump.self, "org.example.ftl.Monitor": NoParameters.self], interfaces: [ftl])
/// ```
package struct MethodTable: Sendable {
    /// A type that a method's parameters decode to.
    package typealias Parameters = Decodable & Sendable

    struct Method {
        let type: any Parameters.Type
        /// The members that the interface file gives the parameters; absent without a file.
        let members: Set<String>?
    }

    private var methods: [String: Method] = [:]
    private var declared: Set<String> = []
    private var interfaces: Set<String> = []

    /// - Parameters:
    ///   - types: The parameters' type for each method, by its full name.
    ///   - interfaces: The files of these methods. With one, a call with a member that the file does not know is
    ///     refused, and so is a method that only the file knows. A type for a method that its file does not
    ///     know is a mistake in the program and traps.
    package init(_ types: [String: any Parameters.Type], interfaces: [InterfaceDescription] = []) {
        for interface in interfaces {
            self.interfaces.insert(interface.name)
            for method in interface.methods { declared.insert("\(interface.name).\(method.name)") }
        }
        for (name, type) in types {
            let (interfaceName, methodName) = Self.split(name)
            let file = interfaces.first { $0.name == interfaceName }
            let method = file?.method(methodName)
            precondition(file == nil || method != nil, "\(name) is not in its interface file")
            methods[name] = Method(type: type, members: method.map { Set($0.parameters.map(\.name)) })
            self.interfaces.insert(interfaceName)
        }
    }

    func method(_ name: String) throws(VarlinkError) -> Method {
        if let method = methods[name] { return method }
        if declared.contains(name) { throw .methodNotImplemented(name) }
        let interface = Self.split(name).interface
        throw interfaces.contains(interface) || interface.isEmpty
            ? .methodNotFound(name) : .interfaceNotFound(interface)
    }

    /// A full name as its interface and the rest; the interface is empty where there is no dot.
    private static func split(_ name: String) -> (interface: String, method: String) {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return ("", name) }
        return (String(name[..<dot]), String(name[name.utf8.index(after: dot)...]))
    }
}

/// The parameters of a method, reply or error that has none.
package struct NoParameters: Codable, Hashable, Sendable {
    /// Encodes to an empty object.
    package init() {}

    /// Takes any object, and nothing but an object.
    package init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: NoKey.self) }

    package func encode(to encoder: any Encoder) throws { _ = encoder.container(keyedBy: NoKey.self) }

    private enum NoKey: CodingKey {}
}
