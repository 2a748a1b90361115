/// Small inputs, made here.
enum Samples {
    static let png: [UInt8] = [
        [0x89], ascii("PNG\r\n"), [26, 10, 0, 0, 0, 13], ascii("IHDR"), [0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0],
        [0x1F, 0x15, 0xC4, 0x89, 0, 0, 0, 0], ascii("IDAT"),
    ].flatMap(\.self)

    static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0]

    static let pdf: [UInt8] = Array("%PDF-1.7\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3, 10]

    /// Bytes that no format begins with, and that are no text.
    static let unknown: [UInt8] = (0..<400).map { UInt8(truncatingIfNeeded: $0 &* 73 &+ 5 ^ ($0 >> 3)) }

    static let gzip: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]

    static let sevenZip: [UInt8] = Array("7z".utf8) + [0xBC, 0xAF, 0x27, 0x1C, 0, 4] + unknown.prefix(40)

    /// An ELF header for a type, with one program header that asks for a loader where `loader` says so.
    static func elf(type: UInt8, loader: Bool = false) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 120)
        bytes.replaceSubrange(0..<7, with: [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1])
        (bytes[16], bytes[18], bytes[20]) = (type, 62, 1)
        (bytes[32], bytes[54], bytes[56]) = (64, 56, 1)
        bytes[64] = loader ? 3 : 1
        return bytes
    }

    static func windows(library: Bool) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 160)
        bytes.replaceSubrange(0..<2, with: Array("MZ".utf8))
        bytes[0x3C] = 64
        bytes.replaceSubrange(64..<66, with: Array("PE".utf8))
        bytes[64 + 23] = library ? 0x20 : 1
        return bytes
    }

    /// A box of ISO media: length, kind, content.
    static func box(_ kind: String, _ content: [UInt8]) -> [UInt8] {
        big(content.count + 8, 4) + Array(kind.utf8) + content
    }

    static func isoMedia(brand: String, compatible: [String] = []) -> [UInt8] {
        box("ftyp", Array(brand.utf8) + [0, 0, 0, 0] + compatible.flatMap { Array($0.utf8) })
    }

    /// An ISO media file whose only track is of a kind, such as `soun`.
    static func isoMedia(track: String) -> [UInt8] {
        let handler = box("hdlr", [UInt8](repeating: 0, count: 8) + Array(track.utf8))
        return isoMedia(brand: "isom", compatible: ["mp41"]) + box("moov", box("trak", box("mdia", handler)))
    }

    /// Matroska's header, and tracks of the kinds.
    static func matroska(_ documentType: String, tracks: [UInt8]) -> [UInt8] {
        func element(_ id: [UInt8], _ content: [UInt8]) -> [UInt8] { id + [0x40, UInt8(content.count)] + content }
        let header = element([0x1A, 0x45, 0xDF, 0xA3], element([0x42, 0x82], Array(documentType.utf8)))
        let entries = tracks.flatMap { element([0xAE], element([0x83], [$0])) }
        return header + element([0x18, 0x53, 0x80, 0x67], element([0x16, 0x54, 0xAE, 0x6B], entries))
    }

    /// First pages of an Ogg stream for each of the packets.
    static func ogg(_ packets: [[UInt8]]) -> [UInt8] {
        packets.flatMap { packet in
            let page: [UInt8] = ascii("OggS") + [0, 2] + [UInt8](repeating: 0, count: 20)
            return page + [1, UInt8(packet.count)] + packet
        }
    }

    static func tar(member: String) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 1024)
        bytes.replaceSubrange(0..<member.utf8.count, with: Array(member.utf8))
        bytes.replaceSubrange(257..<262, with: Array("ustar".utf8))
        return bytes
    }

    /// A zip archive of stored entries.
    static func zip(_ entries: [(name: String, content: String)], directory: Bool = true) -> [UInt8] {
        var body: [UInt8] = []
        var list: [UInt8] = []
        for (name, content) in entries {
            let common = fields([
                (20, 2), (0, 2), (0, 2), (0, 4), (0, 4), (content.utf8.count, 4), (content.utf8.count, 4),
                (name.utf8.count, 2), (0, 2),
            ])
            list += ascii("PK\u{1}\u{2}") + little(20, 2) + common
            list += fields([(0, 2), (0, 2), (0, 2), (0, 4), (body.count, 4)]) + ascii(name)
            body += ascii("PK\u{3}\u{4}") + common + ascii(name) + ascii(content)
        }
        guard directory else { return body }
        let count = entries.count
        let end = fields([(0, 4), (count, 2), (count, 2), (list.count, 4), (body.count, 4), (0, 2)])
        return body + list + ascii("PK\u{5}\u{6}") + end
    }

    private static func fields(_ fields: [(value: Int, width: Int)]) -> [UInt8] {
        fields.flatMap { little($0.value, $0.width) }
    }

    static func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }

    /// A compound document whose directory holds the root and the streams.
    static func compound(_ streams: [String], classID: [UInt8] = []) -> [UInt8] {
        var header = [UInt8](repeating: 0, count: 512)
        header.replaceSubrange(0..<8, with: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1])
        header[30] = 9
        header[48] = 1
        var table = [UInt8](repeating: 0xFF, count: 512)
        table.replaceSubrange(4..<8, with: [0xFE, 0xFF, 0xFF, 0xFF])
        var directory: [UInt8] = []
        for (index, name) in (["Root Entry"] + streams).enumerated() {
            var entry = [UInt8](repeating: 0, count: 128)
            for (place, unit) in name.utf16.enumerated() { entry[2 * place] = UInt8(truncatingIfNeeded: unit) }
            entry[64] = UInt8(2 * name.utf16.count + 2)
            if index == 0 { entry.replaceSubrange(80..<80 + classID.count, with: classID) }
            directory += entry
        }
        directory += [UInt8](repeating: 0, count: 512 - directory.count)
        return header + table + directory
    }

    static func big(_ value: Int, _ width: Int) -> [UInt8] { little(value, width).reversed() }

    static func little(_ value: Int, _ width: Int) -> [UInt8] {
        (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
