internal import ContentTypes

/// TIFF, and the camera files that are TIFF inside: the maker and the sensor's data in the first directory tell.
enum TIFFContainer {
    private enum Tag {
        static let subfileType = 0x00FE
        static let compression = 0x0103
        static let photometric = 0x0106
        static let maker = 0x010F
        static let model = 0x0110
        static let software = 0x0131
        static let subdirectories = 0x014A
        static let leafData = 0x8606
        static let dngVersion = 0xC612
        static let sonyData = 0xC634
    }

    private static let (mostEntries, mostText) = (512, 64)

    /// The first directory of a file, wherever in it that stands: cameras and scanners write it behind the picture.
    private struct Directory<Source: ByteSource> {
        private let source: Source
        private let isLittle: Bool
        private var bytes: [UInt8] = []
        /// Where each entry stands in the directory's bytes.
        private(set) var entries: [Int: Int] = [:]

        init(of source: Source) throws(SniffingError) {
            self.source = source
            isLittle = source.prefix[0] == 0x49
            guard let start = number(source.prefix, 4, 4) else { return }
            bytes = try source.read(at: Int64(start), count: 2 + TIFFContainer.mostEntries * 12)
            guard let count = number(bytes, 0, 2) else { return }
            for index in 0..<min(count, TIFFContainer.mostEntries) {
                let offset = 2 + index * 12
                guard let tag = number(bytes, offset, 2) else { return }
                if entries[tag] == nil { entries[tag] = offset }
            }
        }

        private func number(_ bytes: [UInt8], _ offset: Int, _ width: Int) -> Int? {
            isLittle ? bytes.littleEndian(offset, width) : bytes.bigEndian(offset, width)
        }

        func value(_ tag: Int) -> Int? {
            guard let entry = entries[tag], let kind = number(bytes, entry + 2, 2) else { return nil }
            return number(bytes, entry + 8, kind == 3 ? 2 : 4)
        }

        func text(_ tag: Int) throws(SniffingError) -> String {
            guard let entry = entries[tag], let length = number(bytes, entry + 4, 4) else { return "" }
            if length <= 4 { return bytes.text(entry + 8, length) }
            guard let start = number(bytes, entry + 8, 4) else { return "" }
            let count = min(length, TIFFContainer.mostText)
            return try source.read(at: Int64(start), count: count).text(0, count)
        }
    }

    static func finding(in source: some ByteSource) throws(SniffingError) -> Finding {
        let bytes = source.prefix
        if bytes.has("CR", at: 8) { return Finding("com.canon.cr2-raw-image") }
        let general = Finding(.tiff, room: .family(of: [.tiff, .rawImage]))
        let directory = try Directory(of: source)
        if directory.entries[Tag.dngVersion] != nil { return Finding(.dng, room: .family(of: [.rawImage])) }
        if directory.entries[Tag.leafData] != nil { return Finding("com.leafamerica.raw-image") }
        if bytes.has("IIII", at: 8) || bytes.has("MMMM", at: 8) { return Finding("com.phaseone.raw-image") }
        guard let identifier = try raw(directory) else { return general }
        return Finding(identifier, room: .family(of: [.rawImage]))
    }

    /// The camera's own format, where its maker is known and the file holds what the sensor gave: pictures that were
    /// made of it keep the maker's name.
    private static func raw(_ directory: Directory<some ByteSource>) throws(SniffingError) -> String? {
        let maker = try directory.text(Tag.maker).asciiFolded
        guard let row = makers.first(where: { maker.hasPrefix($0.maker) }) else { return nil }
        let (colorFilter, linear, thumbnail) = (32_803, 34_892, 1)
        let photometric = directory.value(Tag.photometric)
        let compression = directory.value(Tag.compression) ?? 1
        let hasSensorData =
            directory.entries[Tag.subdirectories] != nil || directory.entries[Tag.sonyData] != nil
            || photometric == colorFilter || photometric == linear
            || directory.value(Tag.subfileType) == thumbnail || row.compressions.contains(compression)
        guard hasSensorData else { return nil }
        let model = try directory.text(Tag.model).asciiFolded
        return row.models.first { model.contains($0.key) }?.value ?? row.identifier
    }

    private static let makers: [(maker: String, identifier: String, compressions: Set<Int>, models: [String: String])] =
        [
            ("nikon", "com.nikon.raw-image", [34_713], ["coolpix": "com.nikon.nrw-raw-image"]),
            (
                "sony", "com.sony.arw-raw-image", [32_767, 32_770],
                ["dsc-f828": "com.sony.srf-raw-image", "dsc-r1": "com.sony.sr2-raw-image"]
            ),
            ("pentax", "com.pentax.raw-image", [65_535], [:]), ("asahi", "com.pentax.raw-image", [65_535], [:]),
            ("ricoh imaging", "com.pentax.raw-image", [65_535], [:]),
            ("samsung", "com.samsung.raw-image", [32_769, 32_770, 32_772, 32_773], [:]),
            (
                "hasselblad", "com.hasselblad.3fr-raw-image", [],
                ["flextight": "com.hasselblad.fff-raw-image", "ixpress": "com.hasselblad.fff-raw-image"]
            ),
            ("imacon", "com.hasselblad.fff-raw-image", [1, 7], [:]),
            ("leaf", "com.leafamerica.raw-image", [1, 7, 99], [:]),
            ("sinar", "com.sinar.raw-image", [1, 7], [:]),
            ("phase one", "com.phaseone.raw-image", [1, 7], [:]), ("mamiya", "com.mamiya.raw-image", [1, 7], [:]),
            ("seiko epson", "com.epson.raw-image", [], [:]), ("epson", "com.epson.raw-image", [], [:]),
            (
                "eastman kodak", "com.kodak.dcr-raw-image", [65_000],
                [
                    "dc25": "com.kodak.k25-raw-image", "dc50": "com.kodak.kdc-raw-image",
                    "dc120": "com.kodak.kdc-raw-image", "easyshare": "com.kodak.kdc-raw-image",
                ]
            ),
            ("kodak", "com.kodak.dcr-raw-image", [65_000], [:]),
            ("olympus", "com.olympus.or-raw-image", [], [:]),
        ]
}
