/// Any JSON value, for the parameters of errors that this end may not know and for checks against interface files.
///
/// Messages of known shape are decoded into their own types: that is several times as fast.
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A whole number within 64 bits, with sign.
    case integer(Int64)
    /// Any other number.
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// The member of an object; nothing where it is absent or this is no object.
    package subscript(member: String) -> JSONValue? {
        if case .object(let members) = self { members[member] } else { nil }
    }

    /// The text, if this is a string.
    package var string: String? { if case .string(let text) = self { text } else { nil } }

    /// The number, if this is a whole one.
    package var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
}

extension JSONValue: Codable {
    /// Takes any value out of a message; other decoders than this module's own offer no look at a value's kind.
    package init(from decoder: any Decoder) throws {
        guard let decoder = decoder as? NodeDecoder else {
            throw DecodingError.typeMismatch(
                Self.self, .init(codingPath: decoder.codingPath, debugDescription: "only in messages"))
        }
        self.init(decoder.node)
    }

    /// Parses the text of an object.
    /// - Throws: ``MessageError/malformed(_:)``.
    package init(json: [UInt8]) throws(MessageError) { self.init(try JSONNode(parsing: json)) }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let flag): try container.encode(flag)
        case .integer(let number): try container.encode(number)
        case .number(let number): try container.encode(number)
        case .string(let text): try container.encode(text)
        case .array(let values): try container.encode(values)
        case .object(let members): try container.encode(members)
        }
    }

    /// The value as it stands in a text.
    init(_ node: JSONNode) {
        self =
            switch node.kind {
            case .null: .null
            case .bool: .bool(node.bool ?? false)
            case .integer: .integer(node.integer ?? 0)
            case .number: .number(node.number ?? 0)
            case .string: .string(node.string ?? "")
            case .array: .array((0..<node.count).compactMap { node.element($0).map(JSONValue.init) })
            case .object:
                .object(Dictionary(node.members.map { ($0.name, JSONValue($0.value)) }) { _, last in last })
            }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByFloatLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(floatLiteral value: Double) { self = .number(value) }
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }
    package init(nilLiteral: ()) { self = .null }
}
