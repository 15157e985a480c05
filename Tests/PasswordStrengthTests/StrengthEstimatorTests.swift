import PasswordStrength
import TestKit
import Testing

@Suite("The estimate of password strength")
struct StrengthEstimatorTests {
    let estimator = StrengthEstimator()

    @Test(
        "the score depends on the guesses",
        arguments: [
            ("", 0), ("password", 0), ("aaaaaaaaaaaa", 0), ("qwertyuiop", 1), ("correct horse battery staple", 4),
            ("xKq7#mPz2!vL", 4),
        ])
    func scores(password: String, score: Int) throws {
        #expect(try estimator.estimate(password).score == score)
    }

    @Test("each score begins at its number of guesses")
    func thresholds() throws {
        for password in ["password", "qwertyuiop", "Tr0ub4dour&3", "dragonfly48", "thunder kitchen", "xKq7#mPz2!vL"] {
            let strength = try estimator.estimate(password)
            let expected = [3.0, 6, 8, 10].count { strength.guessesLog10 >= $0 }
            #expect(strength.score == expected, "\(password)")
        }
    }

    @Test("a null character is rejected with its position")
    func null() {
        #expect(throws: StrengthEstimateError.containsNull(position: 2)) { try estimator.estimate("é\u{1F511}\0password") }
        #expect(throws: Never.self) { try estimator.estimate("é\u{1F511}\u{1}password") }
    }

    @Test("scalars after the hundredth are ignored")
    func limit() throws {
        let head = String(repeating: "xqzjvkwbmh", count: 10)
        #expect(try estimator.estimate(head + "Kq7#mPz2!vL") == estimator.estimate(head))
        #expect(try estimator.estimate(String(head.dropLast())) != estimator.estimate(head))
        let accents = String(repeating: "é", count: 100)
        #expect(try estimator.estimate(accents + "Kq7#mPz2!vL") == estimator.estimate(accents))
    }

    @Test("the user's own words are guessed first, in any case and with look-alikes")
    func userInputs() throws {
        for password in ["Zyxandria2024", "zYx4ndr1a2024"] {
            let without = try estimator.estimate(password)
            let with = try estimator.estimate(password, userInputs: ["zyxANDRIA"])
            #expect(with.guessesLog10 < without.guessesLog10 - 4)
            #expect(with.patterns.contains { [.userInput, .userInputLeet].contains($0.kind) })
        }
    }

    @Test("the parts of an e-mail address count too")
    func partsOfAddress() throws {
        let strength = try estimator.estimate("zyxandria", userInputs: ["zyxandria.quellmann@example.com"])
        #expect(strength.patterns.map(\.kind) == [.userInput])
        #expect(strength.score == 0)
    }

    @Test("unusable inputs are skipped, and their number is limited")
    func oddInputs() throws {
        let plain = try estimator.estimate("Zyxandria2024")
        #expect(try estimator.estimate("Zyxandria2024", userInputs: ["", "zyxandria\0", "--"]) == plain)
        let strangers = (0..<40).map { "stranger\($0)" }
        #expect(try estimator.estimate("Zyxandria2024", userInputs: strangers + ["zyxandria"]) == plain)
        #expect(try estimator.estimate("Zyxandria2024", userInputs: strangers.prefix(10) + ["zyxandria"]) != plain)
    }

    @Test("patterns are located in scalars, without gaps")
    func ranges() throws {
        let strength = try estimator.estimate("пароль\u{1F511}password123")
        #expect(strength.patterns.first?.range.lowerBound == 0)
        #expect(strength.patterns.last?.range.upperBound == 18)
        for (left, right) in zip(strength.patterns, strength.patterns.dropFirst()) {
            #expect(left.range.upperBound == right.range.lowerBound)
        }
        #expect(strength.patterns.contains { $0.kind == .dictionary && $0.range.lowerBound == 7 })
    }

    @Test("characters of several bytes count once")
    func bytes() throws {
        let latin = try estimator.estimate("xqzjvkwb")
        let cyrillic = try estimator.estimate("щхзйчкцб")
        #expect(latin.patterns.map(\.kind) == [.bruteforce])
        #expect(cyrillic.patterns.map(\.kind) == [.bruteforce])
        // At most six and a half bits a character, as for ASCII, and not for each of its bytes.
        #expect(cyrillic.guessesLog10 < 8 * 6.8 * 0.302)
        #expect(abs(cyrillic.guessesLog10 - latin.guessesLog10) < 0.01)
    }

    @Test(
        "a rule scores a guessable password below 3, and a near-twin scores higher",
        arguments: [
            ("Tr0ub4dour&3", "Tr0ub4dour&3kq"), ("correcthorsebatterystaple", "correcthorsebatterystapleotterharbour"),
            ("CorrectHorseBatteryStaple", "Correct7Horse=Battery,Staple"),
            ("liverpoolfc1892", "liverpoolfc5294"), ("Summer2026!Summer", "Summer2026!Harbour"),
            ("hqxvz-hqxvz", "hqxvz-rtnmd"),
        ])
    func stricter(rejected: String, accepted: String) throws {
        #expect(try estimator.estimate(rejected).score < 3)
        #expect(try estimator.estimate(accepted).score >= 3)
    }

    @Test("any text has an estimate in bounds")
    func random() throws {
        var generator = SeededGenerator(seed: 2024)
        let alphabet = Array("aaabAZ019!@$ .é\u{301}я🔑漢\u{1}\u{7F}\u{200D}").map(String.init) + ["password", "qwerty", "2024"]
        for _ in 0..<500 {
            let password = (0..<Int.random(in: 0...30, using: &generator))
                .map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)] }.joined()
            let strength = try estimator.estimate(password, userInputs: [String(password.prefix(5))])
            #expect((0...4).contains(strength.score))
            #expect(strength.guessesLog10 >= 0 && strength.guessesLog10.isFinite)
            let scalars = password.unicodeScalars.count
            #expect(strength.patterns.allSatisfy { $0.range.upperBound <= min(scalars, StrengthEstimator.scalarLimit) })
        }
    }
}
