internal import ContentTypes

/// Bytes that are no text: signatures, and the look into containers whose inside decides.
enum BinaryForms {
    /// - Parameter isText: the bytes read as text, so that a short word in front is no signature.
    static func finding(in source: some ByteSource, isText: Bool) throws(SniffingError) -> Finding? {
        let bytes = source.prefix
        switch bytes[0] {
        case UInt8(ascii: "P") where bytes.has("PK\u{3}\u{4}") || bytes.has("PK\u{5}\u{6}"):
            return try ZipContainer.finding(in: source)
        case 0xD0 where bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]):
            return try CompoundContainer.finding(in: source)
        case 0x1A where bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]): return MatroskaContainer.finding(in: bytes)
        case 0x1F where bytes.starts(with: [0x1F, 0x8B]): return GzipForms.finding(in: bytes)
        case 0x7F where bytes.has("\u{7F}ELF"): return ExecutableForms.elf(bytes)
        case UInt8(ascii: "M") where bytes.has("MZ"): return ExecutableForms.windows(bytes)
        case 0xCA where bytes.starts(with: [0xCA, 0xFE, 0xBA, 0xBE]): return ExecutableForms.javaOrUniversal(bytes)
        case UInt8(ascii: "O") where bytes.has("OggS"): return OggContainer.finding(in: bytes)
        case 0x89 where bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]): return ImageForms.png(bytes)
        case UInt8(ascii: "I") where bytes.starts(with: [0x49, 0x49, 0x2A, 0]),
            UInt8(ascii: "M") where bytes.starts(with: [0x4D, 0x4D, 0, 0x2A]):
            return try TIFFContainer.finding(in: source)
        case UInt8(ascii: "<"): if let frame = FrameForms.finding(in: bytes) { return frame }
        case UInt8(ascii: "!") where bytes.has("!<arch>\ndebian"): return Finding("org.debian.deb-archive")
        default: break
        }
        if let media = ISOMediaContainer.finding(in: bytes) ?? ChunkContainer.finding(in: bytes) { return media }
        if let identifier = BinarySignatures.table.identifier(for: bytes, isText: isText) { return signed(identifier) }
        // What follows are fields of bytes that no text has, or words at places where a text has others.
        if isText { return TarForms.finding(in: bytes) ?? embeddedPDF(bytes) }
        if let finding = ImageForms.bitmapOrIcon(bytes) ?? StreamForms.finding(in: bytes)
            ?? CertificateForms.finding(in: bytes, size: source.size)
            ?? WeakForms.finding(in: bytes, size: source.size) ?? TarForms.finding(in: bytes)
            ?? ExecutableForms.bootSector(bytes)
        {
            return finding
        }
        if let finding = try CartridgeForms.finding(in: source) { return finding }
        return PalmForms.finding(in: bytes) ?? embeddedPDF(bytes)
    }

    /// Formats that one signature begins and whose kinds the ending tells.
    private static func signed(_ identifier: String) -> Finding {
        let kinds = families[identifier].map { $0.compactMap { UTType($0) } }
        return Finding(identifier, room: kinds.map { .family(of: $0) } ?? .none)
    }

    /// Beside the type's own kinds, those that do not conform to it.
    private static let families = [
        "com.microsoft.advanced-systems-format": [],
        "public.mpeg": ["public.mpeg-2-video"],
        "com.esri.shapefile": ["com.esri.shapefile-index"],
        "com.real.realmedia": ["com.real.realaudio"],
        "org.sqlite.database": ["public.database"],
        "com.palm.aportisdoc": ["com.amazon.mobi"],
        "com.sony.psf": ["com.sony.minipsf", "com.sony.psf-library"],
        "com.wavpack.audio": ["com.wavpack.correction"],
        "com.panasonic.rw2-raw-image": ["com.leica.rwl-raw-image", "com.panasonic.raw-image"],
        "com.panasonic.raw-image": ["com.leica.rwl-raw-image", "com.panasonic.rw2-raw-image"],
        "com.idsoftware.wad": [], "com.microsoft.works": [], "com.microsoft.word.doc": [],
    ]

    /// Some bytes may stand before a PDF document; readers look for it in the first kilobyte.
    private static func embeddedPDF(_ bytes: [UInt8]) -> Finding? {
        Array(bytes.prefix(1024)).position(of: "%PDF-1.") == nil ? nil : Finding(.pdf)
    }
}
