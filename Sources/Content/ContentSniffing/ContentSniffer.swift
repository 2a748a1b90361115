internal import Glibc
internal import Magic
package import ContentTypes

/// Finds out what bytes are: from the bytes, then from what they hold, then from the name, and last from the claim.
///
/// One sniffer serves a whole process. Well-known formats are decided here in microseconds; libmagic is asked for the
/// rest.
package final class ContentSniffer: Sendable {
    /// How much of a file is read to decide, in bytes. Disc images have their marks at 32 KiB; what lies further in
    /// (the directory of a zip archive, the streams of a compound document) is read where the format says.
    package static let prefixBytes = 65_536

    /// What is read at most beyond the prefix, in bytes: directories and parts of containers.
    package static let mostFurtherBytes = 2 << 20

    /// How much of a text libmagic sees, in bytes: its patterns cost about a millisecond for four KiB of text and five
    /// for the whole prefix, and they look for what stands in front.
    private static let textBytes = 4096

    private let detector: any Detector

    /// One that asks libmagic in this process.
    /// - Parameter cookies: how many looks of libmagic may run at once; a further one waits. One cookie takes about
    ///   half a megabyte.
    package convenience init(cookies: Int = sysconf(CInt(_SC_NPROCESSORS_ONLN))) {
        self.init(detector: CookiePool(count: cookies))
    }

    /// One that asks this detector.
    package init(detector: any Detector) { self.detector = detector }

    /// Looks at an open regular file, at explicit offsets from 0; the file's position is neither used nor moved.
    ///
    /// - Parameters:
    ///   - descriptor: open for reading.
    ///   - size: what `fstat` said, in bytes; files that say 0 and hold more are read all the same.
    ///   - name: the file's own name, for its ending.
    ///   - claim: what the sender says it is.
    /// - Throws: ``SniffingError``. Blocks for reading, and while all cookies are busy.
    package func verdict(
        descriptor: CInt, size: Int64, name: String? = nil, claim: UTType? = nil
    ) throws(SniffingError) -> Verdict {
        try verdict(of: DescriptorSource(descriptor, size: size), name: name, claim: claim)
    }

    /// Looks at bytes in memory, which are the whole content.
    /// - Throws: ``SniffingError/detector(_:)``. Blocks while all cookies are busy.
    package func verdict(
        bytes: [UInt8], name: String? = nil, claim: UTType? = nil
    ) throws(SniffingError) -> Verdict {
        try verdict(of: MemorySource(bytes), name: name, claim: claim)
    }

    func verdict(
        of source: some ByteSource, name: String?, claim: UTType?
    ) throws(SniffingError) -> Verdict {
        let bounded = BoundedSource(source, most: Self.mostFurtherBytes)
        return Decision(try finding(in: bounded, name: name), name: name, claim: claim).verdict
    }

    private func finding(in source: some ByteSource, name: String?) throws(SniffingError) -> Finding {
        if source.prefix.isEmpty { return Finding("org.iana.empty", room: .empty) }
        var text = DecodedText(source.prefix, isWhole: source.isWhole)
        if let finding = try BinaryForms.finding(in: source, isText: text != nil) { return finding }
        var answer: MagicAnswer?
        if text == nil, let legacy = try legacyText(in: source) { (text, answer) = legacy }
        guard let text else {
            // The kernel runs whatever begins so, and looks no further than the first line.
            if let script = Interpreters.finding(inFirstLineOf: source.prefix) { return script }
            return try askLibmagic(source.prefix)
        }
        if let finding = TextForms.finding(in: text) { return finding.text(text.charset) }
        let plain = Finding(.plainText, room: .text).text(text.charset)
        // An ending that names a kind of text knows more than can be guessed; of several kinds the lines tell which.
        let types = NameEvidence.types(of: name)
        let named = types.filter { $0 != .plainText && plain.admits($0) }
        // A guess gives way to an ending of plain texts too, so there is no use in making one.
        if named.count == 1 || named.isEmpty && types.contains(.plainText) { return plain }
        if let identifier = SourceShapes.shared.identifier(of: text, among: named.isEmpty ? nil : named) {
            return Finding(identifier, room: .textGuess).text(text.charset)
        }
        return named.isEmpty ? try guess(plain, text, answer) : plain
    }

    /// libmagic's guess at the kind of a text, where it is one that holds more often than not.
    /// - Parameter known: its answer, where it has been asked.
    private func guess(
        _ plain: Finding, _ text: DecodedText, _ known: MagicAnswer?
    ) throws(SniffingError) -> Finding {
        var answer = known
        if answer == nil { answer = try detector.describe(text.utf8.prefix(Self.textBytes)) }
        guard let answer, let finding = LibmagicAnswers.textFinding(answer) else { return plain }
        return finding.text(text.charset)
    }

    /// What has no control characters and is no Unicode either is most likely a text in an old code page; libmagic
    /// finds a character set then, and no better answer than a text.
    private func legacyText(in source: some ByteSource) throws(SniffingError) -> (DecodedText, MagicAnswer)? {
        guard DecodedText.hasNoControls(source.prefix),
            let answer = try detector.describe(source.prefix.prefix(Self.textBytes)),
            let charset = answer.charset, LibmagicAnswers.mayBeText(answer)
        else { return nil }
        return (DecodedText(legacy: source.prefix, charset: charset, isWhole: source.isWhole), answer)
    }

    private func askLibmagic(_ prefix: [UInt8]) throws(SniffingError) -> Finding {
        // The words first: they exist for every format that has a MIME type and more, and mostly there are none, since
        // what comes as far as this is noise as a rule. A question costs a fifth of a millisecond.
        // What it failed on once is not tried again.
        guard let summary = try detector.summary(prefix[...]), summary != LibmagicAnswers.noWords,
            let answer = try detector.describe(prefix[...])
        else { return Finding(.data, room: .data) }
        if answer.mimeType == MIMETypes.unknown {
            return LibmagicAnswers.finding(summary: summary) ?? Finding(.data, room: .data)
        }
        return LibmagicAnswers.finding(answer)
    }
}
