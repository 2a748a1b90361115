internal import ContentTypes

/// Gzip: what was compressed tells, where its beginning can be unpacked, or the name kept in the header.
enum GzipForms {
    private enum Flag {
        static let checksum: UInt8 = 2
        static let extra: UInt8 = 4
        static let name: UInt8 = 8
        static let comment: UInt8 = 16
    }

    /// Bytes that are unpacked; a tar header and the root of most documents fit.
    private static let mostUnpacked = 16_384

    static func finding(in bytes: [UInt8]) -> Finding {
        let general = Finding(.gzip, room: .gzip)
        guard bytes.count > 18, bytes[2] == 8 else { return general }
        let (body, name) = header(bytes)
        if let office = oldOffice(name) { return office }
        guard body < bytes.count else { return general }
        let inner = Inflater.prefix(of: bytes[body...], most: mostUnpacked)
        if let finding = finding(inside: inner, named: name, bytes) { return finding }
        if inner.isEmpty, name.asciiFolded.hasSuffix(".tar") { return compressedTar }
        return general
    }

    private static var compressedTar: Finding { Finding("org.gnu.gnu-zip-tar-archive", .container) }

    /// Where the compressed data begins, and the name of the file that was compressed.
    private static func header(_ bytes: [UInt8]) -> (body: Int, name: String) {
        var body = 10
        var name = ""
        if bytes[3] & Flag.extra != 0 { body += 2 + (bytes.littleEndian(10, 2) ?? 0) }
        for flag in [Flag.name, Flag.comment] where bytes[3] & flag != 0 && body < bytes.count {
            let text = bytes[body...].prefix { $0 != 0 }
            if flag == Flag.name { name = String(decoding: text.prefix(255), as: UTF8.self) }
            body += text.count + 1
        }
        if bytes[3] & Flag.checksum != 0 { body += 2 }
        return (body, name)
    }

    /// KDE's first office wrote its MIME type where the name stands.
    private static func oldOffice(_ name: String) -> Finding? {
        guard name.hasPrefix("KOffice") else { return nil }
        let mime = name.dropFirst("KOffice".count).drop { $0 == " " }
            .prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "/-.+".contains($0)) }
        return UTType(mimeType: String(mime)).flatMap { $0.isDeclared ? Finding($0, .container) : nil }
    }

    private static func finding(inside inner: [UInt8], named name: String, _ outer: [UInt8]) -> Finding? {
        guard !inner.isEmpty else { return nil }
        if TarForms.finding(in: inner) != nil {
            // Alpine signs its packages with a first archive of their own.
            let first = String(decoding: inner[..<100].prefix { $0 != 0 }, as: UTF8.self)
            let isPackage = first.hasPrefix(".SIGN.") || first == ".PKGINFO"
            return isPackage ? Finding("org.alpinelinux.apk-archive", .container) : compressedTar
        }
        if let identifier = packed.identifier(for: inner) { return Finding(identifier, .container) }
        guard let text = DecodedText(inner, isWhole: false), text.start < inner.count, text.utf8[text.start] == 0x3C
        else { return nil }
        var reader = MarkupReader(text.utf8, at: text.start)
        reader.skipProlog()
        guard let root = reader.root() else { return nil }
        return documents[root.name].map { Finding($0, .container) }
    }

    /// Formats that are known by names of their own when they are compressed.
    private static let packed = SignatureTable(
        #"""
        0 | %PDF- | org.gnu.gzip-pdf
        0 | %!PS-Adobe- | 15 | EPS | org.gnu.gzip-eps
        0 | %! | org.gnu.gzip-postscript
        0 | \xF7\x02\x01\x83 | org.gnu.gzip-dvi
        0 | gimp xcf | org.gimp.xcf-compressed
        0 | 07070 | org.gnu.cpio-compressed
        0 | \x36\x04 | org.linux.psf-font-compressed
        0 | \x72\xB5\x4A\x86 | org.linux.psf-font-compressed
        0 | \x01fcp | org.x.pcf-font
        0 | RDX2\n | org.r-project.data
        0 | RDX3\n | org.r-project.data
        0 | RDA2\n | org.r-project.data
        0 | X\n\x00\x00\x00 | org.r-project.data
        0 | BAM\x01 | org.ga4gh.bam
        0 | Vgm  | com.sega.vgm
        0 | \x5C\x01\x00\x00 | 344 | n+1\x00 | org.nifti.nifti
        0 | UEF File!\x00 | com.acorn.uef
        """#)

    /// The roots of documents that their programs write compressed.
    private static let documents = [
        "svg": "org.w3.svg-compressed", "diagram": "net.sf.dia.diagram", "workbook": "org.gnome.gnumeric",
        "abiword": "com.abisource.abiword", "gnc-v2": "org.gnucash.book", "ableton": "com.ableton.live",
    ]
}

/// Tar archives, by the POSIX or GNU mark or by the checksum of an older header.
enum TarForms {
    private static let block = 512

    static func finding(in bytes: [UInt8]) -> Finding? {
        guard bytes.count >= block, bytes.has("ustar", at: 257) || hasChecksum(bytes) else { return nil }
        let name = String(decoding: bytes[..<100].prefix { $0 != 0 }, as: UTF8.self)
        return Finding(name.asciiFolded.hasSuffix(".ovf") ? "org.dmtf.ova" : "public.tar-archive")
    }

    private static func hasChecksum(_ bytes: [UInt8]) -> Bool {
        let field = bytes[148..<156]
        guard bytes[0] != 0,
            let stated = Int(
                String(decoding: field.filter { $0 >= 0x30 && $0 <= 0x37 }, as: UTF8.self), radix: 8),
            field.allSatisfy({ $0 == 0 || $0 == 0x20 || ($0 >= 0x30 && $0 <= 0x37) })
        else { return false }
        // The checksum's own field counts as blanks.
        let sum = bytes[..<block].reduce(0) { $0 + Int($1) } - field.reduce(0) { $0 + Int($1) } + 8 * 0x20
        return sum == stated
    }
}
