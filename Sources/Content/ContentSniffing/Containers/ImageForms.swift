internal import ContentTypes

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

    /// Windows bitmaps, icons and cursors have short signatures, so their headers must hold water.
    static func bitmapOrIcon(_ bytes: [UInt8]) -> Finding? {
        if bytes.has("BM"), let header = bytes.littleEndian(14, 4), isBitmapHeader(header),
            bytes.count < 28 || bytes.littleEndian(6, 4) == 0
                || bytes.littleEndian(header < 16 ? 22 : 26, 2) == 1
        {
            return Finding(.bmp)
        }
        guard bytes.littleEndian(0, 2) == 0, let kind = bytes.littleEndian(2, 2), kind == 1 || kind == 2 else {
            return nil
        }
        let isStub = bytes.count == 4 && kind == 1
        if !isStub {
            // Each entry says where its image stands, behind the directory.
            guard let count = bytes.littleEndian(4, 2), (1...256).contains(count), bytes.count > 9, bytes[9] == 0,
                bytes.count < 22 || (bytes.littleEndian(18, 4) ?? 0) >= 6 + 16 * count
            else { return nil }
        }
        return Finding(kind == 1 ? "com.microsoft.ico" : "com.microsoft.cur")
    }

    /// The lengths of the headers that Windows and OS/2 have written; the second version of OS/2's may be cut anywhere.
    private static func isBitmapHeader(_ length: Int) -> Bool {
        length == 12 || length == 108 || length == 124 || (16...64).contains(length) && length.isMultiple(of: 4)
    }
}
