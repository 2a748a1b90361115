/// A place where a message is not what the interface file says.
package struct Mismatch: Hashable, Sendable, CustomStringConvertible {
    /// The way to the value, as `items[2].name`; empty for the message's parameters as a whole.
    package let path: String
    /// What the file says, and what there is.
    package let problem: String

    /// Path and problem in one line.
    package var description: String { path.isEmpty ? problem : "\(path): \(problem)" }
}

/// The part of a message that an interface file describes, by the name without the interface's.
package enum MessagePart: Hashable, Sendable {
    case parameters(of: String)
    case result(of: String)
    case error(String)
}

extension InterfaceDescription {
    /// What in a message's `parameters` the file does not allow: unknown members, wrong types, absent members that are
    /// not optional. Empty if all is right.
    package func mismatches(in parameters: JSONValue, as part: MessagePart) -> [Mismatch] {
        let fields: [Field]? =
            switch part {
            case .parameters(let name): method(name)?.parameters
            case .result(let name): method(name)?.result
            case .error(let name): error(name)?.parameters
            }
        guard let fields else { return [Mismatch(path: "", problem: "\(part) is not in \(name)")] }
        var check = MessageCheck(interface: self)
        // Absent and null parameters mean an empty object.
        check.check(parameters == .null ? .object([:]) : parameters, against: .structure(fields), at: "")
        return check.mismatches
    }

    /// The same, for `parameters` as JSON text.
    package func mismatches(inJSON parameters: [UInt8], as part: MessagePart) -> [Mismatch] {
        do {
            return mismatches(in: try JSONValue(json: parameters), as: part)
        } catch {
            return [Mismatch(path: "", problem: "no JSON: \(error)")]
        }
    }
}

private struct MessageCheck {
    let interface: InterfaceDescription
    var mismatches: [Mismatch] = []

    mutating func check(_ value: JSONValue, against type: InterfaceDescription.FieldType, at path: String) {
        switch (type, value) {
        case (.bool, .bool), (.int, .integer), (.float, .integer), (.float, .number), (.string, .string),
            (.object, .object), (.optional, .null):
            break
        case (.any, let value) where value != .null: break
        case (.optional(let wrapped), let value): check(value, against: wrapped, at: path)
        case (.named(let name), let value):
            if let type = interface.type(name)?.type { check(value, against: type, at: path) }
        case (.enumeration(let names), .string(let name)):
            if !names.contains(name) { report("'\(name)' is none of \(names.joined(separator: ", "))", at: path) }
        case (.array(let element), .array(let values)):
            for (index, value) in values.enumerated() { check(value, against: element, at: "\(path)[\(index)]") }
        case (.dictionary(let element), .object(let members)):
            for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                check(value, against: element, at: Self.path(path, name))
            }
        case (.structure(let fields), .object(let members)): check(members, against: fields, at: path)
        default: report("\(Self.word(for: type)) expected, not \(Self.word(for: value))", at: path)
        }
    }

    private mutating func check(
        _ members: [String: JSONValue], against fields: [InterfaceDescription.Field], at path: String
    ) {
        for field in fields {
            if let value = members[field.name] {
                check(value, against: field.type, at: Self.path(path, field.name))
            } else if case .optional = field.type {
                continue
            } else {
                report("is absent", at: Self.path(path, field.name))
            }
        }
        let known = Set(fields.map(\.name))
        for name in members.keys.sorted() where !known.contains(name) {
            report("is unknown", at: Self.path(path, name))
        }
    }

    private mutating func report(_ problem: String, at path: String) {
        mismatches.append(Mismatch(path: path, problem: problem))
    }

    private static func path(_ path: String, _ member: String) -> String {
        path.isEmpty ? member : "\(path).\(member)"
    }

    private static func word(for type: InterfaceDescription.FieldType) -> String {
        switch type {
        case .bool: "bool"
        case .int: "int"
        case .float: "float"
        case .string: "string"
        case .object: "object"
        case .any: "any value"
        case .named(let name): name
        case .structure: "structure"
        case .enumeration: "enumeration"
        case .array: "array"
        case .dictionary: "dictionary"
        case .optional(let wrapped): word(for: wrapped)
        }
    }

    private static func word(for value: JSONValue) -> String {
        switch value {
        case .null: "null"
        case .bool: "bool"
        case .integer: "int"
        case .number: "float"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}
