/// Encodes one value into a JSON text, where it belongs. A type that encodes nothing leaves nothing there.
///
/// Values are written as they come, so a type encodes one after the other: what goes back to a container after it has
/// begun another one beside it fails the text.
final class ValueEncoder: Encoder, SingleValueEncodingContainer {
    private let writer: JSONWriter
    private let place: JSONWriter.Place
    private var isUsed = false

    init(_ writer: JSONWriter, at place: JSONWriter.Place) {
        self.writer = writer
        self.place = place
    }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(MembersEncoder(writer: writer, object: writer.putObject(at: taken())))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        ElementsEncoder(writer: writer, array: writer.putArray(at: taken()))
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    /// The place, for the one value that goes there.
    private func taken() -> JSONWriter.Place {
        if isUsed { writer.fail("a type encodes itself twice") }
        isUsed = true
        return place
    }

    private func put<Number: FixedWidthInteger>(_ number: Number) throws {
        guard let whole = Int64(exactly: number) else {
            throw MessageError.unencodable("\(number) is more than a whole number in a message may be")
        }
        writer.put(whole, at: taken())
    }

    func encodeNil() throws { writer.putNull(at: taken()) }
    func encode(_ value: Bool) throws { writer.put(value, at: taken()) }
    func encode(_ value: String) throws { writer.put(value, at: taken()) }
    func encode(_ value: Double) throws { writer.put(value, at: taken()) }
    func encode(_ value: Float) throws { writer.put(Double(value), at: taken()) }
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
    func encode(_ value: some Encodable) throws { try value.encode(to: self) }
}

private struct MembersEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let writer: JSONWriter
    let object: JSONWriter.Container

    var codingPath: [any CodingKey] { [] }

    private func place(_ key: Key) -> JSONWriter.Place { .member(key.stringValue, of: object) }
    private func child(_ name: String) -> ValueEncoder { ValueEncoder(writer, at: .member(name, of: object)) }

    func encodeNil(forKey key: Key) throws { writer.putNull(at: place(key)) }

    // The kinds that messages are made of, without an encoder for each.
    func encode(_ value: String, forKey key: Key) throws { writer.put(value, at: place(key)) }
    func encode(_ value: Bool, forKey key: Key) throws { writer.put(value, at: place(key)) }
    func encode(_ value: Int, forKey key: Key) throws { writer.put(Int64(value), at: place(key)) }
    func encode(_ value: Int32, forKey key: Key) throws { writer.put(Int64(value), at: place(key)) }
    func encode(_ value: Int64, forKey key: Key) throws { writer.put(value, at: place(key)) }
    func encode(_ value: UInt32, forKey key: Key) throws { writer.put(Int64(value), at: place(key)) }
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

private struct ElementsEncoder: UnkeyedEncodingContainer {
    let writer: JSONWriter
    let array: JSONWriter.Container

    var codingPath: [any CodingKey] { [] }
    var count: Int { writer.count(array) }

    private var next: ValueEncoder { ValueEncoder(writer, at: .element(of: array)) }

    func encodeNil() throws { writer.putNull(at: .element(of: array)) }
    func encode(_ value: String) throws { writer.put(value, at: .element(of: array)) }
    func encode(_ value: some Encodable) throws { try value.encode(to: next) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> { next.container(keyedBy: type) }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next.unkeyedContainer() }
    func superEncoder() -> any Encoder { next }
}
