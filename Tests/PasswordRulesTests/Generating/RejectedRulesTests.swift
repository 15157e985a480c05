import PasswordRules
import TestKit
import Testing

@Suite("Rules that the generator rejects")
struct RejectedRulesTests {
    @Test(
        "unsatisfiable rules are rejected with their reason; their near-twins are accepted",
        arguments: [
            ("minlength: 9; maxlength: 8;", "minlength: 8; maxlength: 8;", "minlength 9"),
            (
                "required: upper; required: lower; maxlength: 1;", "required: upper; required: lower; maxlength: 2;",
                "need 2 characters"
            ),
            (
                "required: [ab]; required: [bc]; required: [d]; maxlength: 1;",
                "required: [ab]; required: [bc]; required: [b]; maxlength: 1;", "need 2"
            ),
            (
                "allowed: [a]; max-consecutive: 2; minlength: 3;", "allowed: [a]; max-consecutive: 2; minlength: 2;",
                "Only one character"
            ),
            (
                "allowed: [a]; max-consecutive: 2; minlength: 3;", "allowed: [ab]; max-consecutive: 1; minlength: 30;",
                "Only one character"
            ),
        ])
    func unsatisfiable(rejected: String, accepted: String, reason: String) throws {
        let rules = try PasswordRules(strict: rejected)
        for style in PasswordStyle.allCases {
            let error = #expect(throws: PasswordRulesError.self) { try PasswordGenerator(rules: rules, style: style) }
            #expect(error?.code == .unsatisfiable)
            #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
        }
        let twin = try PasswordRules(strict: accepted)
        var random = SeededGenerator(seed: 51)
        #expect(twin.isSatisfied(by: try PasswordGenerator(rules: twin).next(using: &random)))
    }

    @Test("a password of the longest permitted run is found if no other length is possible")
    func shortRun() throws {
        var random = SeededGenerator(seed: 52)
        let rules = try PasswordRules(strict: "allowed: [a]; max-consecutive: 2;")
        #expect(try PasswordGenerator(rules: rules).next(using: &random) == "aa")
    }

    @Test("twelve distinct required lists are counted, thirteen are too many, and duplicates do not matter")
    func tooManyLists() throws {
        let lists = "abcdefghijklm".map { "required: [\($0)];" }
        let twelve = try PasswordRules(strict: lists.prefix(12).joined(separator: " ") + " required: [a]; maxlength: 13;")
        let generator = try PasswordGenerator(rules: twelve)
        var random = SeededGenerator(seed: 53)
        #expect(twelve.isSatisfied(by: generator.next(using: &random)))
        // Thirteen positions for twelve letters: one of them twice.
        #expect(generator.count.description == String(12 * (1...13).reduce(1, *) / 2))

        let thirteen = try PasswordRules(strict: lists.joined(separator: " "))
        let error = #expect(throws: PasswordRulesError.self) { try PasswordGenerator(rules: thirteen) }
        #expect(error?.code == .tooComplex)
        #expect(thirteen.lint().map(\.code).contains(.tooManyRequiredLists))
    }

    @Test("1,024 characters are generated, 1,025 are too many")
    func tooLong() throws {
        var random = SeededGenerator(seed: 54)
        let longest = try PasswordRules(strict: "minlength: 1024; max-consecutive: 1;")
        #expect(longest.isSatisfied(by: try PasswordGenerator(rules: longest).next(using: &random)))
        let error = #expect(throws: PasswordRulesError.self) { try PasswordGenerator(rules: PasswordRules(minLength: 1_025)) }
        #expect(error?.code == .tooComplex)
    }

    @Test("a table over the permitted size is rejected, a smaller one is accepted")
    func tableSize() throws {
        let lists = "abcdefghijkl".map { "required: [\($0)];" }.joined(separator: " ") + " allowed: ascii-printable; "
        let error = #expect(throws: PasswordRulesError.self) {
            try PasswordGenerator(rules: PasswordRules(strict: lists + "minlength: 200;"))
        }
        #expect(error?.code == .tooComplex)
        #expect(try PasswordGenerator(rules: PasswordRules(strict: lists + "minlength: 20;")).style == .classic)
    }

    @Test("the typeable style is rejected if it does not fit")
    func typeable() throws {
        for text in [
            "maxlength: 19;", "minlength: 21;", "allowed: lower;", "required: [!];", "allowed: upper, lower, digit; maxlength: 17;",
        ] {
            let error = #expect(throws: PasswordRulesError.self) {
                try PasswordGenerator(rules: PasswordRules(strict: text), style: .typeable)
            }
            #expect(error?.code == .styleUnavailable, "\(text)")
        }
        for text in [
            "maxlength: 20;", "minlength: 20;", "required: [-!]; allowed: ascii-printable;",
            "allowed: upper, lower, digit; maxlength: 18;",
        ] {
            #expect(try PasswordGenerator(rules: PasswordRules(strict: text), style: .typeable).style == .typeable)
        }
    }
}
