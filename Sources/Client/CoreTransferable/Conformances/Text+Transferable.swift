extension String: Transferable {
    /// Plain text: exported as UTF-8; imported from UTF-8 and UTF-16, and from other plain text by its byte order mark.
    public static var transferRepresentation: some TransferRepresentation {
        DataRepresentation(
            contentType: .utf8PlainText, exporting: { Data($0.utf8) }, importing: { try PlainText.utf8($0) })
        DataRepresentation(importedContentType: .utf16PlainText) { try PlainText.utf16($0) }
        DataRepresentation(importedContentType: .utf16ExternalPlainText) { try PlainText.utf16($0) }
        DataRepresentation(importedContentType: .plainText) { try PlainText.any($0) }
    }
}

extension Data: Transferable {
    /// Any bytes, as they are.
    public static var transferRepresentation: some TransferRepresentation {
        DataRepresentation(contentType: .data, exporting: { $0 }, importing: { $0 })
    }
}

/// Text out of bytes. What is no text is an error: nothing is repaired.
enum PlainText {
    /// - Throws: ``TransferError/malformed(contentType:reason:)``.
    static func utf8(_ data: Data) throws -> String {
        guard let text = String(validating: data, as: UTF8.self) else {
            throw TransferError.malformed(contentType: .utf8PlainText, reason: "its bytes are no UTF-8")
        }
        // A byte order mark says what the text is, and is none of it.
        return text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    }

    /// By its byte order mark; without one, in the byte order of this machine where that gives text, else in the other.
    ///
    /// - Throws: ``TransferError/malformed(contentType:reason:)``.
    static func utf16(_ data: Data) throws -> String {
        let text: String? =
            switch data.prefix(2) {
            case Data([0xFF, 0xFE]): decoded(data.dropFirst(2), bigEndian: false)
            case Data([0xFE, 0xFF]): decoded(data.dropFirst(2), bigEndian: true)
            default: decoded(data, bigEndian: false) ?? decoded(data, bigEndian: true)
            }
        guard let text else {
            throw TransferError.malformed(contentType: .utf16PlainText, reason: "its bytes are no UTF-16")
        }
        return text
    }

    /// - Throws: ``TransferError/malformed(contentType:reason:)``.
    static func any(_ data: Data) throws -> String {
        let hasMark = data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF])
        return hasMark ? try utf16(data) : try utf8(data)
    }

    private static func decoded(_ data: Data, bigEndian: Bool) -> String? {
        guard data.count.isMultiple(of: 2) else { return nil }
        let bytes = Array(data)
        let units = stride(from: 0, to: bytes.count, by: 2).map { place -> UInt16 in
            let high = UInt16(bytes[bigEndian ? place : place + 1])
            let low = UInt16(bytes[bigEndian ? place + 1 : place])
            return high << 8 | low
        }
        return String(validating: units, as: UTF16.self)
    }
}
