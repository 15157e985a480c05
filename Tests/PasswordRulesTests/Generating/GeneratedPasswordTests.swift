import PasswordRules
import TestKit
import Testing

@Suite("Generated passwords")
struct GeneratedPasswordTests {
    @Test(
        "for random rules, every password passes the checker, and only unsatisfiable rules are rejected",
        arguments: [31, 32, 33, 34] as [UInt64])
    func randomRules(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var made = 0
        var rejected = 0
        while made < RandomRules.ruleSets / 4 {
            let rules = RandomRules.value(using: &random)
            let generator: PasswordGenerator
            do {
                generator = try PasswordGenerator(rules: rules)
            } catch {
                #expect(error.code == .unsatisfiable, "\(rules): \(error)")
                #expect(rules.lint().first?.severity == .error, "\(rules)")
                rejected += 1
                continue
            }
            made += 1
            for _ in 0..<RandomRules.passwordsPerSet {
                let password = generator.next(using: &random)
                #expect(rules.isSatisfied(by: password), "\(rules): \(password)")
            }
        }
        #expect(rejected < made)
    }

    @Test("the default style is three groups of six with one capital, one digit and no look-alikes")
    func defaultLook() throws {
        let generator = try PasswordGenerator()
        var random = SeededGenerator(seed: 41)
        var digitPlaces: Set<Int> = []
        for _ in 0..<5_000 {
            let password = generator.next(using: &random)
            let groups = password.split(separator: "-", omittingEmptySubsequences: false)
            #expect(groups.map(\.count) == [6, 6, 6])
            let characters = Array(groups.joined())
            let digits = characters.indices.filter { characters[$0].isNumber }
            #expect(digits.count == 1)
            digitPlaces.formUnion(digits)
            #expect(characters.count(where: \.isUppercase) == 1)
            #expect(!password.contains("l") && !password.contains("O"))
            let letters = characters.filter(\.isLetter).map { $0.lowercased() }
            #expect(letters.indices.allSatisfy { ("aeiouy".contains(letters[$0])) == ($0 % 3 == 1) })
        }
        #expect(digitPlaces == [5, 6, 11, 12, 17])
    }

    @Test("the fast generator of the default style draws every letter and capital as often as the counting one")
    func defaultFrequencies() throws {
        let generator = try PasswordGenerator(rules: PasswordRules(strict: "allowed: upper, lower, digit"))
        var random = SeededGenerator(seed: 42)
        let draws = 60_000
        var capitals: [Int: Int] = [:]
        var firstVowel: [Character: Int] = [:]
        for _ in 0..<draws {
            let letters = Array(generator.next(using: &random).filter(\.isLetter))
            capitals[letters.firstIndex(where: \.isUppercase) ?? -1, default: 0] += 1
            firstVowel[letters[1], default: 0] += 1
        }
        for (place, times) in capitals {
            let expected = Double(draws) * (place % 3 == 1 ? 5 : 6) / 96
            #expect(abs(Double(times) - expected) < 6 * expected.squareRoot(), "capital at \(place)")
        }
        #expect(capitals.count == 17 && firstVowel.count == 11)
        for (vowel, times) in firstVowel {
            // The letter is upper case in 5 of 96 passwords, evenly; otherwise 'o' is as likely as the others.
            let expected = Double(draws) * (vowel.isUppercase ? 1 : 91.0 / 6) / 96
            #expect(abs(Double(times) - expected) < 6 * expected.squareRoot(), "\(vowel)")
        }
    }

    @Test(
        "the rules decide the style",
        arguments: [
            ("", 20, PasswordStyle.typeable), ("allowed: unicode; minlength: 12; maxlength: 1024;", 20, .typeable),
            ("minlength: 20;", 20, .typeable), ("minlength: 21;", 21, .classic), ("maxlength: 20;", 20, .typeable),
            ("maxlength: 19;", 15, .classic),
            ("allowed: upper, lower, digit;", 18, .typeable), ("allowed: upper, lower, digit; minlength: 19;", 19, .classic),
            ("maxlength: 14;", 14, .classic), ("required: [!@#];", 12, .classic),
            ("required: [!@#]; allowed: [-ab];", 15, .classic),
            ("allowed: digit; minlength: 13", 13, .classic), ("allowed: digit; maxlength: 4", 4, .classic),
            ("allowed: lower;", 12, .classic),
            ("required: lower; required: upper; required: digit; allowed: [-];", 20, .typeable),
        ])
    func styles(text: String, length: Int, style: PasswordStyle) throws {
        let rules = try PasswordRules(strict: text)
        let generator = try PasswordGenerator(rules: rules)
        var random = SeededGenerator(seed: 43)
        let password = generator.next(using: &random)
        #expect(generator.style == style)
        #expect(password.count == length, "\(password)")
        #expect(rules.isSatisfied(by: password))
    }

    @Test("generation ends even with a constant source")
    func constantSource() throws {
        struct Constant: RandomNumberGenerator {
            let value: UInt64
            mutating func next() -> UInt64 { value }
        }
        for value in [0, 1, .max, .max / 3] as [UInt64] {
            var source = Constant(value: value)
            for text in [
                "", "allowed: digit;", "required: [!@]; max-consecutive: 1; minlength: 40;",
                "required: [aei]; allowed: ascii-printable;",
            ] {
                let rules = try PasswordRules(strict: text)
                #expect(rules.isSatisfied(by: try PasswordGenerator(rules: rules).next(using: &source)), "\(text)")
            }
        }
    }
}
