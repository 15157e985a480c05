import PasswordRules
import Testing

@Suite("Counting typeable passwords")
struct TypeableCountTests {
    private static let unambiguous = "upper, digit, [abcdefghijkmnopqrstuvwxyz]"

    @Test("without conditions there are 19^11 · 6^5 · 96 · 50, with or without dashes")
    func unconditional() throws {
        for rules in [
            "", "allowed: ascii-printable;", "allowed: upper, lower, digit;",
            "required: lower; required: digit; required: [-]; allowed: upper;",
        ] {
            let generator = try PasswordGenerator(rules: PasswordRules(strict: rules))
            #expect(generator.style == .typeable)
            #expect(generator.count.description == String(Self.total))
            #expect(abs(generator.entropy.shannonBits - 71.880_833_841_981_1) < 1e-12)
        }
    }

    /// 19^11 · 6^5 · 96 · 50.
    private static let total: UInt128 = 116_490_258_898_219 * 7_776 * 96 * 50

    @Test(
        "counting by table gives the same as counting by enumeration",
        arguments: ["aeiou", "mnp", "bcdfghjkmnpqrstvwxzaeiuy02468", "Aa1", "05"])
    func oneRequiredSet(set: String) throws {
        let text = "required: [\(set)]; allowed: ascii-printable;"
        let generator = try PasswordGenerator(rules: PasswordRules(strict: text), style: .typeable)
        #expect(UInt128(generator.count.description) == Self.total - Self.count(without: [set]))
    }

    @Test("two required sets are counted by inclusion and exclusion")
    func twoRequiredSets() throws {
        let text = "required: [xyz]; required: [123]; allowed: ascii-printable;"
        let generator = try PasswordGenerator(rules: PasswordRules(strict: text), style: .typeable)
        let expected = Self.total - Self.count(without: ["xyz"]) - Self.count(without: ["123"]) + Self.count(without: ["xyz123"])
        #expect(UInt128(generator.count.description) == expected)
    }

    @Test("max-consecutive 1 excludes adjacent equal consonants", arguments: [true, false])
    func noRuns(dashes: Bool) throws {
        let text = "max-consecutive: 1; allowed: \(dashes ? "ascii-printable" : "upper, lower, digit");"
        let generator = try PasswordGenerator(rules: PasswordRules(strict: text), style: .typeable)
        #expect(UInt128(generator.count.description) == Self.count(runs: false, dashes: dashes))
        #expect(Self.count(runs: true, dashes: dashes) == Self.total)
    }

    /// The passwords without any of the characters, position by position.
    private static func count(without set: String = "", runs: Bool = true, dashes: Bool = false) -> UInt128 {
        let consonants = "bcdfghjkmnpqrstvwxz"
        var sum: UInt128 = 0
        for place in [5, 6, 11, 12, 17] {
            for capital in 0..<17 {
                var alphabets = (0..<17).map { letter in
                    let lower = letter % 3 == 1 ? "aeiouy" : consonants
                    return letter == capital ? lower.uppercased().filter { $0 != "O" } : lower
                }
                alphabets.insert("0123456789", at: place)
                if dashes { for dash in [12, 6] { alphabets.insert("-", at: dash) } }
                var product: UInt128 = 1
                for (index, alphabet) in alphabets.enumerated() {
                    let repeats = !runs && index > 0 && alphabets[index - 1] == alphabet
                    product *= UInt128(alphabet.filter { !set.contains($0) }.count - (repeats ? 1 : 0))
                }
                sum += product
            }
        }
        return sum
    }

    private static func count(without sets: [String]) -> UInt128 { count(without: sets.joined()) }
}
