/// Why a transfer did not come about.
///
/// What an exporting or importing closure throws is passed on as it is; this tells the rest.
public enum TransferError: Error, Sendable {
    /// No representation exports the value as asked; the explanation goes through all of them.
    case notExportable(TransferExplanation)
    /// No representation imports what was offered; the explanation goes through all of them.
    case notImportable(TransferExplanation)
    /// Every representation was tried on content of no known type, and each failed.
    case everyImportFailed(itemType: String, [FailedImport])
    /// A content type has no declaration, so that nothing is known of what it conforms to.
    case undeclaredType(identifier: String, itemType: String)
    /// A file that was to be exported or imported cannot be read.
    case unreadable(URL, reason: String)
    /// A file cannot be written.
    case unwritable(URL, reason: String)
    /// Bytes are not what their content type says.
    case malformed(contentType: UTType, reason: String)
    /// An item provider has nothing that the type imports.
    case nothingAcceptable(itemType: String, offered: [UTType], accepted: [UTType])

    /// An item provider has nothing of a type.
    case notRegistered(UTType, registered: [UTType])
    /// The load handler of an item provider let go of its completion handler without calling it, or called it with neither
    /// value nor error.
    case neverLoaded(UTType)
    /// What an item provider has as a type cannot be made into an object of the class.
    case unexpectedClass(UTType, className: String)

    /// A representation that failed where several were tried.
    public struct FailedImport: Sendable {
        /// What it is, such as `DataRepresentation(public.png)`.
        public let representation: String
        /// What its closure threw.
        public let error: any Error
    }
}

extension TransferError: CustomStringConvertible, LocalizedError {
    /// What went wrong, of which item, and what helps.
    public var description: String {
        switch self {
        case .notExportable(let explanation):
            let type = explanation.contentType.map { " as \($0.identifier)" } ?? ""
            return "\(explanation.itemType) cannot be exported\(type): \(explanation.summary)"
        case .notImportable(let explanation):
            let type = explanation.contentType.map { " from \($0.identifier)" } ?? ""
            return "\(explanation.itemType) cannot be imported\(type): \(explanation.summary)"
        case .everyImportFailed(let itemType, let failures):
            let tried = failures.map { "\($0.representation): \($0.error)" }
            return "\(itemType) cannot be imported: "
                + (tried.isEmpty ? "it has no importing representations" : tried.joined(separator: "; "))
        case .undeclaredType(let identifier, let itemType):
            return """
                \(itemType): the content type \(identifier) has no declaration; add this to a property list in \
                ~/.config/stage/types or /etc/stage/types: \(Self.declaration(of: identifier))
                """
        case .unreadable(let file, let reason): return "cannot read '\(file.path)': \(reason)"
        case .unwritable(let file, let reason): return "cannot write '\(file.path)': \(reason)"
        case .malformed(let contentType, let reason): return "this is no \(contentType.identifier): \(reason)"
        case .nothingAcceptable(let itemType, let offered, let accepted):
            return "\(itemType) imports \(Self.list(accepted)), and what is offered is \(Self.list(offered))"
        case .notRegistered(let type, let registered):
            return "the item provider has no \(type.identifier), only \(Self.list(registered))"
        case .neverLoaded(let type): return "the load handler for \(type.identifier) gave neither content nor error"
        case .unexpectedClass(let type, let className):
            return "what the item provider has as \(type.identifier) cannot be made into \(className)"
        }
    }

    /// ``description``, for an alert.
    public var errorDescription: String? { description }

    private static func list(_ types: [UTType]) -> String {
        types.isEmpty ? "nothing" : types.map(\.identifier).joined(separator: ", ")
    }

    private static func declaration(of identifier: String) -> String {
        """
        <key>UTExportedTypeDeclarations</key><array><dict><key>UTTypeIdentifier</key><string>\(identifier)</string>\
        <key>UTTypeConformsTo</key><array><string>public.data</string></array></dict></array>
        """
    }
}
