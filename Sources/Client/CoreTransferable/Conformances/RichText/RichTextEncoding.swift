/// How the bytes of a stretch of RTF are characters.
struct RichTextEncoding {
    /// nil is that of old Macs, for which Foundation on Linux has a wrong table.
    private let encoding: String.Encoding?

    static let latin = RichTextEncoding(encoding: .windowsCP1252)
    static let macRoman = RichTextEncoding(encoding: nil)

    private init(encoding: String.Encoding?) { self.encoding = encoding }

    /// By the number of a code page; Windows-1252 where it is not known here.
    init(codePage: Int) {
        self = codePage == 10000 ? .macRoman : Self(encoding: Self.ofCodePages[codePage] ?? .windowsCP1252)
    }

    /// By a font's number for its character set.
    init(charset: Int) { self.init(codePage: Self.codePages[charset] ?? 1252) }

    /// The text, with U+FFFD for what the encoding does not have.
    func text(of bytes: [UInt8]) -> String {
        if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
        guard let encoding else {
            return String(bytes.map { $0 < 0x80 ? Character(Unicode.Scalar($0)) : Self.ofMacs[Int($0) - 0x80] })
        }
        if let text = String(bytes: bytes, encoding: encoding) { return text }
        return bytes.map { String(bytes: [$0], encoding: encoding) ?? "\u{FFFD}" }.joined()
    }

    private static let ofCodePages: [Int: String.Encoding] = [
        932: .shiftJIS, 1250: .windowsCP1250, 1251: .windowsCP1251, 1252: .windowsCP1252, 1253: .windowsCP1253,
        1254: .windowsCP1254, 65001: .utf8,
    ]

    private static let codePages = [
        0: 1252, 77: 10000, 128: 932, 161: 1253, 162: 1254, 204: 1251, 238: 1250,
    ]

    /// The characters of the bytes from 0x80 on.
    private static let ofMacs = Array(
        """
        ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø\
        ¿¡¬√ƒ≈∆«»…\u{A0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{F8FF}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ
        """)
}
