/// The entries that a zip archive's closing directory lists.
///
/// Where there is none, as in a file that is cut or still being written, the entries are those whose headers stand in
/// the first bytes. Limits bound what a hostile file can cost; what is beyond them is left out.
struct ZipDirectory {
    struct Entry {
        let name: String
        /// 0 is stored, 8 deflated.
        let method: Int
        let size: Int
        /// Where the entry's own header stands.
        let header: Int64
    }

    private(set) var entries: [Entry] = []

    /// Bytes of a directory and number of entries that are read.
    private static let (mostBytes, mostEntries) = (1 << 20, 4096)
    /// The closing record and the longest comment behind it.
    private static let tailBytes = 22 + 65_535

    init(of source: some ByteSource) throws(SniffingError) {
        guard try readDirectory(source) else {
            readHeaders(source.prefix)
            return
        }
    }

    private mutating func readDirectory(_ source: some ByteSource) throws(SniffingError) -> Bool {
        let tailStart = max(0, source.size - Int64(Self.tailBytes))
        let tail = try source.read(at: tailStart, count: Int(source.size - tailStart))
        guard let end = Self.lastEnd(in: tail), var length = tail.littleEndian(end + 12, 4),
            var offset = tail.littleEndian(end + 16, 4)
        else { return false }
        var close = tailStart + Int64(end)
        if length == 0xFFFF_FFFF || offset == 0xFFFF_FFFF, tail.has("PK\u{6}\u{7}", at: end - 20),
            let record = tail.littleEndian(end - 12, 8)
        {
            let wide = try source.read(at: Int64(record), count: 56)
            guard wide.has("PK\u{6}\u{6}"), let wideLength = wide.littleEndian(40, 8),
                let wideOffset = wide.littleEndian(48, 8)
            else { return false }
            (length, offset, close) = (wideLength, wideOffset, Int64(record))
        }
        // Bytes before the archive, as in a self-extracting one, shift every offset.
        let start = close - Int64(length)
        guard start >= Int64(offset) else { return false }
        let shift = start - Int64(offset)
        readEntries(try source.read(at: start, count: min(length, Self.mostBytes)), shift: shift)
        return !entries.isEmpty
    }

    private static func lastEnd(in tail: [UInt8]) -> Int? {
        guard tail.count >= 22 else { return nil }
        return (0...tail.count - 22).last { tail[$0] == 0x50 && tail.has("PK\u{5}\u{6}", at: $0) }
    }

    private mutating func readEntries(_ bytes: [UInt8], shift: Int64) {
        var offset = 0
        while entries.count < Self.mostEntries, bytes.has("PK\u{1}\u{2}", at: offset),
            let method = bytes.littleEndian(offset + 10, 2), let size = bytes.littleEndian(offset + 20, 4),
            let name = bytes.littleEndian(offset + 28, 2), let extra = bytes.littleEndian(offset + 30, 2),
            let comment = bytes.littleEndian(offset + 32, 2), let header = bytes.littleEndian(offset + 42, 4)
        {
            entries.append(
                Entry(
                    name: bytes.text(offset + 46, name), method: method, size: size,
                    header: Int64(header).addingReportingOverflow(shift).partialValue))
            offset += 46 + name + extra + comment
        }
    }

    private mutating func readHeaders(_ bytes: [UInt8]) {
        var offset = 0
        while entries.count < Self.mostEntries, bytes.has("PK\u{3}\u{4}", at: offset),
            let flags = bytes.littleEndian(offset + 6, 2), let method = bytes.littleEndian(offset + 8, 2),
            let size = bytes.littleEndian(offset + 18, 4), let name = bytes.littleEndian(offset + 26, 2),
            let extra = bytes.littleEndian(offset + 28, 2)
        {
            entries.append(
                Entry(name: bytes.text(offset + 30, name), method: method, size: size, header: Int64(offset)))
            let body = offset + 30 + name + extra
            let sizeFollows = 8
            // A size that follows the data cannot be stepped over: the next header is searched for, except in what is
            // stored, which may be an archive with headers of its own.
            if flags & sizeFollows == 0 {
                offset = body + size
            } else if method == 0, size == 0, name > 0, bytes.has("PK\u{3}\u{4}", at: body) {
                return
            } else if let next = bytes.position(of: "PK\u{3}\u{4}", from: body) {
                offset = next
            } else {
                return
            }
        }
    }

    /// The beginning of an entry's content, at most `most` bytes, stored or deflated; `nil` for what cannot be read.
    func content(
        of entry: Entry, in source: some ByteSource, most: Int
    ) throws(SniffingError) -> [UInt8]? {
        guard entry.method == 0 || entry.method == 8, entry.size > 0 else { return nil }
        let header = try source.read(at: entry.header, count: 30)
        guard header.has("PK\u{3}\u{4}"), let name = header.littleEndian(26, 2), let extra = header.littleEndian(28, 2)
        else { return nil }
        // What is deflated is hardly ever longer than what it stands for.
        let packed = try source.read(at: entry.header + Int64(30 + name + extra), count: min(entry.size, most + 64))
        return entry.method == 0 ? Array(packed.prefix(most)) : Inflater.prefix(of: packed[...], most: most)
    }
}
