import TestKit

@testable import PasswordStrength

/// A synthetic range, with the results of a simple search.
struct RangeSample {
    var rows: [(suffix: String, count: Int)]
    var lineEnd = "\r\n"
    var endsWithLine = false

    /// Distinct rows in order; one in ten is padding.
    init(rows count: Int, using random: inout SeededGenerator) {
        var suffixes: Set<String> = []
        while suffixes.count < count { suffixes.insert(Self.suffix(using: &random)) }
        rows = suffixes.sorted().map { suffix in
            let isPadding = Int.random(in: 0..<10, using: &random) == 0
            return (suffix, isPadding ? 0 : Int.random(in: 1...Int.random(in: 1...10_000_000, using: &random), using: &random))
        }
        lineEnd = Bool.random(using: &random) ? "\r\n" : "\n"
        endsWithLine = Bool.random(using: &random)
    }

    var bytes: [UInt8] {
        let text = rows.map { "\($0.suffix):\($0.count)" }.joined(separator: lineEnd) + (endsWithLine ? lineEnd : "")
        return Array(text.utf8)
    }

    /// The result of a linear search.
    func count(of suffix: String) -> Int {
        rows.filter { $0.suffix == suffix }.map(\.count).max() ?? 0
    }

    /// The result of the window, or nil if it is inconclusive.
    static func windowCount(of suffix: String, in bytes: [UInt8]) -> Int? {
        let window = RangeWindow(for: Array(suffix.utf8), size: bytes.count)
        switch window.find(Array(suffix.utf8), in: Array(bytes[window.bytes])) {
        case .count(let count): return count
        case .doubtful: return nil
        }
    }

    static func suffix(using random: inout SeededGenerator) -> String {
        String((0..<35).map { _ in "0123456789ABCDEF".randomElement(using: &random) ?? "0" })
    }
}
