extension InterfaceDescription: CustomStringConvertible {
    /// The interface in a standard layout; reading it gives the same members again, with their documentation.
    package var description: String {
        var text = Self.comment(documentation) + "interface \(name)\n"
        for member in members {
            switch member {
            case .type(let type):
                text += "\n" + Self.comment(type.documentation) + "type \(type.name) \(Self.print(type.type, ""))\n"
            case .method(let method):
                text += "\n" + Self.comment(method.documentation)
                text += "method \(method.name)\(Self.print(.structure(method.parameters), ""))"
                text += " -> \(Self.print(.structure(method.result), ""))\n"
            case .error(let error):
                text += "\n" + Self.comment(error.documentation)
                text += "error \(error.name) \(Self.print(.structure(error.parameters), ""))\n"
            }
        }
        return text
    }

    private static func comment(_ lines: [String], _ indentation: String = "") -> String {
        lines.map { "\(indentation)#\($0.isEmpty ? "" : " ")\($0)\n" }.joined()
    }

    private static func print(_ type: FieldType, _ indentation: String) -> String {
        switch type {
        case .bool: return "bool"
        case .int: return "int"
        case .float: return "float"
        case .string: return "string"
        case .object: return "object"
        case .any: return "any"
        case .named(let name): return name
        case .enumeration(let names): return "(\(names.joined(separator: ", ")))"
        case .array(let element): return "[]" + print(element, indentation)
        case .dictionary(let element): return "[string]" + print(element, indentation)
        case .optional(let wrapped): return "?" + print(wrapped, indentation)
        case .structure(let fields) where fields.count <= 1 && fields.allSatisfy(\.documentation.isEmpty):
            return "(" + fields.map { "\($0.name): \(print($0.type, indentation))" }.joined() + ")"
        case .structure(let fields):
            let inner = indentation + "  "
            let lines = fields.map { comment($0.documentation, inner) + "\(inner)\($0.name): \(print($0.type, inner))" }
            return "(\n" + lines.joined(separator: ",\n") + "\n\(indentation))"
        }
    }
}
