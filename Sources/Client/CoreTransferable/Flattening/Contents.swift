/// What an exporter made.
package enum ExportedContent: Sendable {
    case data(Data)
    /// A file or folder that stays the exporter's.
    case file(SentTransferredFile, allowsOpenInPlace: Bool)
}

/// What is given to an importer.
package enum ImportedContent: Sendable {
    /// Bytes, and what a file of them would be called.
    case data(Data, suggestedName: String? = nil)
    /// A file or folder that is there until the importer returns.
    case file(ReceivedTransferredFile)
}

extension ImportedContent {
    /// The bytes, read from a file where it is one.
    ///
    /// - Throws: ``TransferError/unreadable(_:reason:)``.
    func data() async throws -> Data {
        switch self {
        case .data(let data, _): data
        case .file(let received): try await FileWork.contents(of: received.file)
        }
    }

    /// Lends a file, which is written for bytes and removed when `body` returns or throws.
    func withFile<Result: Sendable>(
        of contentType: UTType, _ body: @Sendable (ReceivedTransferredFile) async throws -> Result
    ) async throws -> Result {
        switch self {
        case .file(let received): return try await body(received)
        case .data(let data, let suggestedName):
            return try await TemporaryArea.with { area in
                let name = FileNames.name(suggested: suggestedName, for: contentType)
                let file = try await FileWork.write(data, in: area.path, named: name)
                return try await body(ReceivedTransferredFile(file: file, isOriginalFile: false))
            }
        }
    }
}
