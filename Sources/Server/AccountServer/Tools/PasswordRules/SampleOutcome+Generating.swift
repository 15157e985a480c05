import AccountPages
import FoundationEssentials
import PasswordRules
import Secrets

extension SampleOutcome {
    /// Generates passwords that satisfy the rules. The work is limited: rules that need large tables are rejected in advance, and
    /// generation stops when its time is over, after at least one password.
    ///
    /// - Parameter contradiction: the finding that makes the rules unsatisfiable, if any.
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
                reason: "Such passwords exist, but generating them takes too long for this page.",
                remedy: "Run `latchkey passwords generate` on the command line.")
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

/// The time limit for generating samples. Twenty usual samples take a thousandth of it.
private let timeForDrawing = Duration.milliseconds(100)

/// An upper bound of the cost of samples: the size of the generator's table over slots, lists and runs.
struct SampleCost {
    let words: Int

    init(of rules: PasswordRules) {
        // Without a minimum, the generator creates at most 20 characters.
        let length = min(max(rules.minLength?.count ?? 0, 20), rules.maxLength?.count ?? .max)
        guard length <= Self.longest else {
            words = .max
            return
        }
        let lists = Set(rules.required.filter { !$0.isEmpty && !$0.isUnicode }).count
        let runs = rules.maxConsecutive.map { $0.count < length ? $0.count : 1 } ?? 1
        // More lists than the generator supports cost nothing: it rejects them at once with a reason.
        words = lists > Self.mostLists ? 0 : ((length + 1) * (length * 7 / 64 + 1) * runs) << lists
    }

    /// Whether the cost is acceptable. Filling the largest table takes about 20 milliseconds in a release build.
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
                ? "In the style of iOS: three groups of syllables, with one capital letter and one digit. All passwords are equally likely."
                : "Character by character, because these rules do not allow syllables. All passwords are equally likely.",
            shannonBits: Self.tenths(entropy.shannonBits), minEntropyBits: Self.tenths(entropy.minEntropyBits),
            count: Self.short(generator.count.description))
    }

    private static func tenths(_ bits: Double) -> String {
        let tenths = Int((bits * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    /// Formats up to fifteen digits in groups of three, and longer numbers as a power of ten.
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

/// A random number generator that takes its bytes from ``RandomBytes``.
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
