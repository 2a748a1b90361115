internal import ContentTypes

/// Texts that say in their first words what they are.
enum TextForms {
    static func finding(in text: DecodedText) -> Finding? {
        let bytes = text.utf8
        if let script = Interpreters.finding(in: text) { return script }
        if var opening = TextOpenings.finding(in: text) {
            // Playlists of live streams have a registered MIME type, older ones have not.
            if opening.type == .m3uPlaylist, text.hasLine(beginningWith: "#EXT-X-") {
                opening.mime = "application/vnd.apple.mpegurl"
            }
            return opening
        }
        guard text.start < bytes.count else { return nil }
        switch bytes[text.start] {
        case UInt8(ascii: "<"):
            if let markup = FrameForms.finding(in: bytes, at: text.start) ?? MarkupForms.finding(in: text) {
                return markup
            }
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            if let json = JSONForms.finding(in: text) ?? RelaxedJSONForms.finding(in: text) { return json }
        case UInt8(ascii: "/"): if let json = RelaxedJSONForms.finding(in: text) { return json }
        default: break
        }
        return TextShapes.finding(in: text)
    }
}
