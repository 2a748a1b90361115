/// Decodes values out of a JSON text in place: only what is asked for is looked up.
struct NodeDecoder: Decoder {
    let node: JSONNode
    let path: Path

    /// How a value was reached; made into an array only for an error.
    indirect enum Path {
        case root
        case member(any CodingKey, of: Path)

        var keys: [any CodingKey] {
            switch self {
            case .root: []
            case .member(let key, let parent): parent.keys + [key]
            }
        }
    }

    init(_ node: JSONNode, path: Path = .root) {
        self.node = node
        self.path = path
    }

    var codingPath: [any CodingKey] { path.keys }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard node.kind == .object else { throw mismatch([String: Any].self) }
        return KeyedDecodingContainer(NodeMembers(object: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard node.kind == .array else { throw mismatch([Any].self) }
        return NodeElements(array: self)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { NodeSingle(decoder: self) }

    // MARK: Values

    func mismatch(_ type: Any.Type) -> DecodingError {
        .typeMismatch(type, .init(codingPath: codingPath, debugDescription: "\(type) expected, not \(node.kind)"))
    }

    func string() throws -> String {
        guard let text = node.string else { throw mismatch(String.self) }
        return text
    }

    func bool() throws -> Bool {
        guard let flag = node.bool else { throw mismatch(Bool.self) }
        return flag
    }

    func number() throws -> Double {
        guard let number = node.number else { throw mismatch(Double.self) }
        return number
    }

    func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) throws -> Integer {
        guard let number = node.integer else { throw mismatch(type) }
        guard let fitting = Integer(exactly: number) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: codingPath, debugDescription: "\(number) does not fit \(type)"))
        }
        return fitting
    }
}

private struct NodeMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let object: NodeDecoder

    var codingPath: [any CodingKey] { object.codingPath }
    var allKeys: [Key] { object.node.members.compactMap { Key(stringValue: $0.name) } }

    private func child(_ node: JSONNode, _ key: Key) -> NodeDecoder {
        NodeDecoder(node, path: .member(key, of: object.path))
    }

    private func member(_ key: Key) throws -> NodeDecoder {
        guard let node = object.node.member(key.stringValue) else {
            throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: "it is absent"))
        }
        return child(node, key)
    }

    /// The member, where it is there and not null.
    private func present(_ key: Key) -> NodeDecoder? {
        guard let node = object.node.member(key.stringValue), node.kind != .null else { return nil }
        return child(node, key)
    }

    func contains(_ key: Key) -> Bool { object.node.member(key.stringValue) != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try member(key).node.kind == .null }

    /// The value as `read` finds it in the member; a decoder, which remembers the way to it, is only made to say what is
    /// wrong.
    private func value<Value>(
        _ key: Key, _ read: (JSONNode) -> Value?, otherwise: (NodeDecoder) throws -> Value
    ) throws -> Value {
        if let node = object.node.member(key.stringValue), let value = read(node) { return value }
        return try otherwise(member(key))
    }

    /// As ``value(_:_:otherwise:)``, and nil where the member is absent or null.
    private func valueIfPresent<Value>(
        _ key: Key, _ read: (JSONNode) -> Value?, otherwise: (NodeDecoder) throws -> Value
    ) throws -> Value? {
        guard let node = object.node.member(key.stringValue), node.kind != .null else { return nil }
        return try read(node) ?? otherwise(child(node, key))
    }

    private func fitting<Integer: FixedWidthInteger>(_ node: JSONNode) -> Integer? {
        node.integer.flatMap { Integer(exactly: $0) }
    }

    // The kinds that messages are made of, without a container for each.
    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try value(key, \.string) { try $0.string() }
    }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try value(key, \.bool) { try $0.bool() } }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try value(key, fitting) { try $0.integer(type) } }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
        try value(key, fitting) { try $0.integer(type) }
    }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
        try value(key, fitting) { try $0.integer(type) }
    }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
        try value(key, fitting) { try $0.integer(type) }
    }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try Value(from: member(key))
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try valueIfPresent(key, \.string) { try $0.string() }
    }
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try valueIfPresent(key, \.bool) { try $0.bool() }
    }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try valueIfPresent(key, fitting) { try $0.integer(type) }
    }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        try valueIfPresent(key, fitting) { try $0.integer(type) }
    }
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try present(key).map { try Value(from: $0) }
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { try member(key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try member(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        NodeDecoder(object.node.member("super") ?? object.node, path: object.path)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }
}

private struct NodeElements: UnkeyedDecodingContainer {
    let array: NodeDecoder
    var currentIndex = 0

    var codingPath: [any CodingKey] { array.codingPath }
    var count: Int? { array.node.count }
    var isAtEnd: Bool { currentIndex >= array.node.count }

    private struct Index: CodingKey {
        let number: Int
        var intValue: Int? { number }
        var stringValue: String { String(number) }
        init(_ number: Int) { self.number = number }
        init?(intValue: Int) { number = intValue }
        init?(stringValue: String) { nil }
    }

    /// Goes on to the next element once `body` has taken this one.
    private mutating func take<Value>(_ type: Any.Type, _ body: (NodeDecoder) throws -> Value) throws -> Value {
        guard let node = array.node.element(currentIndex) else {
            throw DecodingError.valueNotFound(type, .init(codingPath: codingPath, debugDescription: "no more elements"))
        }
        let value = try body(NodeDecoder(node, path: .member(Index(currentIndex), of: array.path)))
        currentIndex += 1
        return value
    }

    mutating func decodeNil() throws -> Bool {
        guard array.node.element(currentIndex)?.kind == .null else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try take(type) { try Value(from: $0) }
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> { try take(type) { try $0.container(keyedBy: type) } }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try take([Any].self) { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try take(Any.self) { $0 } }
}

private struct NodeSingle: SingleValueDecodingContainer {
    let decoder: NodeDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { decoder.node.kind == .null }
    func decode(_ type: Bool.Type) throws -> Bool { try decoder.bool() }
    func decode(_ type: String.Type) throws -> String { try decoder.string() }
    func decode(_ type: Double.Type) throws -> Double { try decoder.number() }
    func decode(_ type: Float.Type) throws -> Float { Float(try decoder.number()) }
    func decode(_ type: Int.Type) throws -> Int { try decoder.integer(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try decoder.integer(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try decoder.integer(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try decoder.integer(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try decoder.integer(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try decoder.integer(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try decoder.integer(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try decoder.integer(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try decoder.integer(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try decoder.integer(type) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: decoder) }
}
