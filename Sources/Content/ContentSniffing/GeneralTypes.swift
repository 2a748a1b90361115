package import ContentTypes

extension UTType {
    /// Whether the type says so little that it never replaces a specific ending of a name: bytes, text, zip and gzip.
    package var isGeneralContent: Bool {
        [.item, .content, .data, .text, .plainText, .utf8PlainText, .archive, .zip, .gzip].contains(self)
    }
}
