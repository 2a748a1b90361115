internal import UniformTypeIdentifiers

/// Bytes by which a type is known, from a table that a person can edit: one `offset | bytes | identifier` a line.
///
/// In the bytes `\n`, `\r`, `\t`, `\\` and `\xNN` stand for what they do in C, and `\?` for any byte.
struct SignatureTable {
    private struct Row {
        let offset: Int
        /// `nil` matches any byte.
        let bytes: [UInt8?]
        let identifier: String
    }

    private let rows: [Row]

    init(_ text: String) {
        rows = text.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: "|").map { $0.drop { $0 == " " } }
            guard fields.count == 3, let offset = Int(fields[0].filter { $0 != " " }) else { return nil }
            // One space stands between the bytes and the bar; any other belongs to the bytes.
            return Row(
                offset: offset, bytes: Self.unescaped(fields[1].dropLast()), identifier: String(fields[2]))
        }
    }

    /// The identifier of the first row that fits the bytes, with offsets counted from `start`.
    func identifier(for bytes: [UInt8], from start: Int = 0) -> String? {
        for row in rows {
            let begin = start + row.offset
            guard begin + row.bytes.count <= bytes.count else { continue }
            var fits = true
            for (index, byte) in row.bytes.enumerated() where byte != nil && byte != bytes[begin + index] {
                fits = false
                break
            }
            if fits { return row.identifier }
        }
        return nil
    }

    /// Every type in the table.
    var types: Set<UTType> { Set(rows.compactMap { UTType($0.identifier) }) }

    private static func unescaped(_ text: Substring) -> [UInt8?] {
        var result: [UInt8?] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() else {
                result.append(byte)
                continue
            }
            switch escaped {
            case UInt8(ascii: "n"): result.append(10)
            case UInt8(ascii: "r"): result.append(13)
            case UInt8(ascii: "t"): result.append(9)
            case UInt8(ascii: "?"): result.append(nil)
            case UInt8(ascii: "x"):
                result.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16))
                rest = rest.dropFirst(2)
            default: result.append(escaped)
            }
        }
        return result
    }
}
