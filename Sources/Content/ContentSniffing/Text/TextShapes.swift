internal import ContentTypes

/// Texts that are known by how their lines look.
enum TextShapes {
    private static let lineCount = 12

    static func finding(in text: DecodedText) -> Finding? {
        let bytes = text.utf8
        if bytes.has("%!", at: text.start), let line = text.lines(1).first?.drop(while: \.isWhitespace),
            line.dropFirst(2).first.map({ $0 == "P" || $0.isWhitespace }) ?? true
        {
            return Finding(line.contains("EPSF") ? "com.adobe.encapsulated-postscript" : "com.adobe.postscript")
        }
        if bytes.has("%FS", at: text.start) || bytes.has("%MO", at: text.start) || bytes.has("G04 ", at: text.start),
            text.hasLine(beginningWith: "%FS") || text.hasLine(beginningWith: "%MO")
        {
            return Finding("org.gerber.gerber", room: .textForm)
        }
        if bytes.has("M48", at: text.start),
            text.hasLine(beginningWith: "INCH") || text.hasLine(beginningWith: "METRIC")
        {
            return Finding("org.gerber.excellon", room: .textForm)
        }
        if bytes.has("-----BEGIN ", at: text.start) { return Finding("org.openssl.pem", room: .textGuess) }
        if bytes.has("%YAML", at: text.start) { return Finding(.yaml, room: .textGuess) }
        let lines = text.lines(lineCount)
        if lines.count > 1, lines[0].filter({ $0 != " " }) == "0", lines[1].filter({ $0 != " " }) == "SECTION" {
            return Finding("com.autodesk.dxf")
        }
        if let anymap = anymap(lines) { return anymap }
        if isSubRip(lines) { return Finding("org.subrip.srt") }
        if let subtitles = frames(lines) { return Finding(subtitles) }
        if let records = RecordShapes.finding(in: lines) { return records }
        if isPatch(lines) { return Finding("public.patch-file") }
        if isMailbox(lines) { return Finding("org.ietf.mbox", room: .textForm) }
        if let mail = mail(lines) { return mail }
        if text.hasLine(beginningWith: "["), let sections = sections(text) { return sections }
        if lines.first.map({ $0.hasPrefix("begin ") && $0.dropFirst(6).prefix(3).allSatisfy(\.isNumber) }) == true {
            return Finding("public.uuencoded-archive", room: .textForm)
        }
        if lines.first.map({ $0.hasPrefix("solid") }) == true,
            text.hasLine(beginningWith: "facet")
                || lines.dropFirst().first?.contains("facet normal") == true
        {
            return Finding(UTType("public.standard-tesselated-geometry-format") ?? .data)
        }
        if lines.first.map({ $0.hasPrefix("#define ") && $0.contains("_width ") }) == true {
            return Finding("org.x.xbm")
        }
        return table(lines, isWhole: text.isWhole) ?? SettingShapes.finding(in: text)
    }

    /// Pairs of numbers in brackets of one kind, then words, in two lines at least.
    private static func frames(_ lines: [String]) -> String? {
        for (open, close, identifier) in [("{", "}", "org.microdvd.sub"), ("[", "]", "org.mpsub.mpl2")] {
            let fitting = lines.prefix(3).filter { line in
                let parts = line.split(separator: Character(close), maxSplits: 2, omittingEmptySubsequences: false)
                return parts.count == 3
                    && parts.prefix(2).allSatisfy { part in
                        part.hasPrefix(open) && part.dropFirst().allSatisfy(\.isNumber) && part.count > 1
                    }
            }
            if fitting.count >= min(2, lines.count(where: { !$0.isEmpty })), !fitting.isEmpty { return identifier }
        }
        return nil
    }

    private static func anymap(_ lines: [String]) -> Finding? {
        guard let line = lines.first, line.first == "P" else { return nil }
        let word = line.prefix { !$0.isWhitespace }
        let next = line.dropFirst(2).first { !$0.isWhitespace } ?? lines.dropFirst().first?.first
        guard word.count == 2, let next, next == "#" || next.isNumber else { return nil }
        let kinds = ["P1": "bitmap", "P2": "graymap", "P3": "pixmap", "P4": "bitmap", "P5": "graymap", "P6": "pixmap"]
        return kinds[String(word)].map { Finding("org.netpbm.\($0)") }
    }

    /// A number, a pair of times, words.
    private static func isSubRip(_ lines: [String]) -> Bool {
        guard let first = lines.firstIndex(where: { !$0.isEmpty }), first + 1 < lines.count else { return false }
        let number = lines[first].filter { !$0.isWhitespace }
        return !number.isEmpty && number.allSatisfy(\.isNumber) && lines[first + 1].contains(" --> ")
    }

    private static func isPatch(_ lines: [String]) -> Bool {
        // A commit as mail begins like a mailbox, with a digest for the sender.
        lines.first.map { $0.hasPrefix("From ") && $0.dropFirst(5).prefix { $0.isHexDigit }.utf8.count == 40 } == true
            || zip(lines, lines.dropFirst()).contains { $0.hasPrefix("--- ") && $1.hasPrefix("+++ ") }
            || lines.first?.hasPrefix("Index: ") == true && lines.dropFirst().first?.hasPrefix("=====") == true
    }

    private static func isMailbox(_ lines: [String]) -> Bool {
        guard let first = lines.first, first.hasPrefix("From "), lines.count > 1 else { return false }
        return headerName(lines[1]) != nil
    }

    /// A message has at least two fields of a message's own, without a gap before them.
    private static func mail(_ lines: [String]) -> Finding? {
        let head = lines.prefix { !$0.isEmpty }.filter { $0.first?.isWhitespace != true }
        guard let first = head.first, let name = headerName(first) else { return nil }
        let names = Set(head.compactMap(headerName))
        guard mailFields.contains(name), names.intersection(mailFields).count >= 2 else { return nil }
        if names.contains("mime-version"), head.contains(where: { $0.lowercased().contains("multipart/related") }),
            names.contains("snapshot-content-location") || !names.contains("to")
        {
            return Finding("org.ietf.mhtml", room: .textForm)
        }
        return Finding("com.apple.mail.email", room: .textForm)
    }

    private static let mailFields: Set<String> = [
        "from", "to", "subject", "date", "received", "return-path", "message-id", "mime-version", "delivered-to",
        "reply-to", "content-type", "x-mailer", "cc", "sender",
    ]

    private static func headerName(_ line: String) -> String? {
        guard let colon = line.firstIndex(of: ":"), colon != line.startIndex else { return nil }
        let name = line[..<colon]
        return name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") } ? name.lowercased() : nil
    }

    /// Whether nothing but comments stands before the section that makes an entry of a menu.
    private static func isCommentedEntry(_ text: DecodedText) -> Bool {
        guard text.hasLine(beginningWith: "[Desktop Entry]") else { return false }
        let lines = text.utf8.split(separator: UInt8(ascii: "\n")).lazy
            .map { $0.drop(while: DecodedText.isSpace) }
        let first = lines.first { !$0.isEmpty && $0.first != UInt8(ascii: "#") && $0.first != UInt8(ascii: ";") }
        return first?.starts(with: "[Desktop Entry]".utf8) == true
    }

    /// Settings in sections whose names tell what they are for.
    private static func sections(_ text: DecodedText) -> Finding? {
        if text.hasLine(beginningWith: "[D-BUS Service]") {
            return Finding("org.freedesktop.dbus-service", room: .textGuess)
        }
        if isCommentedEntry(text) { return Finding("org.freedesktop.desktop-entry") }
        return isUnit(text) ? Finding("org.systemd.unit", room: .textGuess) : nil
    }

    private static func isUnit(_ text: DecodedText) -> Bool {
        let sections = [
            "[Unit]", "[Service]", "[Socket]", "[Timer]", "[Mount]", "[Automount]", "[Swap]", "[Slice]",
            "[Scope]", "[Path]",
        ]
        return sections.contains { text.hasLine(beginningWith: $0 + "\n") }
    }

    /// The same number of separators in each of at least three lines.
    private static func table(_ lines: [String], isWhole: Bool) -> Finding? {
        // The last line may be cut.
        let full = (isWhole && lines.count < lineCount ? lines[...] : lines.dropLast()).filter { !$0.isEmpty }
        guard full.count >= 2 else { return nil }
        for (separator, identifier, least) in [
            (Character("\t"), "public.tab-separated-values-text", 1), (",", "public.comma-separated-values-text", 2),
        ] {
            let counts = full.map { line in line.count { $0 == separator } }
            guard counts[0] >= least, counts.allSatisfy({ $0 == counts[0] }), full.count >= 3,
                full.allSatisfy({ $0.first != separator && $0.last != ";" && $0.last != "{" })
            else { continue }
            return Finding(identifier, room: .textGuess)
        }
        return nil
    }
}
