/// A file or folder that an exporter gives away.
///
/// It stays the exporter's: nothing here removes it. It has to be there until the exporter's caller has it.
public struct SentTransferredFile: Sendable {
    /// The file or folder.
    public let file: URL
    /// Whether a receiver that asks for it may have the original; if not, it gets a copy.
    public let allowAccessingOriginalFile: Bool

    /// - Parameters:
    ///   - file: an existing file or folder.
    ///   - allowAccessingOriginalFile: whether a receiver may reach the original itself, where both representations
    ///     say so too.
    public init(_ file: URL, allowAccessingOriginalFile: Bool = false) {
        self.file = file
        self.allowAccessingOriginalFile = allowAccessingOriginalFile
    }
}

/// A file or folder that an importer gets.
public struct ReceivedTransferredFile: Sendable {
    /// The file or folder. Unless it is the original it is there until the importing closure returns, over every
    /// suspension in it; copy it or move it elsewhere to keep it.
    public let file: URL
    /// Whether `file` is the sender's own. Then it is not to be moved or changed unless both sides mean that.
    public let isOriginalFile: Bool

    package init(file: URL, isOriginalFile: Bool) {
        self.file = file
        self.isOriginalFile = isOriginalFile
    }
}
