/// An error that travels in a reply: one of an interface, or a generic one of `org.varlink.service`.
///
/// The name is free text on purpose: an error that this end does not know is still one that it can show.
package struct VarlinkError: Error, Hashable, Sendable {
    /// The full name: interface, a dot, the error.
    package let name: String
    /// The members of its parameters; empty when it has none.
    package let parameters: [String: JSONValue]

    /// An error of an interface, by its full name.
    package init(_ name: String, _ parameters: [String: JSONValue] = [:]) {
        self.name = name
        self.parameters = parameters
    }

    /// The service has no interface of this name.
    package static func interfaceNotFound(_ interface: String) -> VarlinkError {
        VarlinkError("org.varlink.service.InterfaceNotFound", ["interface": .string(interface)])
    }

    /// The interface has no method of this name; `method` is the full name.
    package static func methodNotFound(_ method: String) -> VarlinkError {
        VarlinkError("org.varlink.service.MethodNotFound", ["method": .string(method)])
    }

    /// The interface has the method and this service does not offer it; `method` is the full name.
    package static func methodNotImplemented(_ method: String) -> VarlinkError {
        VarlinkError("org.varlink.service.MethodNotImplemented", ["method": .string(method)])
    }

    /// A parameter is missing, unknown, of the wrong type or out of range.
    package static func invalidParameter(_ parameter: String) -> VarlinkError {
        VarlinkError("org.varlink.service.InvalidParameter", ["parameter": .string(parameter)])
    }

    /// The peer may not call this.
    package static let permissionDenied = VarlinkError("org.varlink.service.PermissionDenied")

    /// The method answers several times and wants to be called with `more`.
    package static let expectedMore = VarlinkError("org.varlink.service.ExpectedMore")
}

extension VarlinkError {
    /// The answer to parameters that could not be decoded: the error itself if it is of this type, else an invalid
    /// parameter, named by its path, as `items[2].name`.
    init(refusing error: any Error) {
        if let own = error as? VarlinkError {
            self = own
            return
        }
        let path: [any CodingKey] =
            switch error as? DecodingError {
            case .keyNotFound(let key, let context): context.codingPath + [key]
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
                context.codingPath
            case nil: []
            @unknown default: []
            }
        let name = path.reduce(into: "") { name, key in
            if let index = key.intValue {
                name += "[\(index)]"
            } else {
                name += (name.isEmpty ? "" : ".") + key.stringValue
            }
        }
        self = .invalidParameter(name.isEmpty ? "parameters" : name)
    }
}
