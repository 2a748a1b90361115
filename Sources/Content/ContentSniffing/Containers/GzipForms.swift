internal import UniformTypeIdentifiers

/// Gzip: what was compressed is told by the name kept in the header, where there is one.
enum GzipForms {
    static func finding(in bytes: [UInt8]) -> Finding {
        let (extra, named): (UInt8, UInt8) = (4, 8)
        guard bytes.count > 10, bytes[3] & named != 0, bytes[3] & extra == 0 else { return Finding(.gzip, room: .gzip) }
        let name = String(decoding: bytes[10...].prefix(255).prefix { $0 != 0 }, as: UTF8.self)
        if name.asciiFolded.hasSuffix(".tar") { return Finding("org.gnu.gnu-zip-tar-archive", .container) }
        return Finding(.gzip, room: .gzip)
    }
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
