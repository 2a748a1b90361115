internal import UniformTypeIdentifiers

/// Microsoft's compound documents: the streams in the directory and the class of the root tell the program.
enum CompoundContainer {
    private static let entryBytes = 128
    /// Directory sectors that are read; the streams that tell stand among the first.
    private static let mostSectors = 64

    static func finding(in source: some ByteSource) throws(SniffingError) -> Finding {
        let general = Finding("com.microsoft.ole-storage", room: .compound)
        let entries = try directory(of: source)
        if let root = entries.first, let identifier = classes[root.classID.map(hex).joined()] {
            return Finding(identifier, .container, room: room(identifier))
        }
        let names = Set(entries.dropFirst().map(\.name))
        for (stream, identifier) in streams where names.contains(stream) {
            return Finding(identifier, .container, room: room(identifier))
        }
        return general
    }

    /// Templates and shows have the same streams as documents.
    private static func room(_ identifier: String) -> Finding.Room {
        UTType(identifier).map { .family(of: [$0]) } ?? .none
    }

    /// The name and the class of each directory entry.
    private struct Entry {
        let name: String
        let classID: [UInt8]
    }

    private static func directory(of source: some ByteSource) throws(SniffingError) -> [Entry] {
        let header = source.prefix
        guard let shift = header.littleEndian(30, 2), shift == 9 || shift == 12,
            var sector = header.littleEndian(48, 4)
        else { return [] }
        let size = 1 << shift
        let last = 0xFFFF_FFFA
        var entries: [Entry] = []
        for _ in 0..<mostSectors where sector < last {
            let bytes = try source.read(at: Int64(sector + 1) * Int64(size), count: size)
            for start in stride(from: 0, to: bytes.count - entryBytes + 1, by: entryBytes) {
                guard let length = bytes.littleEndian(start + 64, 2), length >= 2, length <= 64 else { continue }
                let units = stride(from: start, to: start + length - 2, by: 2)
                    .map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }
                entries.append(
                    Entry(
                        name: String(decoding: units, as: UTF16.self),
                        classID: Array(bytes[(start + 80)..<(start + 96)])))
            }
            guard bytes.count == size, let next = try following(sector, header, size, source) else { break }
            sector = next
        }
        return entries
    }

    /// The sector after one, by the allocation table, whose own first 109 sectors the header lists.
    private static func following(
        _ sector: Int, _ header: [UInt8], _ size: Int, _ source: some ByteSource
    ) throws(SniffingError) -> Int? {
        let perTable = size / 4
        guard sector / perTable < 109, let table = header.littleEndian(76 + sector / perTable * 4, 4),
            table < 0xFFFF_FFFA
        else { return nil }
        let offset = Int64(table + 1) * Int64(size) + Int64(sector % perTable * 4)
        return try source.read(at: offset, count: 4).littleEndian(0, 4)
    }

    private static func hex(_ byte: UInt8) -> String {
        let text = String(byte, radix: 16)
        return text.count == 1 ? "0" + text : text
    }

    /// Streams by which a format is known, in this order.
    private static let streams = [
        ("WordDocument", "com.microsoft.word.doc"), ("Workbook", "com.microsoft.excel.xls"),
        ("Book", "com.microsoft.excel.xls"), ("PowerPoint Document", "com.microsoft.powerpoint.ppt"),
        ("VisioDocument", "com.microsoft.visio"), ("Quill", "com.microsoft.publisher"),
        ("MSProject.MPP", "com.microsoft.project"), ("MatOST", "com.microsoft.works"),
        ("__properties_version1.0", "com.microsoft.outlook-message"),
        ("PerfectOffice_MAIN", "com.corel.wordperfect"), ("HwpSummaryInformation", "com.hancom.hwp"),
        ("StarWriterDocument", "org.staroffice.writer"), ("StarCalcDocument", "org.staroffice.calc"),
        ("StarDrawDocument3", "org.staroffice.impress"), ("StarDrawDocument", "org.staroffice.draw"),
        ("StarMathDocument", "org.staroffice.math"), ("StarChartDocument", "org.staroffice.chart"),
        ("\u{5}HwpSummaryInformation", "com.hancom.hwp"), ("Props9", "com.microsoft.project"),
    ]

    /// Class identifiers of the root, as they stand in the file.
    private static let classes = [
        "84100c0000000000c000000000000046": "com.microsoft.msi",
        "86100c0000000000c000000000000046": "com.microsoft.msi",
        "0b0d020000000000c000000000000046": "com.microsoft.outlook-message",
        "0112020000000000c000000000000046": "com.microsoft.publisher",
    ]
}
