/// Records as lines of text: columns of equal width, `-` where a value is missing. Foreign control characters are not obeyed.
struct TextTable {
    let rows: [[String]]

    init(_ rows: [[String?]]) {
        self.rows = rows.map { row in row.map { $0.flatMap { $0.isEmpty ? nil : $0.harmless } ?? "-" } }
    }

    var lines: [String] {
        let widths = (0..<(rows.map(\.count).max() ?? 0)).map { column in
            rows.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0
        }
        return rows.map { row in
            row.enumerated().map { $0 == row.count - 1 ? $1 : $1.padded(to: widths[$0] + 2) }.joined()
        }
    }
}
