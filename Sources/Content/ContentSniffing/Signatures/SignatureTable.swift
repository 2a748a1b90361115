internal import ContentTypes

/// Bytes by which a type is known, from a table that a person can edit: one `offset | bytes | identifier` a line.
///
/// Further `offset | bytes` pairs may stand before the identifier; all must fit. In the bytes `\n`, `\r`, `\t`, `\\` and
/// `\xNN` stand for what they do in C, and `\?` for any byte. A `?` behind the identifier says that files of the type
/// need not begin so.
struct SignatureTable {
    private struct Part {
        let offset: Int
        /// `nil` matches any byte.
        let bytes: [UInt8?]
    }

    private struct Row {
        let parts: [Part]
        let identifier: String
        let isOptional: Bool

        /// Whether a text could begin so.
        var isPrintable: Bool {
            parts.allSatisfy { part in part.bytes.allSatisfy { $0.map { $0 >= 0x20 && $0 < 0x7F } ?? true } }
        }

        var length: Int { parts.reduce(0) { $0 + $1.bytes.count } }
    }

    private let rows: [Row]
    /// The rows to try for each first byte, in order; the rest are those whose first byte may be any.
    private let byFirst: [[Int]]

    init(_ tables: String...) {
        let rows = tables.flatMap { $0.split(separator: "\n") }.compactMap(Self.row)
        var byFirst = [[Int]](repeating: [], count: 256)
        for (index, row) in rows.enumerated() {
            let opening = row.parts.first { $0.offset == 0 && !$0.bytes.isEmpty }?.bytes[0]
            if let opening {
                byFirst[Int(opening)].append(index)
            } else {
                for first in byFirst.indices { byFirst[first].append(index) }
            }
        }
        self.rows = rows
        self.byFirst = byFirst
    }

    private static func row(_ line: Substring) -> Row? {
        let fields = line.split(separator: "|").map { $0.drop { $0 == " " } }
        guard fields.count >= 3, !fields.count.isMultiple(of: 2), let last = fields.last else { return nil }
        var parts: [Part] = []
        for index in stride(from: 0, to: fields.count - 1, by: 2) {
            guard let offset = Int(fields[index].filter { $0 != " " }) else { return nil }
            // One space stands between the bytes and the bar; any other belongs to the bytes.
            parts.append(Part(offset: offset, bytes: unescaped(fields[index + 1].dropLast())))
        }
        let isOptional = last.hasSuffix("?")
        return Row(parts: parts, identifier: String(isOptional ? last.dropLast() : last), isOptional: isOptional)
    }

    /// The identifier of the first row that fits the bytes, with offsets counted from `start`.
    ///
    /// - Parameter isText: the bytes read as text. What a text could begin with by chance counts then only where it is
    ///   most of what there is.
    func identifier(for bytes: [UInt8], from start: Int = 0, isText: Bool = false) -> String? {
        guard start < bytes.count else { return nil }
        for index in byFirst[Int(bytes[start])] {
            let row = rows[index]
            guard row.parts.allSatisfy({ Self.fits($0, bytes, start) }) else { continue }
            if isText, row.isPrintable, bytes.count - start > (row.length < 4 ? 1 : 2) * row.length { continue }
            return row.identifier
        }
        return nil
    }

    private static func fits(_ part: Part, _ bytes: [UInt8], _ start: Int) -> Bool {
        let begin = start + part.offset
        guard begin + part.bytes.count <= bytes.count else { return false }
        for (index, byte) in part.bytes.enumerated() where byte != nil && byte != bytes[begin + index] {
            return false
        }
        return true
    }

    /// Every type whose files begin with one of the rows.
    var types: Set<UTType> {
        let optional = Set(rows.lazy.filter(\.isOptional).map(\.identifier))
        return Set(rows.lazy.filter { !optional.contains($0.identifier) }.compactMap { UTType($0.identifier) })
    }

    /// Every identifier in the table, for a test that each is declared.
    var identifiers: [String] { rows.map(\.identifier) }

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
