/// The piece of a sorted range file in which a suffix must stand, if anywhere.
///
/// SHA-1 spreads the rows evenly, so the place of a suffix follows from its value, and one read of 8 KiB about it suffices: of two
/// thousand rows, the row is with a probability of some 99.999 percent less than 100 rows from there.
struct RangeWindow {
    /// Where in the file to read.
    let bytes: Range<Int>

    private let size: Int
    private let reachesStart: Bool
    private let reachesEnd: Bool

    /// Where to look for the suffix in a file of this size.
    init(for suffix: [UInt8], size: Int) {
        let length = min(size, Self.length)
        let middle = Int(Double(size) * Self.fraction(suffix))
        let start = max(0, min(middle - length / 2, size - length))
        self.size = size
        bytes = start..<start + length
        reachesStart = start == 0
        reachesEnd = start + length == size
    }

    enum Finding: Equatable {
        /// The suffix is there, with this count, or is not in the file, with 0.
        case count(Int)
        /// The rows are not what a sorted file has at this place: only a reading of the whole file tells.
        case doubtful
    }

    /// Looks for the suffix in what stands at ``bytes``.
    ///
    /// Relies on the order of the file only as far as it sees it: the rows read must ascend, the suffix must stand among them or
    /// between two of them, or before the first or after the last row of the file, and the rows must be as dense as those of the whole file.
    /// So shuffled rows are doubtful, and so are two ranges in one file and padding behind the others; a single row that stands
    /// elsewhere than where it belongs is itself not found.
    func find(_ suffix: [UInt8], in content: [UInt8]) -> Finding {
        guard content.count == bytes.count, var rest = wholeLines(content) else { return .doubtful }
        var first: ArraySlice<UInt8>?
        var previous: ArraySlice<UInt8>?
        var count: Int?
        var isPassed = false
        while !rest.isEmpty {
            guard let row = try? RangeRow(rest.removeLine()) else { return .doubtful }
            if let previous, !previous.lexicographicallyPrecedes(row.suffix) { return .doubtful }
            if row.suffix.elementsEqual(suffix) { count = row.count }
            if count == nil, !isPassed, suffix.lexicographicallyPrecedes(row.suffix) {
                guard previous != nil || reachesStart else { return .doubtful }
                isPassed = true
            }
            first = first ?? row.suffix
            previous = row.suffix
        }
        guard let first, let last = previous, isDense(from: first, to: last) else { return .doubtful }
        if let count { return .count(count) }
        return isPassed || reachesEnd ? .count(0) : .doubtful
    }

    /// Whether the rows read take up as much of all suffixes as their bytes of the file, give or take a half: for chance that is more than
    /// six standard deviations.
    private func isDense(from first: ArraySlice<UInt8>, to last: ArraySlice<UInt8>) -> Bool {
        guard !reachesStart || !reachesEnd else { return true }
        let share = (reachesEnd ? 1 : Self.fraction(last)) - (reachesStart ? 0 : Self.fraction(first))
        return (0.5...1.5).contains(share / (Double(bytes.count) / Double(size)))
    }

    /// The lines that are in the window from beginning to end, or nil where there are none.
    private func wholeLines(_ content: [UInt8]) -> ArraySlice<UInt8>? {
        var lines = content[...]
        if !reachesStart {
            guard let end = lines.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            lines = lines[(end + 1)...]
        }
        if !reachesEnd {
            guard let end = lines.lastIndex(of: UInt8(ascii: "\n")) else { return nil }
            lines = lines[...end]
        }
        return lines
    }

    /// The suffix as a part of all suffixes, from 0 to 1, by its first eight digits.
    private static func fraction(_ suffix: some Sequence<UInt8>) -> Double {
        let number = suffix.prefix(8).reduce(0) { $0 << 4 | Int($1 < UInt8(ascii: "A") ? $1 &- 48 : $1 &- 55) & 15 }
        return Double(number) / Double(1 << 32)
    }

    /// 8 KiB: two pages, some two hundred rows.
    static let length = 8_192
}
