/// A form of an item that an encoder makes and a decoder reads: JSON, if nothing else is said.
///
/// It is exported and imported. The coders are used from any thread, several at once.
public struct CodableRepresentation<Item, Encoder, Decoder>: TransferRepresentation
where
    Item: Transferable, Item: Codable, Encoder: TopLevelEncoder, Decoder: TopLevelDecoder, Encoder.Output == Data,
    Decoder.Input == Data
{
    /// Nothing: this one is made of no others.
    public typealias Body = Never

    private let contentType: UTType
    private let coders: any ItemCoders<Item>

    /// The item as the coders have it.
    ///
    /// - Parameters:
    ///   - itemType: the item's type, where the compiler does not find it.
    ///   - contentType: what the encoded bytes are.
    ///   - encoder: encodes for export.
    ///   - decoder: decodes what is imported.
    public init(for itemType: Item.Type = Item.self, contentType: UTType, encoder: Encoder, decoder: Decoder) {
        self.contentType = contentType
        coders = Coders<Item, Encoder, Decoder>(encoder: encoder, decoder: decoder)
    }
}

extension CodableRepresentation where Encoder == JSONEncoder, Decoder == JSONDecoder {
    /// The item as JSON, with coders as they come.
    ///
    /// - Parameters:
    ///   - itemType: the item's type, where the compiler does not find it.
    ///   - contentType: what the encoded bytes are.
    public init(for itemType: Item.Type = Item.self, contentType: UTType) {
        self.init(for: itemType, contentType: contentType, encoder: JSONEncoder(), decoder: JSONDecoder())
    }
}

extension CodableRepresentation: BuiltInRepresentation {
    func flattened(_ context: FlatteningContext) -> [AnyRepresentation<Item>] {
        [
            AnyRepresentation(
                kind: .codable, contentType: contentType,
                exporter: { [coders] in .data(try coders.encode($0)) },
                importer: { [coders] in try coders.decode(try await $0.data()) })
        ]
    }
}

/// An encoder and a decoder of one type of item, whatever they are.
private protocol ItemCoders<Item>: Sendable {
    associatedtype Item

    func encode(_ item: Item) throws -> Data
    func decode(_ data: Data) throws -> Item
}

/// Not every coder says that it is Sendable, though it is used like one on every platform.
private struct Coders<Item: Codable, Encoder: TopLevelEncoder, Decoder: TopLevelDecoder>: ItemCoders,
    @unchecked Sendable
where Encoder.Output == Data, Decoder.Input == Data {
    let encoder: Encoder
    let decoder: Decoder

    func encode(_ item: Item) throws -> Data { try encoder.encode(item) }
    func decode(_ data: Data) throws -> Item { try decoder.decode(Item.self, from: data) }
}
