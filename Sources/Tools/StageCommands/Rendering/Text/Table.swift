/// Rows under headers, each column as wide as its widest cell.
struct Table: Sendable {
    struct Column: Sendable {
        let header: String
        var isRight = false
        /// Whether cells may be cut where the terminal is too narrow.
        var isFlexible = false
        /// How far cells are padded at most where nothing is cut; a longer one moves what is behind it in its row.
        var most = Int.max

        /// Text.
        static func left(_ header: String) -> Column { Column(header: header) }
        /// A number.
        static func right(_ header: String) -> Column { Column(header: header, isRight: true) }
        /// Text of any length, such as a file's name.
        static func flexible(_ header: String) -> Column { Column(header: header, isFlexible: true) }

        /// The column, where a few cells are much longer than the rest.
        func padded(to most: Int) -> Column {
            var column = self
            column.most = most
            return column
        }
    }

    let columns: [Column]
    private var rows: [[String]] = []

    init(_ columns: [Column]) { self.columns = columns }

    /// Adds a row with a cell for each column. Controls in cells are escaped.
    mutating func add(_ cells: [String]) {
        precondition(cells.count == columns.count, "a row has a cell for each column")
        rows.append(cells.map { DisplayText.escaped($0) })
    }

    var isEmpty: Bool { rows.isEmpty }

    /// The lines, with the headers first. `width` is the terminal's; nil cuts nothing.
    func lines(width: Int?) -> [String] {
        let all = [columns.map(\.header)] + rows
        var widths = columns.indices.map { column in all.map { DisplayText.width($0[column]) }.max() ?? 0 }
        if let width {
            fit(&widths, into: width)
        } else {
            for column in columns.indices { widths[column] = min(widths[column], columns[column].most) }
        }
        return all.map { cells in
            var line = ""
            for (column, cell) in cells.enumerated() {
                if column > 0 { line += Self.gap }
                let isLast = column == cells.count - 1
                let text = width == nil ? cell : DisplayText.cut(cell, to: widths[column])
                line +=
                    isLast && !columns[column].isRight
                    ? text : DisplayText.padded(text, to: widths[column], atStart: columns[column].isRight)
            }
            return line
        }
    }

    private static let gap = "  "

    /// Takes from the widest flexible column, one step at a time, until the line fits or each has come to its header.
    private func fit(_ widths: inout [Int], into width: Int) {
        let least = columns.map { max(DisplayText.width($0.header), 8) }
        var surplus = widths.reduce(0, +) + Self.gap.count * max(0, columns.count - 1) - width
        while surplus > 0 {
            let candidates = columns.indices.filter { columns[$0].isFlexible && widths[$0] > least[$0] }
            guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { return }
            widths[widest] -= 1
            surplus -= 1
        }
    }
}
