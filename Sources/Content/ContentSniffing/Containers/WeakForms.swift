internal import ContentTypes

/// Formats whose marks are two or three bytes: the fields behind them have to hold water too.
enum WeakForms {
    static func finding(in bytes: [UInt8], size: Int64) -> Finding? {
        compression(bytes, size) ?? picture(bytes) ?? font(bytes) ?? film(bytes) ?? data(bytes, size) ?? program(bytes)
    }

    private static func byte(_ bytes: [UInt8], _ offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }

    // MARK: Compressions

    private static func compression(_ bytes: [UInt8], _ size: Int64) -> Finding? {
        if bytes.has("BZh") || bytes.has("BZ0"), (0x31...0x39).contains(byte(bytes, 3)),
            bytes.count < 10 || bytes[2] == 0x30 || bytes.has("1AY&SY", at: 4) || bytes[4] == 0x17
        {
            return Finding(bytes[2] == 0x30 ? "org.bzip.bzip1-archive" : "public.bzip2-archive")
        }
        if bytes.starts(with: [0x1F, 0x9D]), bytes.count > 2, (9...16).contains(bytes[2] & 0x1F) {
            return Finding("public.z-archive")
        }
        if bytes.starts(with: [0x60, 0xEA]), let header = bytes.littleEndian(2, 2), (30...2600).contains(header) {
            return Finding("com.arj.arj-archive")
        }
        if bytes.count >= 26, bytes[0] == 0x1A, (1...11).contains(bytes[1]), isDOSName(bytes[2..<15]),
            let packed = bytes.littleEndian(15, 4), Int64(packed) < size, let unpacked = bytes.littleEndian(25, 4),
            bytes[1] < 2 || packed <= max(unpacked, 64) * 2
        {
            return Finding("org.arc.arc-archive")
        }
        return binaryCpio(bytes) ?? lzma(bytes) ?? zlib(bytes)
    }

    private static func isDOSName(_ field: ArraySlice<UInt8>) -> Bool {
        let name = field.prefix { $0 != 0 }
        return !name.isEmpty && name.count < 13 && name.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }

    private static func binaryCpio(_ bytes: [UInt8]) -> Finding? {
        let isLittle = bytes.starts(with: [0xC7, 0x71])
        guard isLittle || bytes.starts(with: [0x71, 0xC7]) else { return nil }
        guard bytes.count >= 26 else { return bytes.count < 8 ? Finding("public.cpio-archive") : nil }
        let name = isLittle ? bytes.littleEndian(20, 2) : bytes.bigEndian(20, 2)
        return name.map { (1...1024).contains($0) } == true ? Finding("public.cpio-archive") : nil
    }

    /// The old form of LZMA has properties, a power of two, and a size that is unknown or sane.
    private static func lzma(_ bytes: [UInt8]) -> Finding? {
        guard bytes.count > 13, bytes[0] == 0x5D, let dictionary = bytes.littleEndian(1, 4), dictionary >= 4096,
            dictionary & (dictionary - 1) == 0 || (dictionary / 3).isPowerOfTwo, bytes[13] == 0
        else { return nil }
        let isUnknown = bytes[5..<13].allSatisfy { $0 == 0xFF }
        guard isUnknown || bytes[10..<13].allSatisfy({ $0 == 0 }) else { return nil }
        return Finding("org.tukaani.lzma-archive")
    }

    private static func zlib(_ bytes: [UInt8]) -> Finding? {
        guard bytes.count > 6, bytes[0] == 0x78, [0x01, 0x5E, 0x9C, 0xDA].contains(bytes[1]),
            Inflater.prefix(of: bytes[2...], most: 64).count > (bytes.count > 80 ? 32 : 0)
        else { return nil }
        return Finding("org.ietf.zlib")
    }

    // MARK: Pictures

    private static func picture(_ bytes: [UInt8]) -> Finding? {
        anymap(bytes) ?? paintbrush(bytes) ?? truevision(bytes) ?? windowDump(bytes)
    }

    /// A letter and a kind, white space, then a number or a comment.
    private static func anymap(_ bytes: [UInt8]) -> Finding? {
        guard bytes.count > 3, bytes[0] == UInt8(ascii: "P"), DecodedText.isSpace(bytes[2]),
            let next = bytes[3...].prefix(64).first(where: { !DecodedText.isSpace($0) }),
            next == UInt8(ascii: "#") || (0x30...0x39).contains(next)
        else { return nil }
        switch bytes[1] {
        case UInt8(ascii: "1"), UInt8(ascii: "4"): return Finding("org.netpbm.bitmap")
        case UInt8(ascii: "2"), UInt8(ascii: "5"): return Finding("org.netpbm.graymap")
        case UInt8(ascii: "3"), UInt8(ascii: "6"): return Finding("org.netpbm.pixmap")
        case UInt8(ascii: "F"), UInt8(ascii: "f"): return Finding("org.netpbm.floatmap")
        case UInt8(ascii: "H"), UInt8(ascii: "h"): return Finding("org.netpbm.half-floatmap")
        default: return nil
        }
    }

    private static func paintbrush(_ bytes: [UInt8]) -> Finding? {
        guard bytes.count >= 70, bytes[0] == 10, [0, 2, 3, 4, 5].contains(bytes[1]), bytes[2] <= 1,
            [1, 2, 4, 8].contains(bytes[3]), let left = bytes.littleEndian(4, 2), let top = bytes.littleEndian(6, 2),
            let right = bytes.littleEndian(8, 2), let bottom = bytes.littleEndian(10, 2), right >= left, bottom >= top,
            (1...4).contains(bytes[65])
        else { return nil }
        return Finding("com.zsoft.pcx")
    }

    private static func truevision(_ bytes: [UInt8]) -> Finding? {
        guard bytes.count > 18, bytes[1] <= 1, [1, 2, 3, 9, 10, 11].contains(bytes[2]),
            let width = bytes.littleEndian(12, 2), let height = bytes.littleEndian(14, 2), width > 0, height > 0,
            width <= 16_384, height <= 16_384, bytes[17] & 0xC0 == 0
        else { return nil }
        let (isMapped, kind, depth) = (bytes[1] == 1, bytes[2] & 7, bytes[16])
        let mapped = bytes[3..<8]
        let fits: Bool
        switch kind {
        case 1: fits = isMapped && depth == 8 && [15, 16, 24, 32].contains(bytes[7])
        case 2: fits = [15, 16, 24, 32].contains(depth) && !isMapped && mapped.allSatisfy { $0 == 0 }
        default: fits = depth == 8 && !isMapped && mapped.allSatisfy { $0 == 0 }
        }
        return fits ? Finding("com.truevision.tga-image") : nil
    }

    private static func windowDump(_ bytes: [UInt8]) -> Finding? {
        guard let header = bytes.bigEndian(0, 4), (100...400).contains(header), bytes.bigEndian(4, 4) == 7,
            let format = bytes.bigEndian(8, 4), format <= 2, let depth = bytes.bigEndian(12, 4),
            (1...32).contains(depth)
        else { return nil }
        return Finding("org.x.xwd")
    }

    /// A font's tables are counted, and each has a name of four letters.
    private static func font(_ bytes: [UInt8]) -> Finding? {
        guard bytes.starts(with: [0, 1, 0, 0]), let count = bytes.bigEndian(4, 2), (1...200).contains(count) else {
            return bytes.count == 5 && bytes == [0, 1, 0, 0, 0] ? Finding("public.truetype-ttf-font") : nil
        }
        let name = bytes.dropFirst(12).prefix(4)
        return name.allSatisfy { $0 >= 0x20 && $0 < 0x7F } ? Finding("public.truetype-ttf-font") : nil
    }

    // MARK: Films

    private static func film(_ bytes: [UInt8]) -> Finding? {
        if let kind = bytes.littleEndian(4, 2), kind == 0xAF11 || kind == 0xAF12, let depth = bytes.littleEndian(12, 2),
            depth <= 32, let width = bytes.littleEndian(8, 2), (1...16_384).contains(width)
        {
            return Finding("com.autodesk.flic")
        }
        if bytes.has("WS", at: 1), bytes.count >= 4, "FCZ".utf8.contains(bytes[0]), (1...50).contains(bytes[3]) {
            return Finding("com.macromedia.flash")
        }
        if bytes.starts(with: [0x00, 0x00, 0x01]), bytes.count > 3 { return startCode(bytes) }
        if bytes.starts(with: [0x00, 0x00, 0x00, 0x01]), bytes.count > 4 {
            let unit = bytes[4]
            if unit & 0x9F == 0x07 { return Finding("org.mpeg.h264-stream") }
            if unit == 0x40, bytes.count > 5, bytes[5] == 1 { return Finding("org.mpeg.h265-stream") }
        }
        if bytes.count > 3, bytes.starts(with: [0x1F, 0x07, 0x00]), bytes[3] & 0x7F == 0x3F {
            return Finding("public.dv-movie")
        }
        return nil
    }

    private static func startCode(_ bytes: [UInt8]) -> Finding? {
        let family: [UTType] = ["public.mpeg-2-video", "org.mpeg.vob"].compactMap { UTType($0) }
        switch bytes[3] {
        case 0xBA where bytes.count < 5 || bytes[4] & 0xC0 == 0x40 || bytes[4] & 0xF0 == 0x20,
            0xB3 where bytes.count < 8 || bytes[7] & 0x0F != 0 && bytes[7] & 0x0F < 9:
            return Finding("public.mpeg", room: .family(of: family))
        case 0xB0: return Finding("public.mpeg-4")
        default: return nil
        }
    }

    // MARK: Data

    private static func data(_ bytes: [UInt8], _ size: Int64) -> Finding? {
        if bytes.has("AC1"), bytes.count >= 6 || size == 6,
            bytes[3...].prefix(3).allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E })
        {
            return Finding("com.autodesk.dwg")
        }
        if bytes.has("AC2.1") || bytes.has("MC0.0") { return Finding("com.autodesk.dwg") }
        if bytes.starts(with: [0x4D, 0x4D]), let length = bytes.littleEndian(2, 4),
            Int64(length) == size || length > 16,
            let next = bytes.littleEndian(6, 2), [0x0002, 0x3D3D, 0x3DAA].contains(next)
        {
            return Finding("com.autodesk.3ds")
        }
        if size > 84, let faces = bytes.littleEndian(80, 4), faces > 0, Int64(faces) * 50 + 84 == size {
            return Finding("public.standard-tesselated-geometry-format")
        }
        return metrics(bytes, size) ?? table(bytes, size) ?? catalogue(bytes)
    }

    /// TeX's font metrics count their own words.
    private static func metrics(_ bytes: [UInt8], _ size: Int64) -> Finding? {
        guard let words = bytes.bigEndian(0, 2), words > 6, Int64(words) * 4 == size,
            let header = bytes.bigEndian(2, 2), (2...64).contains(header), let first = bytes.bigEndian(4, 2),
            let last = bytes.bigEndian(6, 2), first <= last + 1, last < 256
        else { return nil }
        return Finding("org.tug.tfm")
    }

    /// dBASE: the header's length is that of its fields, the date of the change is one.
    private static func table(_ bytes: [UInt8], _ size: Int64) -> Finding? {
        let versions: Set<UInt8> = [
            0x02, 0x03, 0x04, 0x05, 0x30, 0x31, 0x32, 0x43, 0x63, 0x83, 0x8B, 0x8C, 0x8E, 0xCB, 0xE5, 0xF5, 0xFB,
        ]
        guard bytes.count >= 32, versions.contains(bytes[0]), (1...12).contains(bytes[2]), (1...31).contains(bytes[3]),
            let header = bytes.littleEndian(8, 2), let record = bytes.littleEndian(10, 2), header > 32, record > 1,
            bytes[12] == 0, bytes[13] == 0, bytes[14] <= 1, bytes[15] <= 1
        else { return nil }
        let fields = header - 33
        let hasFields = header >= bytes.count || bytes[header - 1] == 0x0D || fields % 32 == 0 || fields % 48 == 36
        // The first field's name, where there is one.
        let name = bytes[32...].prefix(11).prefix { $0 != 0 }
        guard hasFields, name.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), bytes.count < 44 || !name.isEmpty else {
            return nil
        }
        return Finding("com.ashton-tate.dbf")
    }

    /// MARC: a leader of digits and codes, of which the first five are the record's length.
    private static func catalogue(_ bytes: [UInt8]) -> Finding? {
        guard bytes.count >= 24, bytes[..<5].allSatisfy({ (0x30...0x39).contains($0) }),
            bytes[10] == 0x32, bytes[11] == 0x32, bytes[12..<17].allSatisfy({ (0x30...0x39).contains($0) }),
            bytes.has("4500", at: 20) || bytes.has("450 ", at: 20)
        else { return nil }
        return Finding("org.loc.marc")
    }

    // MARK: Programs

    private static func program(_ bytes: [UInt8]) -> Finding? {
        // Python's mark: a version that grows, and a line end; then flags, which are small, or a date.
        if bytes.has("\r\n", at: 2), bytes.count >= 8, let version = bytes.littleEndian(0, 2),
            (3000...3999).contains(version) || (60_202...62_300).contains(version)
                || [20_121, 50_428, 50_823].contains(version)
                || (160...400).contains(version)
        {
            return Finding("org.python.bytecode")
        }
        return coff(bytes) ?? pickle(bytes)
    }

    private static func coff(_ bytes: [UInt8]) -> Finding? {
        guard let machine = bytes.littleEndian(0, 2), [0x14C, 0x8664, 0x1C0, 0x1C4, 0xAA64, 0x200].contains(machine),
            let sections = bytes.littleEndian(2, 2), (1...4096).contains(sections), bytes.littleEndian(16, 2) == 0,
            bytes.count >= 60, bytes[20] == UInt8(ascii: ".") || bytes[20] == UInt8(ascii: "/")
        else { return nil }
        return Finding(
            "com.microsoft.coff-object",
            room: .family(
                of: [UTType("public.geometry-definition-format"), UTType("org.linux.elf-object")].compactMap(\.self)))
    }

    private static func pickle(_ bytes: [UInt8]) -> Finding? {
        guard bytes.count > 4, bytes[0] == 0x80, (2...5).contains(bytes[1]) else { return nil }
        // Frames came with version 4; before it the first instruction is one of few.
        let first: Set<UInt8> = [0x5D, 0x7D, 0x28, 0x63, 0x4B, 0x58, 0x4D, 0x4E, 0x47, 0x8C, 0x29, 0x71, 0x5B]
        guard bytes[1] >= 4 ? bytes[2] == 0x95 : first.contains(bytes[2]) else { return nil }
        return Finding("org.python.pickle")
    }
}

extension Int {
    fileprivate var isPowerOfTwo: Bool { self > 0 && self & (self - 1) == 0 }
}
