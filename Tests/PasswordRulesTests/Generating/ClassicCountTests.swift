import PasswordRules
import TestKit
import Testing

@Suite("Counting classic passwords")
struct ClassicCountTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let alphabet: String
        let required: [String]
        let maxConsecutive: Int?
        let length: Int
        var testDescription: String { "\(alphabet) \(required) \(maxConsecutive ?? 0) \(length)" }

        var rules: PasswordRules {
            PasswordRules(
                required: required.compactMap { ASCIISet($0).map(CharacterRepertoire.ascii) },
                allowed: ASCIISet(alphabet).map(CharacterRepertoire.ascii),
                maxConsecutive: maxConsecutive.flatMap { RuleNumber(exactly: $0) },
                minLength: RuleNumber(exactly: length), maxLength: RuleNumber(exactly: length))
        }
    }

    static let ungrouped: [Case] = (1...5).flatMap { length in
        [nil, 1, 2, 3].flatMap { limit in
            [
                ("a", []), ("!", ["!"]), ("ab", ["a"]), ("!?", []), ("ab1", []), ("ab1", ["a", "b1"]),
                ("aB1!", ["aB", "1!", "B1"]), ("abc-", ["-", "ab"]),
            ]
            .map { Case(alphabet: $0.0, required: $0.1, maxConsecutive: limit, length: length) }
        }
    }

    @Test("the count is the number of possible passwords, and each of them is drawn", arguments: ungrouped)
    func ungroupedCount(_ test: Case) throws {
        var demanded = test.required
        if demanded.isEmpty {
            // The style requires lower, upper and digit if the alphabet has them and they fit.
            let classes = [("a"..."z"), ("A"..."Z"), ("0"..."9")] as [ClosedRange<Character>]
            demanded = classes.map { range in test.alphabet.filter(range.contains) }.filter { !$0.isEmpty }
            if demanded.count > test.length { demanded = [] }
        }
        let all = BruteForce.strings(Array(repeating: test.alphabet, count: test.length))
        let expected = Set(all.filter { BruteForce.satisfies($0, required: demanded, maxConsecutive: test.maxConsecutive) })
        try expectExactly(expected, from: test.rules)

        let satisfying = all.filter { BruteForce.satisfies($0, required: test.required, maxConsecutive: test.maxConsecutive) }
        #expect(all.filter(test.rules.isSatisfied) == satisfying)
    }

    @Test(
        "groups joined by dashes are counted in the same way",
        arguments: [
            Case(alphabet: "-a", required: [], maxConsecutive: nil, length: 15),
            Case(alphabet: "-ab", required: ["a"], maxConsecutive: nil, length: 15),
            Case(alphabet: "-ab", required: ["a", "b"], maxConsecutive: 2, length: 15),
            Case(alphabet: "-ab", required: ["-"], maxConsecutive: 1, length: 15),
            Case(alphabet: "-a!", required: ["-!"], maxConsecutive: 2, length: 15),
        ])
    func groupedCount(_ test: Case) throws {
        let letters = test.alphabet.filter { $0 != "-" }
        let places = (0..<15).map { $0 % 4 == 3 ? "-" : letters }
        let demanded = test.required.isEmpty ? ["a"] : test.required
        let expected = BruteForce.strings(places).filter {
            BruteForce.satisfies($0, required: demanded, maxConsecutive: test.maxConsecutive)
        }
        try expectExactly(Set(expected), from: test.rules, drawsEach: expected.count < 100)
    }

    private func expectExactly(_ expected: Set<String>, from rules: PasswordRules, drawsEach: Bool = true) throws {
        guard !expected.isEmpty else {
            let error = #expect(throws: PasswordRulesError.self) { try PasswordGenerator(rules: rules) }
            #expect(error?.code == .unsatisfiable)
            return
        }
        let generator = try PasswordGenerator(rules: rules)
        #expect(generator.count.description == String(expected.count))
        #expect(abs(exp2(generator.entropy.shannonBits) / Double(expected.count) - 1) < 1e-12)
        #expect(generator.entropy.minEntropyBits == generator.entropy.shannonBits)

        var random = SeededGenerator(seed: 5)
        var seen: [String: Int] = [:]
        let mean = 30
        for _ in 0..<Swift.min(mean * expected.count, 6_000) { seen[generator.next(using: &random), default: 0] += 1 }
        #expect(Set(seen.keys).isSubset(of: expected))
        if drawsEach && mean * expected.count <= 6_000 {
            // Each is drawn 30 times on average; 3 to 75 leaves room for chance, not for a bias.
            #expect(seen.count == expected.count)
            #expect(seen.values.allSatisfy { (3...75).contains($0) })
        }
    }

    /// Two to the given power.
    private func exp2(_ bits: Double) -> Double {
        let whole = bits.rounded(.down)
        var power = 1.0
        var term = 1.0
        for step in 1...40 {
            term *= (bits - whole) * 0.693_147_180_559_945_3 / Double(step)
            power += term
        }
        return power * Double(sign: .plus, exponent: Int(whole), significand: 1)
    }
}
