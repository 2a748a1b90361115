/// A form of an item that is held in memory as bytes.
public struct DataRepresentation<Item: Transferable>: TransferRepresentation {
    /// Nothing: this one is made of no others.
    public typealias Body = Never

    private let contentType: UTType
    private let exporting: (@Sendable (Item) async throws -> Data)?
    private let importing: (@Sendable (Data) async throws -> Item)?

    /// A form that is exported and imported.
    ///
    /// - Parameters:
    ///   - contentType: what the bytes are.
    ///   - exporting: makes the bytes; what it throws reaches whoever asked for them.
    ///   - importing: makes an item of bytes whose type conforms to `contentType`.
    public init(
        contentType: UTType,
        exporting: @escaping @Sendable (Item) async throws -> Data,
        importing: @escaping @Sendable (Data) async throws -> Item
    ) {
        self.contentType = contentType
        self.exporting = exporting
        self.importing = importing
    }

    /// A form that is exported only.
    ///
    /// - Parameters:
    ///   - exportedContentType: what the bytes are.
    ///   - exporting: makes the bytes.
    public init(exportedContentType: UTType, exporting: @escaping @Sendable (Item) async throws -> Data) {
        contentType = exportedContentType
        self.exporting = exporting
        importing = nil
    }

    /// A form that is imported only.
    ///
    /// - Parameters:
    ///   - importedContentType: what the bytes may be: this or anything that conforms to it.
    ///   - importing: makes an item of them.
    public init(importedContentType: UTType, importing: @escaping @Sendable (Data) async throws -> Item) {
        contentType = importedContentType
        exporting = nil
        self.importing = importing
    }
}

extension DataRepresentation: BuiltInRepresentation {
    func flattened(_ context: FlatteningContext) -> [AnyRepresentation<Item>] {
        var exporter: (@Sendable (Item) async throws -> ExportedContent)?
        if let exporting { exporter = { .data(try await exporting($0)) } }
        var importer: (@Sendable (ImportedContent) async throws -> Item)?
        if let importing { importer = { try await importing(try await $0.data()) } }
        return [AnyRepresentation(kind: .data, contentType: contentType, exporter: exporter, importer: importer)]
    }
}
