/// Little-endian numbers in the records of a zip archive.
extension ArraySlice<UInt8> {
    /// Two bytes at `offset` from the slice's start; nil beyond its end.
    func number16(_ offset: Int) -> UInt16? { number(offset, 2).map { UInt16(truncatingIfNeeded: $0) } }
    func number32(_ offset: Int) -> UInt32? { number(offset, 4).map { UInt32(truncatingIfNeeded: $0) } }
    func number64(_ offset: Int) -> UInt64? { number(offset, 8) }

    private func number(_ offset: Int, _ width: Int) -> UInt64? {
        guard offset >= 0, offset + width <= count else { return nil }
        var value: UInt64 = 0
        for index in (0..<width).reversed() { value = value << 8 | UInt64(self[startIndex + offset + index]) }
        return value
    }

    /// `length` bytes at `offset`; nil where they are not all there.
    func part(_ offset: Int, _ length: Int) -> ArraySlice<UInt8>? {
        guard offset >= 0, length >= 0, offset + length <= count else { return nil }
        return self[startIndex + offset..<startIndex + offset + length]
    }
}

/// A record of the central directory, as it stands there.
struct ZipRecord {
    let madeBy: UInt16
    let flags: UInt16
    let method: UInt16
    let time: UInt16
    let date: UInt16
    let checksum: UInt32
    let attributes: UInt32
    let name: [UInt8]
    let extra: ArraySlice<UInt8>
    var packedSize: Int64
    var size: Int64
    /// As declared; the start of the archive may lie elsewhere.
    var offset: Int64
    /// Bytes of the record.
    let length: Int

    static let signature: UInt32 = 0x0201_4B50

    /// Reads the record at the start of `bytes`; nil where there is none.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.number32(0) == Self.signature, let madeBy = bytes.number16(4), let flags = bytes.number16(8),
            let method = bytes.number16(10), let time = bytes.number16(12), let date = bytes.number16(14),
            let checksum = bytes.number32(16), let packed = bytes.number32(20), let size = bytes.number32(24),
            let nameLength = bytes.number16(28), let extraLength = bytes.number16(30),
            let commentLength = bytes.number16(32), let disk = bytes.number16(34),
            let attributes = bytes.number32(38), let offset = bytes.number32(42),
            let name = bytes.part(46, Int(nameLength)),
            let extra = bytes.part(46 + Int(nameLength), Int(extraLength))
        else { return nil }
        self.madeBy = madeBy
        self.flags = flags
        self.method = method
        self.time = time
        self.date = date
        self.checksum = checksum
        self.attributes = attributes
        self.name = Array(name)
        self.extra = extra
        length = 46 + Int(nameLength) + Int(extraLength) + Int(commentLength)
        packedSize = Int64(packed)
        self.size = Int64(size)
        self.offset = Int64(offset)
        guard length <= bytes.count, readZip64(needsDisk: disk == 0xFFFF) else { return nil }
    }

    /// Takes the 64-bit fields over, of which only those are there that the 32-bit ones point to.
    private mutating func readZip64(needsDisk: Bool) -> Bool {
        let full = Int64(UInt32.max)
        guard size == full || packedSize == full || offset == full else { return true }
        // Without the extra field the number is what it says.
        guard let field = extraField(0x0001) else { return true }
        var place = 0
        func next() -> Int64? {
            defer { place += 8 }
            return field.number64(place).flatMap { Int64(exactly: $0) }
        }
        if size == full {
            guard let value = next() else { return false }
            size = value
        }
        if packedSize == full {
            guard let value = next() else { return false }
            packedSize = value
        }
        if offset == full {
            guard let value = next() else { return false }
            offset = value
        }
        return true
    }

    /// The contents of an extra field; nil where there is none, or the fields are cut.
    func extraField(_ id: UInt16) -> ArraySlice<UInt8>? {
        var rest = extra
        while let found = rest.number16(0), let length = rest.number16(2), let field = rest.part(4, Int(length)) {
            if found == id { return field }
            rest = rest.dropFirst(4 + Int(length))
        }
        return nil
    }
}

/// The checksum of zip archives (CRC-32), for the few bytes of a name.
func checksum32(_ bytes: [UInt8]) -> UInt32 {
    var value = UInt32.max
    for byte in bytes {
        value ^= UInt32(byte)
        for _ in 0..<8 { value = value >> 1 ^ (value & 1 == 0 ? 0 : 0xEDB8_8320) }
    }
    return ~value
}
