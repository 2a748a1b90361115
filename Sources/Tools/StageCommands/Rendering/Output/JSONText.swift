/// JSON in one line, with the members in the order in which a type declares them.
///
/// Foundation's encoder keeps members in a hash table, so their order would change from run to run.
enum JSONText {
    /// The value as JSON without a newline. Slashes are not escaped; controls and what turns the direction of writing
    /// are, so that the line may go to a terminal. Numbers that JSON does not have become null, and dictionaries are
    /// sorted by key.
    /// - Throws: what the value's own `encode(to:)` throws.
    static func line(_ value: some Encodable) throws -> String {
        let node = JSONNode()
        try node.encode(value, path: [])
        var text = ""
        node.write(to: &text)
        return text
    }

    /// The text as a JSON string with its quotes.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            // All of these are in the first plane, so one unit of UTF-16 writes each.
            case _ where DisplayText.isUnsafe(scalar):
                quoted += "\\u" + DisplayText.hexadecimal(scalar.value, digits: 4)
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

/// A value that is being encoded. A reference, since `Encodable` lets a type fill several containers in turns.
private final class JSONNode {
    enum Content {
        case literal(String)
        case array([JSONNode])
        case object([(key: String, value: JSONNode)])
    }

    /// What a type that encodes nothing leaves is an empty object, as with Foundation.
    var content = Content.object([])

    func write(to text: inout String) {
        switch content {
        case .literal(let literal): text += literal
        case .array(let elements):
            text += "["
            for (index, element) in elements.enumerated() {
                if index > 0 { text += "," }
                element.write(to: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { text += "," }
                text += JSONText.quoted(member.key) + ":"
                member.value.write(to: &text)
            }
            text += "}"
        }
    }

    /// A new member, in the place of one with the same key.
    func member(_ key: String) -> JSONNode {
        var members: [(key: String, value: JSONNode)] = []
        if case .object(let present) = content { members = present }
        let node = JSONNode()
        if let index = members.firstIndex(where: { $0.key == key }) {
            members[index].value = node
        } else {
            members.append((key, node))
        }
        content = .object(members)
        return node
    }

    func element() -> JSONNode {
        var elements: [JSONNode] = []
        if case .array(let present) = content { elements = present }
        let node = JSONNode()
        elements.append(node)
        content = .array(elements)
        return node
    }

    var count: Int { if case .array(let elements) = content { elements.count } else { 0 } }

    func encode(_ value: some Encodable, path: [any CodingKey]) throws {
        switch value {
        case let text as String: content = .literal(JSONText.quoted(text))
        case let flag as Bool: content = .literal(flag ? "true" : "false")
        case let number as any BinaryInteger: content = .literal(String(describing: number))
        case let number as any BinaryFloatingPoint:
            content = .literal(Double(number).isFinite ? String(describing: number) : "null")
        case let dictionary as any StringKeyed:
            content = .object([])
            for (key, value) in dictionary.sortedMembers { try member(key).encode(value, path: path) }
        default: try value.encode(to: JSONNodeEncoder(node: self, codingPath: path))
        }
    }
}

private protocol StringKeyed {
    var sortedMembers: [(String, any Encodable)] { get }
}

extension Dictionary: StringKeyed where Key == String, Value: Encodable {
    fileprivate var sortedMembers: [(String, any Encodable)] {
        sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

private struct JSONNodeEncoder: Encoder {
    let node: JSONNode
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(JSONKeyedContainer(node: node, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if node.count == 0 { node.content = .array([]) }
        return JSONUnkeyedContainer(node: node, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        JSONSingleContainer(node: node, codingPath: codingPath)
    }
}

private struct JSONSingleContainer: SingleValueEncodingContainer {
    let node: JSONNode
    let codingPath: [any CodingKey]

    func encodeNil() { node.content = .literal("null") }

    func encode(_ value: some Encodable) throws { try node.encode(value, path: codingPath) }
}

private struct JSONUnkeyedContainer: UnkeyedEncodingContainer {
    let node: JSONNode
    let codingPath: [any CodingKey]
    var count: Int { node.count }

    func encodeNil() { node.element().content = .literal("null") }

    func encode(_ value: some Encodable) throws { try node.element().encode(value, path: codingPath) }

    func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(JSONKeyedContainer(node: node.element(), codingPath: codingPath))
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        JSONNodeEncoder(node: node.element(), codingPath: codingPath).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { JSONNodeEncoder(node: node.element(), codingPath: codingPath) }
}

private struct JSONKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: JSONNode
    let codingPath: [any CodingKey]

    func encodeNil(forKey key: Key) { node.member(key.stringValue).content = .literal("null") }

    func encode(_ value: some Encodable, forKey key: Key) throws {
        try node.member(key.stringValue).encode(value, path: codingPath + [key])
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        KeyedEncodingContainer(
            JSONKeyedContainer<Nested>(node: node.member(key.stringValue), codingPath: codingPath + [key]))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        JSONNodeEncoder(node: node.member(key.stringValue), codingPath: codingPath + [key]).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { JSONNodeEncoder(node: node.member("super"), codingPath: codingPath) }

    func superEncoder(forKey key: Key) -> any Encoder {
        JSONNodeEncoder(node: node.member(key.stringValue), codingPath: codingPath + [key])
    }
}
