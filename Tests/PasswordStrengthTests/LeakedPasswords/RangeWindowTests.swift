import TestKit
import Testing

@testable import PasswordStrength

@Suite("One read of a sorted range")
struct RangeWindowTests {
    @Test(
        "it finds the same as a linear search, and is seldom inconclusive", arguments: [1, 2, 150, 400, 1_000, 2_000, 5_000])
    func agreesWithBruteForce(rows: Int) throws {
        var random = SeededGenerator(seed: UInt64(rows))
        let sample = RangeSample(rows: rows, using: &random)
        let bytes = sample.bytes
        let ends = ["0", "F"].map { String(repeating: $0, count: 35) }
        let present = (0..<40).compactMap { _ in sample.rows.randomElement(using: &random)?.suffix }
        let absent = (0..<40).map { _ in RangeSample.suffix(using: &random) }
        var doubts = 0
        for suffix in present + absent + ends + [sample.rows.first, sample.rows.last].compactMap({ $0?.suffix }) {
            let expected = sample.count(of: suffix)
            if Int.random(in: 0..<20, using: &random) == 0 {
                #expect(try RangeText(bytes: bytes, place: "range").count(of: Array(suffix.utf8)) == expected)
            }
            if let found = RangeSample.windowCount(of: suffix, in: bytes) {
                #expect(found == expected)
            } else {
                doubts += 1
            }
        }
        #expect(doubts <= 4)
    }

    @Test("a row that differs in the last digit does not match")
    func neighbours() throws {
        var random = SeededGenerator(seed: 5)
        let sample = RangeSample(rows: 2_000, using: &random)
        for row in sample.rows.filter({ $0.count > 0 && !$0.suffix.hasSuffix("F") }).prefix(50) {
            let other = row.suffix.dropLast() + "F"
            #expect(RangeSample.windowCount(of: String(other), in: sample.bytes) == 0)
            #expect(RangeSample.windowCount(of: row.suffix, in: sample.bytes) == row.count)
        }
    }

    @Test("shuffled rows are inconclusive")
    func shuffled() throws {
        var random = SeededGenerator(seed: 11)
        var sample = RangeSample(rows: 2_000, using: &random)
        sample.rows.shuffle(using: &random)
        for row in sample.rows.prefix(50) {
            #expect(RangeSample.windowCount(of: row.suffix, in: sample.bytes) == nil)
        }
    }

    @Test("two ranges in one file, padding at the end, a truncated and a descending range never hide a row", arguments: 0..<4)
    func disordered(kind: Int) throws {
        var random = SeededGenerator(seed: UInt64(100 + kind))
        var sample = RangeSample(rows: 2_000, using: &random)
        var padding = RangeSample(rows: 500, using: &random).rows
        for index in padding.indices { padding[index].count = 0 }
        switch kind {
        case 0: sample.rows += RangeSample(rows: 2_000, using: &random).rows
        case 1: sample.rows += padding
        case 2: sample.rows.removeLast(900)
        default: sample.rows.reverse()
        }
        let bytes = sample.bytes
        for row in sample.rows where Int.random(in: 0..<8, using: &random) == 0 {
            let found = RangeSample.windowCount(of: row.suffix, in: bytes)
            #expect(found == nil || found == row.count, "\(row.suffix)")
        }
    }

    @Test("a repeated row is inconclusive, and the count that is not padding applies")
    func duplicate() throws {
        var random = SeededGenerator(seed: 17)
        for count in [50, 2_000] {
            var sample = RangeSample(rows: count, using: &random)
            let row = (suffix: sample.rows[count / 2].suffix, count: 3)
            sample.rows[count / 2].count = 0
            sample.rows.insert(row, at: count / 2)
            #expect(RangeSample.windowCount(of: row.suffix, in: sample.bytes) == nil)
            #expect(try RangeText(bytes: sample.bytes, place: "").count(of: Array(row.suffix.utf8)) == 3)
        }
    }

    @Test("it reads 8 KiB of a large range, and all of a small one")
    func size() {
        let suffix = Array(String(repeating: "8", count: 35).utf8)
        #expect(RangeWindow(for: suffix, size: 80_000).bytes.count == 8_192)
        #expect(RangeWindow(for: suffix, size: 80_000).bytes.contains(80_000 * 8 / 15))
        #expect(RangeWindow(for: suffix, size: 900).bytes == 0..<900)
        #expect(RangeWindow(for: suffix, size: 0).bytes == 0..<0)
        for digit in ["0", "F"] {
            let window = RangeWindow(for: Array(String(repeating: digit, count: 35).utf8), size: 80_000)
            #expect(window.bytes == (digit == "0" ? 0..<8_192 : 71_808..<80_000))
        }
    }

    @Test("for any bytes it gives a result or is inconclusive, and a complete read gives a result or throws")
    func random() {
        var random = SeededGenerator(seed: 23)
        let alphabet = Array("0123456789ABCDEFabc:\r\n ".utf8) + [0, 0xFF]
        for _ in 0..<2_000 {
            var bytes = RangeSample(rows: Int.random(in: 0...6, using: &random), using: &random).bytes
            for _ in 0..<Int.random(in: 0...4, using: &random) where !bytes.isEmpty {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                if Bool.random(using: &random) {
                    bytes[index] = alphabet.randomElement(using: &random) ?? 0
                } else {
                    bytes.remove(at: index)
                }
            }
            let suffix = RangeSample.suffix(using: &random)
            let found = RangeSample.windowCount(of: suffix, in: bytes)
            let whole = try? RangeText(bytes: bytes, place: "").count(of: Array(suffix.utf8))
            // In a small file the window is the whole, so that both see every error.
            #expect(found == nil || found == whole)
        }
    }
}
