import AccountPages
import FoundationEssentials
import PasswordRules
import Secrets

extension SampleOutcome {
    /// Passwords by the rules. The work is bounded: rules whose tables would be large are refused before they are made, and drawing
    /// ends when its time is over, with one password at least.
    ///
    /// - Parameter contradiction: what lint says keeps any password from satisfying the rules, if anything.
    init(
        of rules: PasswordRules, contradiction: PasswordRules.Diagnostic?, random: any RandomBytes,
        time: @Sendable () -> ContinuousClock.Instant
    ) {
        if let contradiction {
            self = .none(reason: contradiction.message, remedy: contradiction.remedy)
            return
        }
        guard SampleCost(of: rules).isBearable else {
            self = .none(
                reason: "There are such passwords, but making them takes longer than this page does.",
                remedy: "On the command line, latchkey passwords generate makes them.")
            return
        }
        let generator: PasswordGenerator
        do {
            generator = try PasswordGenerator(rules: rules)
        } catch {
            self = .none(reason: error.reason, remedy: nil)
            return
        }
        var source = RandomByteGenerator(random)
        let end = time() + timeForDrawing
        var passwords = [generator.next(using: &source)]
        while passwords.count < PasswordSamples.wanted, time() < end { passwords.append(generator.next(using: &source)) }
        self = .some(PasswordSamples(passwords, of: generator))
    }
}

/// The time for drawing samples: twenty of the usual kind take a thousandth of it.
private let timeForDrawing = Duration.milliseconds(100)

/// What making samples costs, from above: by the size of the table over slots, lists and runs that the generator fills.
struct SampleCost {
    let words: Int

    init(of rules: PasswordRules) {
        // Without a minimum the generator makes 20 characters at most.
        let length = min(max(rules.minLength?.count ?? 0, 20), rules.maxLength?.count ?? .max)
        guard length <= Self.longest else {
            words = .max
            return
        }
        let lists = Set(rules.required.filter { !$0.isEmpty && !$0.isUnicode }).count
        let runs = rules.maxConsecutive.map { $0.count < length ? $0.count : 1 } ?? 1
        // More lists than the generator takes cost nothing: it refuses them at once, and says so.
        words = lists > Self.mostLists ? 0 : ((length + 1) * (length * 7 / 64 + 1) * runs) << lists
    }

    /// Filling the largest takes some 20 milliseconds in a release build.
    var isBearable: Bool { words <= Self.largestTable }

    private static let longest = 256
    private static let mostLists = 12
    private static let largestTable = 1 << 18
}

extension PasswordSamples {
    fileprivate init(_ passwords: [String], of generator: PasswordGenerator) {
        let entropy = generator.entropy
        self.init(
            passwords: passwords,
            style: generator.style == .typeable
                ? "As iOS makes them: syllables in three groups, one capital, one digit. Each is as likely as any other."
                : "Character by character, since these rules leave no room for syllables. Each is as likely as any other.",
            shannonBits: Self.tenths(entropy.shannonBits), minEntropyBits: Self.tenths(entropy.minEntropyBits),
            count: Self.short(generator.count.description))
    }

    private static func tenths(_ bits: Double) -> String {
        let tenths = Int((bits * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    /// Up to fifteen digits in groups of three, more as a power of ten.
    static func short(_ digits: String) -> String {
        guard digits.count > 15 else {
            let groups = stride(from: digits.count, to: 0, by: -3).reversed().map { end in
                digits.dropLast(digits.count - end).suffix(min(3, end))
            }
            return groups.joined(separator: "\u{202F}")
        }
        let rounded = ((Int(digits.prefix(3)) ?? 0) + 5) / 10
        let (tenths, power) = rounded < 100 ? (rounded, digits.count - 1) : (10, digits.count)
        let exponent = String(power).map { Self.superscripts[$0.wholeNumberValue ?? 0] }.joined()
        return "\(tenths / 10).\(tenths % 10) × 10\(exponent)"
    }

    private static let superscripts = ["⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"]
}

/// Random bytes as a source of random numbers.
private struct RandomByteGenerator: RandomNumberGenerator {
    private let random: any RandomBytes
    private var bytes: ArraySlice<UInt8> = []

    init(_ random: any RandomBytes) { self.random = random }

    mutating func next() -> UInt64 {
        if bytes.count < 8 { bytes = random.bytes(512)[...] }
        let number = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        bytes = bytes.dropFirst(8)
        return number
    }
}
