/// Reads what stands before and in the first tag of a text in XML or HTML. Everything comes back in lower case.
struct MarkupReader {
    struct Root {
        /// The name without its prefix.
        let name: String
        /// The rest of the tag, attributes as they stand.
        let attributes: String
        /// What the name's prefix stands for, or the default namespace; empty where neither is declared here.
        let namespace: String
    }

    private let bytes: [UInt8]
    private var offset: Int
    /// Whether there is an XML declaration.
    private(set) var hasDeclaration = false
    /// Whether an instruction for Windows' media player stands in front.
    private(set) var isWindowsPlaylist = false
    /// What an instruction for Office in front says, in lower case, or "".
    private(set) var application = ""
    /// What stands in the document type declaration after its keyword.
    private(set) var doctype: String?

    /// Bytes of a tag that are kept.
    private static let mostBytes = 8192

    init(_ bytes: [UInt8], at offset: Int) {
        self.bytes = bytes
        self.offset = offset
    }

    /// Passes over declarations, processing instructions, comments and the document type.
    mutating func skipProlog() {
        while offset < bytes.count {
            if DecodedText.isSpace(bytes[offset]) {
                offset += 1
            } else if bytes.has("<?", at: offset) {
                if bytes.text(offset, 5).lowercased() == "<?xml" { hasDeclaration = true }
                if bytes.has("<?wpl", at: offset) { isWindowsPlaylist = true }
                if bytes.has("<?mso-application", at: offset) { application = bytes.text(offset, 80).lowercased() }
                skip(behind: "?>")
            } else if bytes.has("<!--", at: offset) {
                skip(behind: "-->")
            } else if bytes.text(offset, 9).lowercased() == "<!doctype" {
                let start = offset + 9
                let end = bytes.position(of: ">", from: start)
                // Declarations in brackets have tags' ends of their own.
                if let bracket = bytes.position(of: "[", from: start), bracket < end ?? bytes.count {
                    skip(behind: "]")
                }
                skip(behind: ">")
                doctype = bytes.text(start, min(offset - start, Self.mostBytes)).lowercased().trimmed
            } else {
                return
            }
        }
    }

    /// Whether declarations of elements and the like stand here, as in a document type definition of its own.
    var isAtDeclarations: Bool {
        doctype == nil
            && ["<!ELEMENT", "<!ATTLIST", "<!ENTITY", "<!NOTATION"].contains { bytes.has($0, at: offset) }
    }

    /// The tag that stands here.
    func root() -> Root? {
        guard offset + 1 < bytes.count, bytes[offset] == UInt8(ascii: "<") else { return nil }
        let rest = bytes[(offset + 1)...].prefix(Self.mostBytes)
        let tag = rest.prefix { $0 != UInt8(ascii: ">") }
        let name = tag.prefix { !DecodedText.isSpace($0) && $0 != UInt8(ascii: "/") }
        guard let first = name.first, first | 0x20 >= 0x61, first | 0x20 <= 0x7A else { return nil }
        let parts = String(decoding: name, as: UTF8.self).lowercased().split(separator: ":")
        guard let local = parts.last else { return nil }
        let attributes = String(decoding: tag.dropFirst(name.count), as: UTF8.self).lowercased()
        let namespace = Self.value(of: parts.count > 1 ? "xmlns:\(parts[0])" : "xmlns", in: attributes)
        return Root(name: String(local), attributes: attributes, namespace: namespace)
    }

    /// The quoted value of an attribute, or "".
    private static func value(of attribute: String, in attributes: String) -> String {
        let bytes = Array(attributes.utf8)
        var offset = 0
        while let found = bytes.position(of: attribute, from: offset) {
            offset = found + attribute.utf8.count
            let rest = bytes[offset...].drop(while: DecodedText.isSpace)
            guard rest.first == UInt8(ascii: "=") else { continue }
            let quoted = rest.dropFirst().drop(while: DecodedText.isSpace)
            guard let quote = quoted.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { continue }
            return String(decoding: quoted.dropFirst().prefix { $0 != quote }, as: UTF8.self)
        }
        return ""
    }

    private mutating func skip(behind mark: String) {
        offset = bytes.position(of: mark, from: offset).map { $0 + mark.utf8.count } ?? bytes.count
    }
}

extension String {
    fileprivate var trimmed: String { String(drop { $0.isWhitespace }) }
}
