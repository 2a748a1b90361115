internal import ContentTypes

/// Cartridges, tapes and disks of home computers that are known by fields at the end, or by checksums.
enum CartridgeForms {
    static func finding(in source: some ByteSource) throws(SniffingError) -> Finding? {
        let bytes = source.prefix
        if let tape = spectrumTape(bytes) { return tape }
        if let finding = try sega(source) { return finding }
        if bytes.has("AB"), let start = bytes.littleEndian(2, 2), (0x4000...0xBFFF).contains(start), bytes.count >= 16,
            bytes[10..<16].allSatisfy({ $0 == 0 })
        {
            return Finding("org.msx.rom")
        }
        if let finding = try superNintendo(source) { return finding }
        if let finding = try footer(source) { return finding }
        return try disk(source)
    }

    /// A tape begins with a header block of 17 bytes, whose last byte makes the others' exclusive or zero.
    private static func spectrumTape(_ bytes: [UInt8]) -> Finding? {
        guard bytes.count >= 21, bytes.starts(with: [0x13, 0, 0]), bytes[3] <= 3,
            bytes[2..<21].reduce(0, ^) == 0
        else { return nil }
        return Finding("com.sinclair.tap")
    }

    private static func sega(_ source: some ByteSource) throws(SniffingError) -> Finding? {
        for offset in [0x7FF0, 0x3FF0, 0x1FF0] where source.prefix.has("TMR SEGA", at: offset) {
            guard offset + 15 < source.prefix.count else { return nil }
            let isHandheld = source.prefix[offset + 15] >> 4 >= 5
            return Finding(isHandheld ? "com.sega.game-gear-rom" : "com.sega.master-system-rom")
        }
        return nil
    }

    /// The header's checksum and its complement stand side by side.
    private static func superNintendo(_ source: some ByteSource) throws(SniffingError) -> Finding? {
        let copier = Int(source.size % 1024 == 512 ? 512 : 0)
        guard source.size >= 32_768, source.size <= 16 << 20, source.size % 1024 == copier else { return nil }
        for offset in [0x7FC0, 0xFFC0] {
            let header = try source.read(at: Int64(offset + copier), count: 32)
            guard let complement = header.littleEndian(28, 2), let sum = header.littleEndian(30, 2),
                complement ^ sum == 0xFFFF, complement != 0, sum != 0, header[21] & 0xE0 == 0x20, header[23] <= 0x0D,
                header[..<21].allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
            else { continue }
            return Finding("com.nintendo.snes-rom")
        }
        return nil
    }

    private static func footer(_ source: some ByteSource) throws(SniffingError) -> Finding? {
        guard source.size >= 1024, source.size <= 16 << 20 else { return nil }
        let tail = try source.read(at: source.size - 544, count: 544)
        guard tail.count == 544 else { return nil }
        // Virtual Boy: a title, five zeros, the maker, and a code that begins with V.
        if tail[20..<25].allSatisfy({ $0 == 0 }), tail[25..<27].allSatisfy(isCapital), tail[27] == UInt8(ascii: "V"),
            tail[28..<31].allSatisfy(isCapital)
        {
            return Finding("com.nintendo.virtual-boy-rom")
        }
        // WonderSwan: a far jump, then the colour flag and a code for the size.
        let sizes: [UInt8: Int64] = [
            1: 1 << 18, 2: 1 << 19, 3: 1 << 20, 4: 1 << 21, 6: 1 << 22, 8: 1 << 23, 9: 1 << 24,
        ]
        if source.size % 65_536 == 0, tail[528] == 0xEA, tail[535] <= 1, sizes[tail[538]] == source.size {
            return Finding(tail[535] == 1 ? "com.bandai.wonderswan-color-rom" : "com.bandai.wonderswan-rom")
        }
        return nil
    }

    private static func isCapital(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
    }

    /// Disks without a mark have a known size, and their directory stands at a known place.
    private static func disk(_ source: some ByteSource) throws(SniffingError) -> Finding? {
        for (sizes, offset, mark, identifier) in disks where sizes.contains(source.size) {
            if try source.read(at: offset, count: mark.count) == mark { return Finding(identifier) }
        }
        // Nero: where the description of the tracks begins, at the very end.
        if source.size > 12 {
            let tail = try source.read(at: source.size - 12, count: 12)
            if tail.has("NER5") || tail.has("NERO", at: 4) { return Finding("com.ahead.nrg") }
        }
        // TR-DOS: the kind of disk and the system's mark in the ninth sector.
        if source.prefix.count > 0x8E7, source.prefix[0x8E7] == 0x10, (0x16...0x19).contains(source.prefix[0x8E3]),
            source.prefix[0x800] == 0
        {
            return Finding("com.sinclair.trd")
        }
        return nil
    }

    private static let disks: [(sizes: Set<Int64>, offset: Int64, mark: [UInt8], identifier: String)] = [
        ([174_848, 175_531, 196_608], 0x16500, [18, 1, 0x41], "com.commodore.d64"),
        ([349_696, 351_062], 0x16500, [18, 1, 0x41], "com.commodore.d71"),
        ([819_200, 822_400], 0x61800, [40, 3, 0x44], "com.commodore.d81"),
        ([533_248], 0x44E00, [38, 0, 0x43], "com.commodore.d80"),
        ([1_066_496], 0x44E00, [38, 0, 0x43], "com.commodore.d82"),
    ]
}
