internal import LinuxSystem

/// Where the central directory of a zip archive lies, which alone says what the archive holds.
struct ZipDirectory {
    /// The directory's bytes.
    let bytes: [UInt8]
    /// Where it begins in the file.
    let offset: Int64
    /// What to add to the offsets in it: something may stand before the archive, such as a program that unpacks it.
    let shift: Int64
    /// How many records it should have, modulo 65,536 where the archive is not a 64-bit one.
    let count: UInt64
    let isCount64: Bool

    /// The most bytes that a directory may have; 500,000 entries take some 50 MB.
    private static let mostBytes: Int64 = 1 << 29

    /// Whether the file is a zip archive, by what it begins with, or by its end where it begins with a stub.
    static func claims(head: [UInt8], _ file: CInt, size: Int64) throws(SystemError) -> Bool {
        let start = head[...]
        if let signature = start.number32(0), [0x0403_4B50, 0x0605_4B50, 0x0606_4B50].contains(signature) {
            return true
        }
        // PK\7\8 and PK00 mark an archive that was made to be split.
        if start.number32(0) == 0x0807_4B50 || start.number32(0) == 0x3030_4B50 { return true }
        let others = ["7z\u{BC}", "Rar!", "!<ar", "MSCF", "\u{1F}\u{8B}", "BZh", "xar!", "0707", "#mtr"]
        if others.contains(where: { head.starts(with: $0.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }) })
        {
            return false
        }
        if start.part(257, 5)?.elementsEqual("ustar".utf8) == true { return false }
        guard let end = try findEnd(file, size: size, endsFile: true) else { return false }
        let record = end.bytes[...]
        // An archive without entries behind something else is more likely no archive.
        return record.number16(10) != 0
    }

    /// Finds the directory.
    static func read(_ file: CInt, size: Int64) throws(ArchiveError) -> ZipDirectory {
        let found = try passing { () throws(SystemError) in try findEnd(file, size: size, endsFile: false) }
        guard let (end, place) = found else {
            throw ArchiveError(
                .damaged, "the archive is damaged: it ends too soon, before its directory", endsReading: true)
        }
        let record = end[...]
        guard let disk = record.number16(4), let count = record.number16(10), let length = record.number32(12),
            let offset = record.number32(16)
        else { throw cut }
        var fields = (disk: UInt32(disk), count: UInt64(count), length: UInt64(length), offset: UInt64(offset))
        var behind = place
        var is64 = false
        if let (wide, at) = try passing({ () throws(SystemError) in
            try findWideEnd(file, before: place, size: size)
        }) {
            let wide = wide[...]
            guard let disk = wide.number32(16), let count = wide.number64(32), let length = wide.number64(40),
                let offset = wide.number64(48)
            else { throw cut }
            fields = (disk, count, length, offset)
            behind = at
            is64 = true
        }
        if fields.disk != 0, fields.disk != 0xFFFF {
            throw ArchiveError(.unsupported, "it is one part of an archive in several", endsReading: true)
        }
        guard let length = Int64(exactly: fields.length), length <= behind, let declared = Int64(exactly: fields.offset)
        else { throw cut }
        guard length <= mostBytes else {
            throw ArchiveError(.limit, "the directory has more than \(mostBytes) bytes", endsReading: true)
        }
        // Right before the record that ends it; where a program left a gap, where it is said to be.
        for start in [behind - length, declared] where start >= 0 && start <= behind - length {
            let bytes = try passing { () throws(SystemError) in
                try readSome(of: file, at: start, count: Int(length))
            }
            guard bytes.count == Int(length) else { throw cut }
            if length == 0 || bytes[...].number32(0) == ZipRecord.signature {
                return ZipDirectory(
                    bytes: bytes, offset: start, shift: start - declared, count: fields.count, isCount64: is64)
            }
        }
        // A directory that is encrypted itself hides what stands in the members' headers too, which is marked.
        let first = try passing { () throws(SystemError) in try readSome(of: file, at: 0, count: 8) }
        if first[...].number32(0) == 0x0403_4B50, let flags = first[...].number16(6), flags & 0x2000 != 0 {
            throw ArchiveError(.encrypted, "it is encrypted, and there is no password to open it", endsReading: true)
        }
        throw ArchiveError(
            .damaged, "the archive is damaged: its directory is not where it should be", endsReading: true)
    }

    private static var cut: ArchiveError {
        ArchiveError(.damaged, "the archive is damaged: its directory is cut", endsReading: true)
    }

    /// The record that ends a directory (22 bytes and a comment), looked for from the file's end.
    /// - Parameter endsFile: Whether nothing may follow it.
    private static func findEnd(
        _ file: CInt, size: Int64, endsFile: Bool
    ) throws(SystemError) -> (bytes: [UInt8], place: Int64)? {
        let length = Int(min(size, 22 + 65_535 + (endsFile ? 0 : 65_536)))
        let base = size - Int64(length)
        let tail = try readSome(of: file, at: base, count: length)
        guard tail.count >= 22 else { return nil }
        for start in stride(from: tail.count - 22, through: 0, by: -1)
        where tail[start] == 0x50 && tail[start...].number32(0) == 0x0605_4B50 {
            let comment = Int(tail[start...].number16(20) ?? 0)
            let isExact = start + 22 + comment == tail.count
            // What follows may have been added by a transfer; a comment that is cut has lost nothing that matters.
            guard isExact || !endsFile else { continue }
            let length = Int64(tail[start...].number32(12) ?? 0)
            if length <= base + Int64(start) || length == Int64(UInt32.max) {
                return (Array(tail[start..<start + 22]), base + Int64(start))
            }
        }
        return nil
    }

    /// The 64-bit record, which a locator of 20 bytes before the other points to.
    private static func findWideEnd(
        _ file: CInt, before place: Int64, size: Int64
    ) throws(SystemError) -> (bytes: [UInt8], place: Int64)? {
        guard place >= 20 else { return nil }
        let locator = try readSome(of: file, at: place - 20, count: 20)[...]
        guard locator.number32(0) == 0x0706_4B50, let declared = locator.number64(8) else { return nil }
        // Right before the locator, or where it says: a stub in front moves it.
        for start in [place - 20 - 56, Int64(exactly: declared) ?? -1] where start >= 0 && start <= place - 76 {
            let record = try readSome(of: file, at: start, count: 56)
            if record[...].number32(0) == 0x0606_4B50 { return (record, start) }
        }
        return nil
    }
}
