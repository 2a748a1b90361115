/// A form of an item that is a file or a folder on disk.
///
/// On the way from a file to a file its bytes are copied by the kernel, and never are in memory.
public struct FileRepresentation<Item: Transferable>: TransferRepresentation {
    /// Nothing: this one is made of no others.
    public typealias Body = Never

    private let contentType: UTType
    private let allowsOpenInPlace: Bool
    private let attemptsOpenInPlace: Bool
    private let exporting: (@Sendable (Item) async throws -> SentTransferredFile)?
    private let importing: (@Sendable (ReceivedTransferredFile) async throws -> Item)?

    /// A form that is exported and imported.
    ///
    /// - Parameters:
    ///   - contentType: what the file is.
    ///   - shouldAttemptToOpenInPlace: whether, on both sides, the sender's own file may be used in place of a copy;
    ///     it is only where the sent file allows that too.
    ///   - exporting: gives a file that exists. It stays where it is and is not removed.
    ///   - importing: makes an item of a file that is there until this returns.
    public init(
        contentType: UTType, shouldAttemptToOpenInPlace: Bool = false,
        exporting: @escaping @Sendable (Item) async throws -> SentTransferredFile,
        importing: @escaping @Sendable (ReceivedTransferredFile) async throws -> Item
    ) {
        self.contentType = contentType
        allowsOpenInPlace = shouldAttemptToOpenInPlace
        attemptsOpenInPlace = shouldAttemptToOpenInPlace
        self.exporting = exporting
        self.importing = importing
    }

    /// A form that is exported only.
    ///
    /// - Parameters:
    ///   - exportedContentType: what the file is.
    ///   - shouldAllowToOpenInPlace: whether a receiver may use the sender's own file, where that allows it too.
    ///   - exporting: gives a file that exists. It stays where it is and is not removed.
    public init(
        exportedContentType: UTType, shouldAllowToOpenInPlace: Bool = false,
        exporting: @escaping @Sendable (Item) async throws -> SentTransferredFile
    ) {
        contentType = exportedContentType
        allowsOpenInPlace = shouldAllowToOpenInPlace
        attemptsOpenInPlace = false
        self.exporting = exporting
        importing = nil
    }

    /// A form that is imported only.
    ///
    /// - Parameters:
    ///   - importedContentType: what the file may be: this or anything that conforms to it.
    ///   - shouldAttemptToOpenInPlace: whether this receiver wants the sender's own file, where it may have it; see
    ///     ``ReceivedTransferredFile/isOriginalFile`` for whether it has.
    ///   - importing: makes an item of a file that is there until this returns.
    public init(
        importedContentType: UTType, shouldAttemptToOpenInPlace: Bool = false,
        importing: @escaping @Sendable (ReceivedTransferredFile) async throws -> Item
    ) {
        contentType = importedContentType
        allowsOpenInPlace = false
        attemptsOpenInPlace = shouldAttemptToOpenInPlace
        exporting = nil
        self.importing = importing
    }
}

extension FileRepresentation: BuiltInRepresentation {
    func flattened(_ context: FlatteningContext) -> [AnyRepresentation<Item>] {
        var exporter: (@Sendable (Item) async throws -> ExportedContent)?
        if let exporting {
            exporter = { [allowsOpenInPlace] in .file(try await exporting($0), allowsOpenInPlace: allowsOpenInPlace) }
        }
        var importer: (@Sendable (ImportedContent) async throws -> Item)?
        if let importing { importer = { [contentType] in try await $0.withFile(of: contentType, importing) } }
        var flat = AnyRepresentation<Item>(
            kind: .file, contentType: contentType, exporter: exporter, importer: importer)
        flat.allowsOpenInPlace = allowsOpenInPlace
        flat.attemptsOpenInPlace = attemptsOpenInPlace
        return [flat]
    }
}
