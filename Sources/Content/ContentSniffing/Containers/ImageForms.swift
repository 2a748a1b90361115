internal import UniformTypeIdentifiers

/// Images whose header needs more than a look at the first bytes.
enum ImageForms {
    /// An animation says so before its first image data.
    static func png(_ bytes: [UInt8]) -> Finding {
        var offset = 8
        while let length = bytes.bigEndian(offset, 4), offset + 8 <= bytes.count {
            if bytes.has("acTL", at: offset + 4) { return Finding("org.libpng.apng") }
            if bytes.has("IDAT", at: offset + 4) { break }
            offset += length + 12
        }
        return Finding(.png)
    }

    /// Camera raw formats are TIFF files; some say so, the ending tells the others.
    static func tiff(_ bytes: [UInt8]) -> Finding {
        if bytes.has("CR", at: 8) { return Finding("com.canon.cr2-raw-image") }
        let little = bytes[0] == 0x49
        func number(_ offset: Int, _ width: Int) -> Int? {
            little ? bytes.littleEndian(offset, width) : bytes.bigEndian(offset, width)
        }
        let dngVersion = 0xC612
        if let directory = number(4, 4), let count = number(directory, 2),
            (0..<count).contains(where: { number(directory + 2 + $0 * 12, 2) == dngVersion })
        {
            return Finding(.dng)
        }
        return Finding(.tiff, room: .family(of: [.tiff, .rawImage]))
    }

    /// Windows bitmaps, icons and cursors have short signatures, so their headers must hold water.
    static func bitmapOrIcon(_ bytes: [UInt8]) -> Finding? {
        if bytes.has("BM"), let header = bytes.littleEndian(14, 4),
            [12, 16, 40, 52, 56, 64, 108, 124].contains(header),
            bytes.littleEndian(6, 4) == 0 || bytes.littleEndian(26, 2) == 1
        {
            return Finding(.bmp)
        }
        guard bytes.littleEndian(0, 2) == 0, let kind = bytes.littleEndian(2, 2), kind == 1 || kind == 2,
            let count = bytes.littleEndian(4, 2), (1...256).contains(count), bytes.count > 9, bytes[9] == 0
        else { return nil }
        return Finding(kind == 1 ? "com.microsoft.ico" : "com.microsoft.cur")
    }
}
