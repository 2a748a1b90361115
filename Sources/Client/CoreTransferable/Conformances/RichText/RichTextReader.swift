/// Reads the text and the links of RTF, of whatever program, and passes over everything else.
struct RichTextReader {
    /// What the text of a group is for.
    private enum Destination { case text, nothing, fonts, fieldInstruction }

    private struct Group {
        var destination = Destination.text
        /// How many characters behind a `\u` stand in for it.
        var fallbackLength = 1
        var encoding: RichTextEncoding
        var link: URL?
    }

    private let bytes: [UInt8]
    private var place = 0
    private var groups: [Group]
    private var output = AttributedString()
    /// What is read and not yet put out, with one link for all.
    private var units: [UInt16] = []
    private var undecoded: [UInt8] = []
    private var fallbackLeft = 0
    private var instruction: [UInt8] = []
    private var fonts: [Int: RichTextEncoding] = [:]
    private var fontInTable = 0

    /// - Throws: ``TransferError/malformed(contentType:reason:)`` for what is no RTF, or only its beginning.
    static func text(of data: Data) throws -> AttributedString {
        var reader = RichTextReader(Array(data))
        return try reader.read()
    }

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        groups = [Group(encoding: .latin)]
    }

    private var group: Group {
        get { groups[groups.count - 1] }
        set { groups[groups.count - 1] = newValue }
    }

    private mutating func read() throws -> AttributedString {
        guard bytes.starts(with: #"{\rtf"#.utf8) else { throw Self.malformed(#"it does not begin with {\rtf"#) }
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            switch byte {
            case UInt8(ascii: "{"): open()
            case UInt8(ascii: "}"):
                close()
                // What follows the outermost group is not part of the text.
                if groups.count == 1 { return output }
            case UInt8(ascii: "\\"): try control()
            case 0x0A, 0x0D, 0: break
            default: add(byte: byte)
            }
        }
        throw Self.malformed("it ends within a group")
    }

    static func malformed(_ reason: String) -> TransferError { .malformed(contentType: .rtf, reason: reason) }

    // MARK: Groups

    private mutating func open() {
        flush()
        groups.append(group)
    }

    private mutating func close() {
        flush()
        guard groups.count > 1 else { return }
        let ended = groups.removeLast()
        guard ended.destination == .fieldInstruction, group.destination != .fieldInstruction else { return }
        group.link = Self.address(in: instruction) ?? group.link
        // The instruction stands in a group of its own beside the field's result.
        instruction = []
    }

    /// The address of `HYPERLINK "…"`.
    private static func address(in instruction: [UInt8]) -> URL? {
        let text = String(decoding: instruction, as: UTF8.self)
        guard let match = text.firstMatch(of: /^\s*HYPERLINK\s+(?:"([^"]*)"|(\S+))/.ignoresCase()) else { return nil }
        return URL(string: String(match.output.1 ?? match.output.2 ?? ""))
    }

    // MARK: Text

    private mutating func add(byte: UInt8) {
        if fallbackLeft > 0 {
            fallbackLeft -= 1
            return
        }
        switch group.destination {
        case .text: undecoded.append(byte)
        case .fieldInstruction: instruction.append(byte)
        case .nothing, .fonts: break
        }
    }

    private mutating func add(_ text: String) {
        guard group.destination == .text, fallbackLeft == 0 else {
            fallbackLeft = max(0, fallbackLeft - 1)
            return
        }
        decode()
        units += text.utf16
    }

    private mutating func decode() {
        if undecoded.isEmpty { return }
        units += group.encoding.text(of: undecoded).utf16
        undecoded = []
    }

    private mutating func flush() {
        decode()
        fallbackLeft = 0
        if units.isEmpty { return }
        var run = AttributedString(String(decoding: units, as: UTF16.self))
        if let link = group.link { run[AttributeScopes.FoundationAttributes.LinkAttribute.self] = link }
        output += run
        units = []
    }
}

// MARK: Control words

extension RichTextReader {
    private mutating func control() throws {
        guard place < bytes.count else { throw Self.malformed("it ends within a word") }
        let first = bytes[place]
        guard Self.isLetter(first) else {
            place += 1
            return symbol(first)
        }
        var word = ""
        while place < bytes.count, Self.isLetter(bytes[place]), word.utf8.count < 64 {
            word.unicodeScalars.append(Unicode.Scalar(bytes[place]))
            place += 1
        }
        var digits = ""
        if place < bytes.count, bytes[place] == UInt8(ascii: "-") {
            digits = "-"
            place += 1
        }
        while place < bytes.count, Self.isDigit(bytes[place]), digits.utf8.count < 12 {
            digits.unicodeScalars.append(Unicode.Scalar(bytes[place]))
            place += 1
        }
        if place < bytes.count, bytes[place] == UInt8(ascii: " ") { place += 1 }
        apply(word, Int(digits))
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private mutating func symbol(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "'"):
            let digits = bytes[place..<min(place + 2, bytes.count)]
            place += digits.count
            if let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16) { add(byte: value) }
        case UInt8(ascii: "\\"), UInt8(ascii: "{"), UInt8(ascii: "}"): add(byte: byte)
        case UInt8(ascii: "*"): ignoreUnlessKnown()
        case UInt8(ascii: "~"): add("\u{A0}")
        case UInt8(ascii: "-"): add("\u{AD}")
        case UInt8(ascii: "_"): add("\u{2011}")
        case 0x0A, 0x0D: add("\n")
        default: break
        }
    }

    /// `\*` says that a group is to be passed over by whoever does not know it: of these, a field's instruction is known.
    private mutating func ignoreUnlessKnown() {
        if !bytes[place...].starts(with: #"\fldinst"#.utf8) { group.destination = .nothing }
    }

    private mutating func apply(_ word: String, _ number: Int?) {
        switch word {
        case "u": unicode(number ?? 0)
        case "uc": group.fallbackLength = max(0, min(number ?? 1, 64))
        case "bin": place = min(bytes.count, place + max(0, number ?? 0))
        case "ansicpg": group.encoding = RichTextEncoding(codePage: number ?? 1252)
        case "mac": group.encoding = .macRoman
        case "f": selectFont(number ?? 0)
        case "fcharset": if group.destination == .fonts { fonts[fontInTable] = RichTextEncoding(charset: number ?? 0) }
        case "fonttbl": group.destination = .fonts
        case "fldinst":
            if group.destination == .text { group.destination = .fieldInstruction }
        default:
            if let text = Self.characters[word] { return add(text) }
            if Self.otherDestinations.contains(word) { group.destination = .nothing }
        }
    }

    private mutating func unicode(_ number: Int) {
        guard group.destination == .text, fallbackLeft == 0 else { return }
        decode()
        if let unit = UInt16(exactly: number) ?? Int16(exactly: number).map(UInt16.init(bitPattern:)) {
            units.append(unit)
        }
        fallbackLeft = group.fallbackLength
    }

    private mutating func selectFont(_ number: Int) {
        if group.destination == .fonts {
            fontInTable = number
        } else if let encoding = fonts[number] {
            decode()
            group.encoding = encoding
        }
    }

    /// Words that stand for characters.
    private static let characters = [
        "par": "\n", "sect": "\n", "page": "\n", "row": "\n", "line": "\u{2028}", "tab": "\t", "cell": "\t",
        "emdash": "—", "endash": "–", "bullet": "•", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”",
        "emspace": "\u{2003}", "enspace": "\u{2002}", "qmspace": "\u{2005}", "zwj": "\u{200D}", "zwnj": "\u{200C}",
        "ltrmark": "\u{200E}", "rtlmark": "\u{200F}",
    ]

    /// Words that begin a group whose text is none of the document's.
    private static let otherDestinations: Set = [
        "colortbl", "stylesheet", "info", "pict", "object", "header", "headerl", "headerr", "headerf", "footer",
        "footerl", "footerr", "footerf", "footnote", "xe", "tc", "txe", "revtbl", "filetbl", "nonesttables",
    ]
}
