/// The value of `minlength`, `maxlength` or `max-consecutive`: a whole number from 1 upwards.
///
/// The reference parser computes with binary64 numbers and knows no upper bound, so numbers above 2^53 are rounded, up to
/// infinity. A `RuleNumber` holds the rounded number, so that equal text means equal rules on both sides.
public struct RuleNumber: Hashable, Sendable {
    let value: Double

    /// The number, or nil where it is not in 1…2^53, the range in which every whole number is exact.
    public init?(exactly number: Int) {
        guard number >= 1, number <= Self.largestExact else { return nil }
        value = Double(number)
    }

    /// The parser's number. Nil for zero, which the reference parser ignores.
    init?(parsed value: Double) {
        guard value >= 1 else { return nil }
        self.value = value
    }

    /// The number as an integer; `Int.max` for all that is larger.
    public var count: Int { value < Double(Int.max) ? Int(value) : Int.max }

    /// Whether no digit was lost when the number was read.
    public var isExact: Bool { value <= Double(Self.largestExact) }

    /// 2^53.
    static let largestExact = 1 << 53
}

extension RuleNumber: Comparable {
    /// By size.
    public static func < (left: RuleNumber, right: RuleNumber) -> Bool { left.value < right.value }
}

extension RuleNumber: ExpressibleByIntegerLiteral {
    /// A number written in source code, from 1 to 2^53. Any other literal is a programming error and stops the program.
    public init(integerLiteral value: Int) {
        precondition(value >= 1 && value <= Self.largestExact, "a rule number literal must be in 1…2^53")
        self.value = Double(value)
    }
}
