import TestKit
import Testing

@testable import PasswordRules

@Suite("Drawing by weight")
struct WeightedDrawTests {
    /// Weights of one word and of three, with sums just above and just below a power of two, and with nothing in between.
    static let weights: [[Weight]] = [
        [weight(1, times: 3), weight(0, times: 7), weight(5, times: 1), weight(2, times: 4)],
        [weight(.max, times: 1), weight(1, times: 2)],
        [weight(0, 0, 1, times: 1), weight(0, 1 << 62, times: 1), weight(1, times: 1)],
        [weight(.max, .max, 2, times: 1), weight(0, times: 1), weight(0, 0, 1, times: 5)],
        [weight(0, 0x1234_5678_9ABC_DEF0, times: 95), weight(0, 0xFEDC_BA98_7654_3210, times: 31), weight(0, 0, 7, times: 1)],
    ]

    @Test(
        "each weight is drawn in proportion, with any number of initial bits", arguments: weights,
        [1, 2, 3, 8, 63])
    func frequencies(weights: [Weight], leadingBits: Int) {
        let sizes = weights.map { Self.size($0) }
        let sum = sizes.reduce(0, +)
        var random = SeededGenerator(seed: UInt64(leadingBits))
        var seen = Array(repeating: 0, count: weights.count)
        let draws = 8_000
        for _ in 0..<draws {
            seen[random.draw(by: weights, sum: Self.sum(weights), leadingBits: leadingBits)] += 1
        }
        for (times, size) in zip(seen, sizes) {
            let share = size / sum
            let deviation = (Double(draws) * share * (1 - share)).squareRoot()
            #expect(abs(Double(times) - Double(draws) * share) <= 5 * deviation + 1e-6, "\(seen)")
        }
    }

    @Test("a source that is always rejected ends at a nonzero weight")
    func constantSource() {
        struct Constant: RandomNumberGenerator {
            mutating func next() -> UInt64 { .max }
        }
        var source = Constant()
        let weights = [Self.weight(0, times: 4), Self.weight(3, 9, times: 1), Self.weight(0, 1, times: 1)]
        #expect(source.draw(by: weights, sum: Self.sum(weights)) == 1)
    }

    @Test("a password of 1,024 characters costs about a thousand random numbers, not a thousand times the length of the count")
    func numbersDrawn() throws {
        struct Counting: RandomNumberGenerator {
            var source = SeededGenerator(seed: 61)
            var drawn = 0
            mutating func next() -> UInt64 {
                drawn += 1
                return source.next()
            }
        }
        var source = Counting()
        let rules = try PasswordRules(strict: "required: upper; required: digit; minlength: 1024; max-consecutive: 2;")
        _ = try PasswordGenerator(rules: rules).next(using: &source)
        #expect(source.drawn <= 3 * 1_024)
    }

    private static func weight(_ words: UInt64..., times factor: UInt64) -> Weight { Weight(words: words[...], factor: factor) }

    private static func size(_ weight: Weight) -> Double {
        weight.words.reversed().reduce(0) { $0 * 0x1p64 + Double($1) } * Double(weight.factor)
    }

    private static func sum(_ weights: [Weight]) -> ArraySlice<UInt64> {
        var sum = WideNumber(width: 4)
        for weight in weights { sum.add(weight.words, times: weight.factor) }
        return sum.words[...]
    }
}
