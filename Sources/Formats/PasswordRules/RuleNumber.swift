/// The value of `minlength`, `maxlength` or `max-consecutive`: a whole number from 1.
///
/// The reference parser uses binary64 numbers without an upper bound, so it rounds numbers above 2^53, up to infinity. A
/// `RuleNumber` stores the rounded number, so that equal texts give equal rules in both implementations.
public struct RuleNumber: Hashable, Sendable {
    let value: Double

    /// Creates a number. Returns nil outside 1…2^53, the range in which every whole number is exact.
    public init?(exactly number: Int) {
        guard number >= 1, number <= Self.largestExact else { return nil }
        value = Double(number)
    }

    /// Creates a number from the parser's result. Returns nil for zero, which the reference parser ignores.
    init?(parsed value: Double) {
        guard value >= 1 else { return nil }
        self.value = value
    }

    /// The number as an integer. `Int.max` for larger numbers.
    public var count: Int { value < Double(Int.max) ? Int(value) : Int.max }

    /// Whether the number is at most 2^53, below which every whole number is exact. True for the text 9007199254740993 too, which
    /// parsing rounds to 2^53 and reports.
    public var isExact: Bool { value <= Double(Self.largestExact) }

    /// 2^53.
    static let largestExact = 1 << 53
}

extension RuleNumber: Comparable {
    /// Compares by size.
    public static func < (left: RuleNumber, right: RuleNumber) -> Bool { left.value < right.value }
}

extension RuleNumber: ExpressibleByIntegerLiteral {
    /// Creates a number from a literal in 1…2^53. Any other literal is a programming error and stops the program.
    public init(integerLiteral value: Int) {
        precondition(value >= 1 && value <= Self.largestExact, "a rule number literal must be in 1…2^53")
        self.value = Double(value)
    }
}

extension RuleNumber: CustomStringConvertible {
    /// Decimal digits that the parser reads as the same number.
    public var description: String {
        if isExact { return String(Int(value)) }
        if value == .infinity { return "1" + String(repeating: "0", count: 309) }
        var dead: Set<Double> = []
        return Self.digits(readAs: value, dead: &dead) ?? javaScriptText
    }

    /// The number as JavaScript prints it: digits below 10^21, then an exponent, and `Infinity`. The reference formatter writes
    /// this form, although its parser does not accept exponents.
    public var javaScriptText: String {
        if isExact { return String(Int(value)) }
        if value == .infinity { return "Infinity" }
        let (digits, exponent) = Self.shortestDigits(value)
        if exponent < 21 { return digits + String(repeating: "0", count: exponent + 1 - digits.count) }
        return digits.prefix(1) + (digits.count > 1 ? "." + digits.dropFirst() : "") + "e+\(exponent)"
    }

    /// Returns digits that the parser, which rounds after every step, reads as the number. Returns nil if none exist, as for one in
    /// ten large numbers. Numbers from the parser always have such digits.
    private static func digits(readAs number: Double, dead: inout Set<Double>) -> String? {
        if number <= Double(largestExact) { return String(Int(number)) }
        if dead.contains(number) { return nil }
        let near = whole(number / 10)
        for front in [near, whole(near.nextDown), near.nextUp, whole(near.nextDown.nextDown), near.nextUp.nextUp] {
            for digit in 0...9 where 10 * front + Double(digit) == number && front == whole(front) {
                if let head = digits(readAs: front, dead: &dead) { return head + String(digit) }
                break
            }
        }
        dead.insert(number)
        return nil
    }

    /// Returns the number without its fraction. `rounded()` needs the mathematics library, which the standard library does not
    /// link.
    private static func whole(_ number: Double) -> Double {
        number < Double(largestExact) ? Double(Int(number)) : number
    }

    /// Returns the shortest digits that round to the number, without trailing zeros, and the power of ten of the first digit.
    private static func shortestDigits(_ number: Double) -> (digits: String, exponent: Int) {
        var digits = ""
        var exponent = 0
        var pointAt: Int?
        var text = Substring(number.description)
        while let character = text.popFirst() {
            switch character {
            case ".": pointAt = digits.count
            case "e": (exponent, text) = (Int(text.drop { $0 == "+" }) ?? 0, "")
            default: digits.append(character)
            }
        }
        exponent += (pointAt ?? digits.count) - 1
        while digits.last == "0" { digits.removeLast() }
        return (digits, exponent)
    }
}
