internal import ContentTypes

/// FrameMaker's files: a mark in pointed brackets, in whichever case, then the version. Documents and books go on in
/// binary fields, the interchange format in text.
enum FrameForms {
    static func finding(in bytes: [UInt8], at start: Int = 0) -> Finding? {
        guard start < bytes.count, bytes[start] == UInt8(ascii: "<") else { return nil }
        let opening = bytes.text(start + 1, mostBytes).asciiFolded
        for (mark, identifier) in marks where opening.hasPrefix(mark) {
            // An element of XML may be called so too; a version is what an element cannot have.
            guard let next = opening.dropFirst(mark.count).first(where: { $0 != " " }) else {
                return Finding(identifier)
            }
            return next.isNumber || next == "\0" ? Finding(identifier) : nil
        }
        return nil
    }

    private static let mostBytes = 32

    private static let marks = [
        ("makerfile ", "com.adobe.framemaker"), ("bookfile ", "com.adobe.framemaker"),
        ("makerdictionary", "com.adobe.framemaker"), ("makerscreenfont", "com.adobe.framemaker"),
        ("miffile ", "com.adobe.framemaker-interchange"), ("book ", "com.adobe.framemaker-interchange"),
    ]
}
