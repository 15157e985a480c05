import Foundation

/// A line of untrusted text for a terminal, with a part of it underlined.
///
/// Shows only the line where the part begins, and only the surroundings of the part in a long line. Replaces control, format and
/// other invisible characters by U+FFFD.
struct Excerpt {
    /// The text, indented, and a line of carets below it.
    let lines: [String]

    /// - Parameters:
    ///   - text: the whole text.
    ///   - range: the part in UTF-8 bytes. An empty range, or one beyond the line, is marked with one caret.
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
        // A part beyond the end of the line still has a caret.
        let width = max(1, cells[begin..<end].indices.filter(marked.contains).map { cells[$0].width }.reduce(0, +))
        lines = [
            Self.indentation + before + shown.map(\.text).joined() + after,
            Self.indentation + String(repeating: " ", count: lead) + String(repeating: "^", count: width),
        ]
    }

    /// A scalar and its representation on the terminal.
    private struct Cell {
        let text: String
        let width: Int
        let bytes: Range<Int>
    }

    /// Returns the scalars of the line that contains the byte.
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
    /// The maximum number of scalars before the part, and on the line.
    private static let longestLead = 40
    private static let longestLine = 92
}

extension Excerpt {
    /// Creates an excerpt of a possibly long text. Reads only the surroundings of the part, so many diagnostics of a long text are
    /// cheap.
    ///
    /// - Parameter range: the part in bytes of the text. It begins within the text, or at its end.
    init(of text: [UInt8], near range: Range<Int>) {
        let offset = range.lowerBound
        let isLineEnd = { (byte: UInt8) in byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
        // A file may be one line of a megabyte, so the search for the line's ends is limited too.
        let around = max(0, offset - Self.widest)..<min(text.count, offset + Self.widest)
        let from = text[around.lowerBound..<offset].lastIndex(where: isLineEnd).map { $0 + 1 } ?? around.lowerBound
        let end = text[offset..<around.upperBound].firstIndex(where: isLineEnd) ?? around.upperBound
        let line = String(decoding: text[from..<end], as: UTF8.self)
        let length = min(max(range.count, 1), end - offset)
        self.init(of: line, at: (offset - from)..<(offset - from + length))
    }

    /// The number of bytes to read on either side of the part; more than an excerpt shows.
    private static let widest = 1_000
}

extension Terminal {
    /// Writes lines to standard error without a prefix: details of the last message.
    func show(_ lines: [String]) {
        guard !lines.isEmpty else { return }
        // Standard error may be closed; the message is then lost.
        try? FileHandle.standardError.write(contentsOf: Data(lines.map { $0 + "\n" }.joined().utf8))
    }
}

extension StringProtocol {
    /// The text with control and invisible characters replaced, for a terminal.
    var sanitized: String { String(String.UnicodeScalarView(unicodeScalars.map(\.visible))) }
}

extension String {
    /// A sentence as a message of this command: lower case, without a full stop.
    var asMessage: String {
        let body = hasSuffix(".") ? dropLast() : self[...]
        return body.prefix(1).lowercased() + body.dropFirst()
    }
}

extension Unicode.Scalar {
    /// The scalar, or its replacement if it is a control or invisible character: a space for a tab, U+FFFD for the others.
    var visible: Unicode.Scalar {
        switch properties.generalCategory {
        case .control where self == "\t": " "
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: "\u{FFFD}"
        default: self
        }
    }

    /// The approximate number of terminal columns: two for East Asian letters and most pictures, none for combining marks.
    var terminalWidth: Int {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return 0
        default: break
        }
        return Self.wide.contains { $0.contains(value) } ? 2 : 1
    }

    /// The blocks of wide characters in UAX 11.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
        0x1F300...0x1FAFF, 0x20000...0x3FFFD,
    ]
}

extension String {
    /// Untrusted text in quotes on one line. Escapes control and invisible characters, so the text cannot imitate output of this
    /// command.
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
