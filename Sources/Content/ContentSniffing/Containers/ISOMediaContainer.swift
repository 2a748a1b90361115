internal import ContentTypes

/// ISO base media (MP4, QuickTime, 3GPP, HEIF, AVIF, JPEG 2000): the brand in the first box, or the kinds of tracks.
enum ISOMediaContainer {
    static func finding(in bytes: [UInt8]) -> Finding? {
        guard let length = bytes.bigEndian(0, 4), bytes.count >= 8 else { return nil }
        switch bytes.text(4, 4) {
        case "ftyp" where bytes.count >= 12: return branded(bytes, length)
        case "jP  ": return jpeg2000(bytes)
        // QuickTime had no brands at first.
        case "moov", "mdat", "wide", "pnot": return length == 1 || length >= 8 ? quickTime : nil
        case "free", "skip":
            return bytes.has("moov", at: length + 4) || bytes.has("mdat", at: length + 4) ? quickTime : nil
        default: return nil
        }
    }

    private static var quickTime: Finding { Finding(.quickTimeMovie, room: .family(of: family)) }

    private static let family: [UTType] =
        [
            .mpeg4Movie, .mpeg4Audio, .quickTimeMovie, .appleProtectedMPEG4Audio,
        ] + ["public.3gpp", "public.3gpp2", "com.adobe.flash.video"].compactMap { UTType($0) }

    private static func branded(_ bytes: [UInt8], _ length: Int) -> Finding {
        // Brands that are too short are filled up with blanks, and by some with zeros.
        let major = bytes.text(8, 4).replacing("\0", with: " ")
        if let identifier = brands[major] { return Finding(identifier, .container) }
        if major.hasPrefix("3g2") { return Finding("public.3gpp2", .container) }
        if major.hasPrefix("3g") { return Finding("public.3gpp", .container) }
        let compatible = stride(from: 16, to: min(length, bytes.count) - 3, by: 4).map { bytes.text($0, 4) }
        // A general image brand leaves the coding to the list of brands it is compatible with.
        if let general = generalImages[major] {
            let codings = general == "public.heifs" ? sequenceCodings + imageCodings : imageCodings + sequenceCodings
            for (brand, identifier) in codings where compatible.contains(brand) {
                return Finding(identifier, .container)
            }
            return Finding(general, .container)
        }
        let type: UTType = hasSoundOnly(bytes) ? .mpeg4Audio : .mpeg4Movie
        return Finding(type, .container, room: .family(of: family))
    }

    /// Brands that decide alone, after the list of the MP4 registration authority.
    private static let brands = [
        "heic": "public.heic", "heix": "public.heic", "heim": "public.heic", "heis": "public.heic",
        "hevc": "public.heics", "hevx": "public.heics", "hevm": "public.heics", "hevs": "public.heics",
        "avif": "public.avif", "avis": "public.avif", "MA1A": "public.avif", "MA1B": "public.avif",
        "avci": "public.avci", "avcs": "public.avcs",
        "M4A ": "com.apple.m4a-audio", "M4B ": "com.apple.protected-mpeg-4-audio-b",
        "M4P ": "com.apple.protected-mpeg-4-audio", "M4V ": "com.apple.m4v-video", "M4VH": "com.apple.m4v-video",
        "M4VP": "com.apple.m4v-video", "qt  ": "com.apple.quicktime-movie", "mqt ": "com.apple.quicktime-movie",
        "F4A ": "public.mpeg-4-audio", "NDAS": "public.mpeg-4-audio",
        "F4B ": "public.mpeg-4-audio", "F4V ": "com.adobe.flash.video", "F4P ": "com.adobe.flash.video",
        "KDDI": "public.3gpp2", "sdv ": "public.3gpp",
        "aax ": "com.audible.aax", "crx ": "com.canon.cr3-raw-image", "jp2 ": "public.jpeg-2000",
        "jpx ": "public.jpeg-2000", "jpm ": "public.jpeg-2000", "jxl ": "public.jpeg-xl",
        "mjp2": "org.mpeg.mj2",
    ]

    /// Brands of images and of sequences of them that say nothing of the coding, or name one that has no type of its
    /// own: JPEG 2000, JPEG, VVC, EVC, none. `avic` is written for `avci` by some.
    private static let generalImages = Dictionary(
        uniqueKeysWithValues: [
            "mif1", "mif2", "mif3", "miaf", "MiHB", "MiHA", "MiHE", "MiAB", "MiPr", "avic", "j2ki", "jpeg", "vvic",
            "evbi", "evmi", "unif", "heoi",
        ].map { ($0, "public.heif") }
            + ["msf1", "MiAn", "MiBu", "j2is", "jpgs", "vvis", "evbs", "evms"].map { ($0, "public.heifs") })

    private static let imageCodings = [
        ("avif", "public.avif"), ("heic", "public.heic"), ("heix", "public.heic"), ("heim", "public.heic"),
        ("heis", "public.heic"), ("avci", "public.avci"),
    ]
    private static let sequenceCodings = [
        ("avis", "public.avif"), ("hevc", "public.heics"), ("hevx", "public.heics"), ("hevm", "public.heics"),
        ("hevs", "public.heics"), ("avcs", "public.avcs"),
    ]

    /// Whether the description of the tracks is in the prefix as a whole, and shows sound and no pictures.
    private static func hasSoundOnly(_ bytes: [UInt8]) -> Bool {
        var box = 0
        while let length = bytes.bigEndian(box, 4), length >= 8, !bytes.has("moov", at: box + 4) { box += length }
        guard let length = bytes.bigEndian(box, 4), length >= 8, box + length <= bytes.count else { return false }
        var kinds: Set<String> = []
        var offset = box
        while let found = bytes.position(of: "hdlr", from: offset), found < box + length {
            kinds.insert(bytes.text(found + 12, 4))
            offset = found + 4
        }
        return kinds.contains("soun") && !kinds.contains("vide")
    }

    private static func jpeg2000(_ bytes: [UInt8]) -> Finding {
        switch bytes.text(20, 4) {
        case "jpx ": Finding(UTType("public.jpeg-2000") ?? .image, mime: "image/jpx")
        case "jpm ": Finding(UTType("public.jpeg-2000") ?? .image, mime: "image/jpm")
        default: Finding("public.jpeg-2000")
        }
    }
}
