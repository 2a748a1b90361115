internal import ContentTypes

extension Verdict {
    /// A word for what the content is, to name it by where it has no name.
    package var kindName: String {
        Self.kinds.first { type.conforms(to: $0.type) }?.name ?? "File"
    }

    /// In this order: a page is a text too.
    private static let kinds: [(type: UTType, name: String)] = [
        (.image, "Image"), (.movie, "Movie"), (.audio, "Sound"), (.pdf, "Document"), (.presentation, "Presentation"),
        (.spreadsheet, "Table"), (.html, "Page"), (.compositeContent, "Document"), (.emailMessage, "Message"),
        (.contact, "Contact"), (.font, "Font"), (.archive, "Archive"), (.sourceCode, "Source"), (.text, "Text"),
        (.executable, "Program"), (.database, "Database"),
    ]
}
