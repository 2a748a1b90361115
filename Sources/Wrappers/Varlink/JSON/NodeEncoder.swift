/// Encodes values into a JSON text, each in its place at once. What a type asks for twice, it gets anew.
struct NodeEncoder: Encoder {
    /// Where the value goes; or why there is no place, which fails with the first value that is put there.
    let place: Result<JSONNode.Place, MessageError>

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(NodeMembersEncoder(object: container(JSONNode.putObject)))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        NodeElementsEncoder(array: container(JSONNode.putArray))
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { NodeSingleEncoder(encoder: self) }

    private func container(
        _ make: (JSONNode.Place) throws(MessageError) -> JSONNode
    ) -> Result<JSONNode, MessageError> {
        Result { () throws(MessageError) in try make(place.get()) }
    }
}

private struct NodeMembersEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let object: Result<JSONNode, MessageError>

    var codingPath: [any CodingKey] { [] }

    private func place(_ key: Key) throws(MessageError) -> JSONNode.Place {
        .member(key.stringValue, of: try object.get())
    }

    private func child(_ name: String) -> NodeEncoder {
        NodeEncoder(place: object.map { .member(name, of: $0) })
    }

    func encodeNil(forKey key: Key) throws { try JSONNode.putNull(at: place(key)) }

    // The kinds that messages are made of, without a container for each.
    func encode(_ value: String, forKey key: Key) throws { try JSONNode.put(value, at: place(key)) }
    func encode(_ value: Bool, forKey key: Key) throws { try JSONNode.put(value, at: place(key)) }
    func encode(_ value: Int, forKey key: Key) throws { try JSONNode.put(Int64(value), at: place(key)) }
    func encode(_ value: Int64, forKey key: Key) throws { try JSONNode.put(value, at: place(key)) }
    func encode(_ value: some Encodable, forKey key: Key) throws { try value.encode(to: child(key.stringValue)) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { child(key.stringValue).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        child(key.stringValue).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { child("super") }
    func superEncoder(forKey key: Key) -> any Encoder { child(key.stringValue) }
}

private struct NodeElementsEncoder: UnkeyedEncodingContainer {
    let array: Result<JSONNode, MessageError>

    var codingPath: [any CodingKey] { [] }
    var count: Int { (try? array.get().count) ?? 0 }

    private var next: NodeEncoder { NodeEncoder(place: array.map { .element(of: $0) }) }

    func encodeNil() throws { try JSONNode.putNull(at: next.place.get()) }
    func encode(_ value: some Encodable) throws { try value.encode(to: next) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        next.container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next.unkeyedContainer() }
    func superEncoder() -> any Encoder { next }
}

private struct NodeSingleEncoder: SingleValueEncodingContainer {
    let encoder: NodeEncoder

    var codingPath: [any CodingKey] { [] }

    private func put<Number: FixedWidthInteger>(_ number: Number) throws {
        guard let whole = Int64(exactly: number) else {
            throw MessageError.unencodable("\(number) is more than a whole number in a message may be")
        }
        try JSONNode.put(whole, at: encoder.place.get())
    }

    func encodeNil() throws { try JSONNode.putNull(at: encoder.place.get()) }
    func encode(_ value: Bool) throws { try JSONNode.put(value, at: encoder.place.get()) }
    func encode(_ value: String) throws { try JSONNode.put(value, at: encoder.place.get()) }
    func encode(_ value: Double) throws { try JSONNode.put(value, at: encoder.place.get()) }
    func encode(_ value: Float) throws { try JSONNode.put(Double(value), at: encoder.place.get()) }
    func encode(_ value: Int) throws { try put(value) }
    func encode(_ value: Int8) throws { try put(value) }
    func encode(_ value: Int16) throws { try put(value) }
    func encode(_ value: Int32) throws { try put(value) }
    func encode(_ value: Int64) throws { try put(value) }
    func encode(_ value: UInt) throws { try put(value) }
    func encode(_ value: UInt8) throws { try put(value) }
    func encode(_ value: UInt16) throws { try put(value) }
    func encode(_ value: UInt32) throws { try put(value) }
    func encode(_ value: UInt64) throws { try put(value) }
    func encode(_ value: some Encodable) throws { try value.encode(to: encoder) }
}
