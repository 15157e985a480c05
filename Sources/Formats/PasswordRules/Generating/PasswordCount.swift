/// A number of passwords: a whole number of any size.
public struct PasswordCount: Hashable, Sendable {
    /// The digits to the base 2^64, the lowest first, without leading zeros.
    let words: [UInt64]

    init(words: some Sequence<UInt64>) {
        var words = Array(words)
        while words.last == 0 { words.removeLast() }
        self.words = words
    }

    /// Whether the number is zero.
    var isZero: Bool { words.isEmpty }

    /// The binary logarithm, exact to about one part in 10^15. Minus infinity for zero.
    public var bits: Double {
        guard let top = words.last else { return -.infinity }
        let next = words.count > 1 ? words[words.count - 2] : 0
        let shift = UInt64(top.leadingZeroBitCount)
        let leading = shift == 0 ? top : top << shift | next >> (64 - shift)
        return Double(64 * words.count - 1 - Int(shift)) + Self.logarithm(Double(leading) / 0x1p63)
    }

    /// Returns the binary logarithm of a number in 1…2, computed by the series of the inverse hyperbolic tangent. The standard
    /// library has no logarithm.
    private static func logarithm(_ number: Double) -> Double {
        let (fraction, offset) = number > 1.414_213_562_373_095 ? (number / 2, 1.0) : (number, 0.0)
        let step = (fraction - 1) / (fraction + 1)
        var power = step
        var sum = 0.0
        for divisor in stride(from: 1.0, through: 29, by: 2) {
            sum += power / divisor
            power *= step * step
        }
        return offset + sum * 2.885_390_081_777_926_8
    }
}

extension PasswordCount: CustomStringConvertible {
    /// The number in decimal digits.
    public var description: String {
        guard !isZero else { return "0" }
        var rest = words
        var chunks: [String] = []
        while !rest.isEmpty {
            var remainder: UInt64 = 0
            for index in rest.indices.reversed() {
                (rest[index], remainder) = Self.chunk.dividingFullWidth((remainder, rest[index]))
            }
            while rest.last == 0 { rest.removeLast() }
            let digits = String(remainder)
            chunks.append(rest.isEmpty ? digits : String(repeating: "0", count: 18 - digits.count) + digits)
        }
        return chunks.reversed().joined()
    }

    /// 10^18, a power of ten that fits in one word.
    private static let chunk: UInt64 = 1_000_000_000_000_000_000
}
