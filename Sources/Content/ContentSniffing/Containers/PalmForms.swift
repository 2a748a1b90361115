internal import ContentTypes

/// Databases of Palm computers: a name, and a list of records that begins where it must.
enum PalmForms {
    static func finding(in bytes: [UInt8]) -> Finding? {
        guard bytes.count >= 86, let records = bytes.bigEndian(76, 2), records > 0,
            let attributes = bytes.bigEndian(32, 2), attributes & 0xF000 == 0, hasName(bytes[..<32]),
            bytes[60..<68].allSatisfy({ $0 >= 0x20 && $0 < 0x7F })
        else { return nil }
        let isProgram = attributes & 1 == 1
        let entry = isProgram ? 10 : 8
        guard let first = bytes.bigEndian(78 + (isProgram ? 6 : 0), 4) else { return nil }
        let end = 78 + records * entry
        // Some programs leave two bytes, others an information block, behind the list.
        guard first >= end, first <= end + 4096 || bytes.bigEndian(52, 4).map({ $0 > 0 }) == true else { return nil }
        return Finding(isProgram ? "com.palm.prc" : "com.palm.pdb", room: .family(of: family))
    }

    private static let family = ["com.palm.pdb", "com.amazon.mobi"].compactMap { UTType($0) }

    private static func hasName(_ field: ArraySlice<UInt8>) -> Bool {
        let name = field.prefix { $0 != 0 }
        return !name.isEmpty && name.count < 32 && name.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
}
