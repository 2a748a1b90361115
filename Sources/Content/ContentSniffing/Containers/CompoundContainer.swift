internal import ContentTypes

/// Microsoft's compound documents: the streams in the directory and the class of the root tell the program.
enum CompoundContainer {
    private static let entryBytes = 128
    /// Directory sectors that are read; the streams that tell stand among the first.
    private static let mostSectors = 64

    static func finding(in source: some ByteSource) throws(SniffingError) -> Finding {
        let general = Finding("com.microsoft.ole-storage", room: .compound)
        let entries = try directory(of: source)
        if let document = entries.first(where: { $0.name == "WordDocument" }),
            try isTemplate(document, in: source)
        {
            return Finding("com.microsoft.word.dot", .container)
        }
        if let root = entries.first, let identifier = classes[root.classID.map(hex).joined()] {
            return Finding(identifier, .container, room: room(identifier))
        }
        let names = Set(entries.dropFirst().map(\.name))
        for (stream, identifier) in streams where names.contains(stream) {
            return Finding(identifier, .container, room: room(identifier))
        }
        // A file that is cut has no directory, but mostly the beginning of its document.
        if entries.allSatisfy({ $0.name != "Root Entry" }),
            let identifier = openings.identifier(for: source.prefix)
        {
            return Finding(identifier, .container, room: room(identifier))
        }
        return general
    }

    private static let openings = SignatureTable(
        #"""
        512 | \x09\x08\x10\x00\x00\x06\x05\x00 | com.microsoft.excel.xls
        512 | \x09\x08\x08\x00\x00\x05\x05\x00 | com.microsoft.excel.xls
        512 | \xEC\xA5 | com.microsoft.word.doc
        512 | \x0F\x00\xE8\x03 | com.microsoft.powerpoint.ppt
        """#)

    /// The header of a Word document says whether it is a template.
    private static func isTemplate(_ entry: Entry, in source: some ByteSource) throws(SniffingError) -> Bool {
        // Shorter streams stand in sectors of their own kind, and no document is that short.
        guard let shift = source.prefix.littleEndian(30, 2), shift == 9 || shift == 12, entry.size >= 4096 else {
            return false
        }
        let header = try source.read(at: Int64(entry.sector + 1) << Int64(shift), count: 12)
        guard let mark = header.littleEndian(0, 2), mark == 0xA5EC || mark == 0xA5DC else { return false }
        return header[10] & 1 == 1
    }

    /// Templates and shows have the same streams as documents.
    private static func room(_ identifier: String) -> Finding.Room {
        UTType(identifier).map { .family(of: [$0]) } ?? .none
    }

    /// The name and the class of each directory entry.
    private struct Entry {
        let name: String
        let classID: [UInt8]
        /// Where the stream begins, and how many bytes it has.
        let sector: Int
        let size: Int
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
                        classID: Array(bytes[(start + 80)..<(start + 96)]),
                        sector: bytes.littleEndian(start + 116, 4) ?? 0, size: bytes.littleEndian(start + 120, 4) ?? 0))
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
        ("WksSSWorkBook", "com.microsoft.works.spreadsheet"), ("WordDocument", "com.microsoft.word.doc"),
        ("Workbook", "com.microsoft.excel.xls"), ("Book", "com.microsoft.excel.xls"),
        ("PowerPoint Document", "com.microsoft.powerpoint.ppt"), ("PP40", "com.microsoft.powerpoint.ppt"),
        ("PP97_DUALSTORAGE", "com.microsoft.powerpoint.ppt"),
        ("VisioDocument", "com.microsoft.visio"), ("Quill", "com.microsoft.publisher"),
        ("MSProject.MPP", "com.microsoft.project"), ("MatOST", "com.microsoft.works"),
        ("MM", "com.microsoft.works"), ("__properties_version1.0", "com.microsoft.outlook-message"),
        ("NativeContent_MAIN", "com.corel.quattro-pro"), ("PerfectOffice_MAIN", "com.corel.wordperfect"),
        ("HwpSummaryInformation", "com.hancom.hwp"), ("\u{5}HwpSummaryInformation", "com.hancom.hwp"),
        ("PageMaker", "com.adobe.pagemaker"), ("SwDocContentMgr", "com.solidworks.part"),
        ("RSeStorage", "com.autodesk.inventor"), ("Props9", "com.microsoft.project"),
        ("Props12", "com.microsoft.project"),
        ("Props", "com.microsoft.project"), ("CONTENTS", "com.microsoft.works"),
        ("StarWriterDocument", "org.staroffice.writer"),
        ("StarCalcDocument", "org.staroffice.calc"), ("StarDrawDocument3", "org.staroffice.impress"),
        ("StarDrawDocument", "org.staroffice.draw"), ("StarMathDocument", "org.staroffice.math"),
        ("StarChartDocument", "org.staroffice.chart"), ("DocumentText", "com.ichitaro.document"),
    ]

    /// Class identifiers of the root, as they are written in words.
    private static let classes = Dictionary(
        """
        000C1084-0000-0000-C000-000000000046 com.microsoft.msi
        000C1086-0000-0000-C000-000000000046 com.microsoft.msi
        00020D0B-0000-0000-C000-000000000046 com.microsoft.outlook-message
        0006F046-0000-0000-C000-000000000046 com.microsoft.outlook-message
        00021201-0000-0000-C000-000000000046 com.microsoft.publisher
        00020906-0000-0000-C000-000000000046 com.microsoft.word.doc
        00020900-0000-0000-C000-000000000046 com.microsoft.word.doc
        00020820-0000-0000-C000-000000000046 com.microsoft.excel.xls
        00020810-0000-0000-C000-000000000046 com.microsoft.excel.xls
        64818D10-4F9B-11CF-86EA-00AA00B929E8 com.microsoft.powerpoint.ppt
        64818D11-4F9B-11CF-86EA-00AA00B929E8 com.microsoft.powerpoint.ppt
        EA7BAE70-FB3B-11CD-A903-00AA00510EA3 com.microsoft.powerpoint.ppt
        00021A13-0000-0000-C000-000000000046 com.microsoft.visio
        00021A14-0000-0000-C000-000000000046 com.microsoft.visio
        74B78F3A-C8C8-11D1-BE11-00C04FB6FAF1 com.microsoft.project
        28CDDBC2-0AE2-11CE-A29A-00AA004A1A72 com.microsoft.works
        28CDDBC3-0AE2-11CE-A29A-00AA004A1A72 com.microsoft.works
        56616700-C154-11CE-8553-00AA00A1F95B com.kodak.flashpix
        56616800-C154-11CE-8553-00AA00A1F95B com.kodak.flashpix
        59850400-6664-101B-B21C-00AA004BA90B com.microsoft.binder
        4D29B490-49B2-11D0-93C3-7E0706000000 com.autodesk.inventor
        E60F81E1-49B3-11D0-93C3-7E0706000000 com.autodesk.inventor
        83A33D30-27C5-11CE-BFD4-00400513BB57 com.solidworks.part
        83A33D33-27C5-11CE-BFD4-00400513BB57 com.solidworks.part
        83A33D36-27C5-11CE-BFD4-00400513BB57 com.solidworks.part
        DC5C7E40-B35C-101B-9961-04021C007002 org.staroffice.writer-3
        8B04E9B0-420E-11D0-A45E-00A0249D57B1 org.staroffice.writer-3
        C20CF9D1-85AE-11D1-AAB4-006097DA561A org.staroffice.writer
        C20CF9D2-85AE-11D1-AAB4-006097DA561A org.staroffice.writer-global
        340AC970-E30D-11D0-A53F-00A0249D57B1 org.staroffice.writer-global
        3F543FA0-B6A6-101B-9961-04021C007002 org.staroffice.calc-3
        6361D441-4235-11D0-89CB-008029E4B0B1 org.staroffice.calc-3
        C6A5B861-85D6-11D1-89CB-008029E4B0B1 org.staroffice.calc
        AF10AAE0-B36D-101B-9961-04021C007002 org.staroffice.impress-3
        012D3CC0-4216-11D0-89CB-008029E4B0B1 org.staroffice.impress-3
        565C7221-85BC-11D1-89D0-008029E4B0B1 org.staroffice.impress
        2E8905A0-85BD-11D1-89D0-008029E4B0B1 org.staroffice.draw
        FB9C99E0-2C6D-101C-8E2C-00001B4CC711 org.staroffice.chart-3
        02B3B7E0-4225-11D0-89CA-008029E4B0B1 org.staroffice.chart-3
        BF884321-85DD-11D1-89D0-008029E4B0B1 org.staroffice.chart
        D4590460-35FD-101C-B12A-04021C007002 org.staroffice.math-3
        02B3B7E1-4225-11D0-89CA-008029E4B0B1 org.staroffice.math-3
        FFB5E640-85DE-11D1-89D0-008029E4B0B1 org.staroffice.math
        """.split(separator: "\n").map { line in
            let words = line.split(separator: " ")
            return (asStored(words[0]), String(words[1]))
        }, uniquingKeysWith: { first, _ in first })

    /// The sixteen bytes of a class identifier in the order of a file, as hexadecimal digits: its first three parts
    /// are numbers, and so turned about.
    private static func asStored(_ identifier: Substring) -> String {
        identifier.lowercased().split(separator: "-").enumerated().map { index, part in
            let digits = Array(part)
            let bytes = stride(from: 0, to: digits.count - 1, by: 2).map { String(digits[$0...$0 + 1]) }
            return (index < 3 ? bytes.reversed() : bytes).joined()
        }.joined()
    }
}
