extension AttributedString: Transferable {
    /// Rich text as RTF first, then plain text.
    ///
    /// Of the attributes that Foundation has on Linux RTF knows one, the link, and only that crosses; fonts and styles of
    /// other systems' RTF are read over.
    public static var transferRepresentation: some TransferRepresentation {
        DataRepresentation(
            contentType: .rtf, exporting: { RichTextWriter.rtf($0) }, importing: { try RichTextReader.text(of: $0) })
        ProxyRepresentation(
            exporting: { (text: AttributedString) in String(text.characters) },
            importing: { (text: String) in AttributedString(text) })
    }
}
