import Foundation

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

extension Excerpt {
    /// A place in a text that is perhaps long. Only what lies around it is looked at, so that many findings of a long text cost little.
    ///
    /// - Parameter range: the part in bytes of the text. It begins within the text, or at its end.
    init(of text: [UInt8], near range: Range<Int>) {
        let offset = range.lowerBound
        let isLineEnd = { (byte: UInt8) in byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
        // Nor is more of its line walked than is shown, as a file may be one line of a megabyte.
        let around = max(0, offset - Self.widest)..<min(text.count, offset + Self.widest)
        let from = text[around.lowerBound..<offset].lastIndex(where: isLineEnd).map { $0 + 1 } ?? around.lowerBound
        let end = text[offset..<around.upperBound].firstIndex(where: isLineEnd) ?? around.upperBound
        let line = String(decoding: text[from..<end], as: UTF8.self)
        let length = min(max(range.count, 1), end - offset)
        self.init(of: line, at: (offset - from)..<(offset - from + length))
    }

    /// How much of a very long line is looked at, to either side; more than an excerpt shows.
    private static let widest = 1_000
}

extension Terminal {
    /// Shows lines on standard error as they are: what belongs to something that was just said.
    func show(_ lines: [String]) {
        guard !lines.isEmpty else { return }
        // Where nobody reads any more there is nobody to tell.
        try? FileHandle.standardError.write(contentsOf: Data(lines.map { $0 + "\n" }.joined().utf8))
    }
}

extension StringProtocol {
    /// The text for a terminal: foreign control characters are not obeyed.
    var harmless: String { String(String.UnicodeScalarView(unicodeScalars.map(\.visible))) }
}

extension String {
    /// A sentence as this command speaks it: lower case, no full stop.
    var spoken: String {
        let body = hasSuffix(".") ? dropLast() : self[...]
        return body.prefix(1).lowercased() + body.dropFirst()
    }
}

extension Unicode.Scalar {
    /// The scalar, or what is shown for one that a terminal would obey or not show: a space for a tab, U+FFFD for the others.
    var visible: Unicode.Scalar {
        switch properties.generalCategory {
        case .control where self == "\t": " "
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: "\u{FFFD}"
        default: self
        }
    }

    /// How many columns of a terminal the scalar takes, by and large: two for East Asian letters and most pictures, none for marks.
    var terminalWidth: Int {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return 0
        default: break
        }
        return Self.wide.contains { $0.contains(value) } ? 2 : 1
    }

    /// The blocks of UAX 11 whose characters are wide.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
        0x1F300...0x1FAFF, 0x20000...0x3FFFD,
    ]
}

extension String {
    /// Foreign words as they are shown: between quotes, on one line, with everything spelled out that a terminal would obey, hide or turn
    /// round, so that they cannot pass for words of this command.
    var quotedWords: String {
        "\"" + unicodeScalars.map(\.quoted).joined() + "\""
    }
}

extension Unicode.Scalar {
    fileprivate var quoted: String {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
            "\\u{" + String(value, radix: 16, uppercase: true) + "}"
        default: self == "\"" || self == "\\" ? "\\" + String(self) : String(self)
        }
    }
}
