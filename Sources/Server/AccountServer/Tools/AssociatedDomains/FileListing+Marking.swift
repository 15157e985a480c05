import AccountPages
import Accounts

/// A mark in a text: a range of UTF-8 bytes, empty for a position between two characters.
struct TextMark: Sendable {
    let bytes: Range<Int>
    let severity: FindingSeverity
}

extension FileListing {
    /// Creates the listing of a text. Its size is limited: a long text is reduced to its beginning and the surroundings of marks
    /// and of `interest`, and so are long lines.
    ///
    /// - Parameter interest: the numbers of lines that are always shown.
    init(of text: [UInt8], marks: [TextMark], interest: some Sequence<Int>, remark: String? = nil) {
        let lines = TextLines(text)
        let placed = Dictionary(grouping: marks, by: { lines.index(of: $0.bytes.lowerBound) })
        let shown = Self.shownLines(of: lines, text.count, Set(placed.keys).union(interest.map { $0 - 1 }))
        var rows: [Row] = []
        var (next, room) = (0, Self.mostBytes)
        for index in shown {
            guard room > 0 else { break }
            if index > next { rows.append(.gap(index - next)) }
            let line = MarkedLine(text[lines.ranges[index]], marks: placed[index] ?? [])
            room -= line.size
            rows.append(.line(index + 1, line.pieces))
            next = index + 1
        }
        if next < lines.ranges.count { rows.append(.gap(lines.ranges.count - next)) }
        self.init(rows, remark: remark)
    }

    /// Returns all lines of a short text. For a long text, returns the first lines and those around the lines in `matter`.
    private static func shownLines(of lines: TextLines, _ size: Int, _ matter: Set<Int>) -> [Int] {
        let all = lines.ranges.indices
        guard all.count > wholeLines || size > wholeBytes else { return Array(all) }
        var wanted = Set(0..<min(firstLines, all.count))
        for line in matter.sorted().prefix(mostLines / (2 * around + 1)) {
            wanted.formUnion(max(0, line - around)..<min(all.count, line + around + 1))
        }
        return wanted.sorted()
    }

    /// The limit up to which a text is shown completely.
    private static let wholeLines = 300
    private static let wholeBytes = 48 << 10
    private static let firstLines = 12
    private static let around = 3
    private static let mostLines = 600
    private static let mostBytes = 96 << 10
}

/// The lines of a text. LF, CR and CR LF each end a line.
struct TextLines {
    /// The bytes of each line without its line break; at least one line.
    let ranges: [Range<Int>]

    init(_ text: [UInt8]) {
        var (ranges, start, index) = ([Range<Int>](), 0, 0)
        while index < text.count {
            let byte = text[index]
            index += 1
            guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else { continue }
            ranges.append(start..<index - 1)
            if byte == UInt8(ascii: "\r"), index < text.count, text[index] == UInt8(ascii: "\n") { index += 1 }
            start = index
        }
        // A final line break does not start another line.
        if start < text.count || ranges.isEmpty { ranges.append(start..<text.count) }
        self.ranges = ranges
    }

    /// Returns the line that contains a byte; the last line for a position beyond the text.
    func index(of byte: Int) -> Int {
        var (low, high) = (0, ranges.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if ranges[middle].lowerBound <= byte { low = middle } else { high = middle }
        }
        return low
    }
}

/// A line in pieces. A long line is reduced to its beginning and the surroundings of its marks.
struct MarkedLine {
    let pieces: [MarkedPiece]
    /// The number of bytes that are shown.
    let size: Int

    init(_ line: ArraySlice<UInt8>, marks: [TextMark]) {
        // A mark beyond the line or of great length is truncated.
        let marks = marks.map { mark in
            let start = min(max(mark.bytes.lowerBound, line.startIndex), line.endIndex)
            let end = min(max(mark.bytes.upperBound, start), line.endIndex, start + Self.longestMark)
            return TextMark(bytes: start..<Self.scalarBoundary(end, in: line), severity: mark.severity)
        }
        let windows = Self.windows(in: line, marks)
        let cuts =
            marks.flatMap { [$0.bytes.lowerBound, $0.bytes.upperBound] } + windows.flatMap { [$0.lowerBound, $0.upperBound] }
        let points = Set(cuts).sorted()
        var (pieces, size) = ([MarkedPiece](), 0)
        if let first = points.first, first > line.startIndex { pieces.append(MarkedPiece("…")) }
        for (index, start) in points.enumerated() {
            let places = marks.filter { $0.bytes.isEmpty && $0.bytes.lowerBound == start }
            if let gravest = places.map(\.severity).gravest { pieces.append(MarkedPiece("", gravest)) }
            guard index + 1 < points.count else { break }
            let range = start..<points[index + 1]
            guard windows.contains(where: { $0.lowerBound <= range.lowerBound && range.upperBound <= $0.upperBound }) else {
                pieces.append(MarkedPiece(" … "))
                continue
            }
            let covering = marks.filter { $0.bytes.lowerBound <= range.lowerBound && range.upperBound <= $0.bytes.upperBound }
            pieces.append(MarkedPiece(Self.shown(line[range]), covering.map(\.severity).gravest))
            size += range.count
        }
        if let last = points.last, last < line.endIndex { pieces.append(MarkedPiece("…")) }
        self.pieces = pieces
        self.size = size + Self.ownCost
    }

    /// Returns the parts of the line that are shown, in order and disjoint.
    private static func windows(in line: ArraySlice<UInt8>, _ marks: [TextMark]) -> [Range<Int>] {
        guard line.count > longestLine else { return [line.startIndex..<line.endIndex] }
        var windows = [line.startIndex..<scalarBoundary(line.startIndex + lead, in: line)]
        for mark in marks.sorted(by: { $0.bytes.lowerBound < $1.bytes.lowerBound }) {
            let start = scalarBoundary(max(line.startIndex, mark.bytes.lowerBound - margin), in: line)
            let end = scalarBoundary(min(line.endIndex, mark.bytes.upperBound + margin), in: line)
            if let last = windows.last, start <= last.upperBound {
                windows[windows.count - 1] = last.lowerBound..<max(last.upperBound, end)
            } else {
                windows.append(start..<end)
            }
        }
        return windows
    }

    /// Returns the index, or the start of the scalar that contains it.
    private static func scalarBoundary(_ index: Int, in line: ArraySlice<UInt8>) -> Int {
        var index = min(index, line.endIndex)
        while index > line.startIndex, index < line.endIndex, line[index] & 0xC0 == 0x80 { index -= 1 }
        return index
    }

    private static func shown(_ bytes: ArraySlice<UInt8>) -> String {
        let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars.map { $0.isShown || $0 == "\t" ? $0 : "\u{FFFD}" }
        return String(String.UnicodeScalarView(scalars))
    }

    private static let longestLine = 1_500
    private static let lead = 300
    private static let margin = 100
    private static let longestMark = 160
    /// The cost of a row, which takes space even if it is empty.
    private static let ownCost = 40
}

extension Collection where Element == FindingSeverity {
    fileprivate var gravest: FindingSeverity? {
        FindingSeverity.allCases.last(where: contains)
    }
}
