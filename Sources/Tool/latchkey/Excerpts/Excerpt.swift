/// A piece of foreign text as a person can see it, with a part of it underlined.
///
/// Only the line where the part begins is shown, and of a long line only what lies around it. What a terminal would obey, or not
/// show, or show in another order, is shown as U+FFFD.
struct Excerpt {
    /// The text, indented, and a line of carets beneath it.
    let lines: [String]

    /// - Parameters:
    ///   - text: the whole text.
    ///   - range: the part in UTF-8 bytes. Where it is empty or lies beyond the line, one caret stands at its place.
    init(of text: String, at range: Range<Int>) {
        let cells = Self.cells(of: text, lineAt: range.lowerBound)
        let first = cells.firstIndex { $0.bytes.upperBound > range.lowerBound } ?? cells.count
        let last = cells.lastIndex { $0.bytes.lowerBound < range.upperBound } ?? first
        let marked = first..<max(first + 1, last + 1)

        let begin = cells.count > Self.longestLine ? max(0, first - Self.longestLead) : 0
        let end = min(cells.count, begin + Self.longestLine)
        let shown = cells[begin..<end]
        let (before, after) = (begin > 0 ? "…" : "", end < cells.count ? "…" : "")
        let lead = shown.prefix(first - begin).map(\.width).reduce(before.count, +)
        // What is beyond the line's end still gets a caret.
        let width = max(1, cells[begin..<end].indices.filter(marked.contains).map { cells[$0].width }.reduce(0, +))
        lines = [
            Self.indentation + before + shown.map(\.text).joined() + after,
            Self.indentation + String(repeating: " ", count: lead) + String(repeating: "^", count: width),
        ]
    }

    /// A scalar as it is shown.
    private struct Cell {
        let text: String
        let width: Int
        let bytes: Range<Int>
    }

    /// The scalars of the line in which the byte stands.
    private static func cells(of text: String, lineAt position: Int) -> [Cell] {
        var cells: [Cell] = []
        var offset = 0
        for scalar in text.unicodeScalars {
            let bytes = offset..<offset + scalar.utf8.count
            offset = bytes.upperBound
            if scalar == "\n" {
                if offset > position { break }
                cells.removeAll(keepingCapacity: true)
            } else if scalar != "\r" {
                let visible = scalar.visible
                cells.append(Cell(text: String(visible), width: visible.terminalWidth, bytes: bytes))
            }
        }
        return cells
    }

    private static let indentation = "    "
    /// How many scalars stand before the part, and on the line, at most.
    private static let longestLead = 40
    private static let longestLine = 92
}
