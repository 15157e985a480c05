import PasswordRules
import Testing

@Suite("Formatting rules")
struct FormattingTests {
    @Test("each form escapes the characters of its context")
    func forms() throws {
        let rules = try PasswordRules(strict: #"required: upper, [-\"'<>&]]; minlength: 8;"#)
        #expect(rules.formatted() == #"required: upper,[-"&'<>\]]; minlength: 8;"#)
        #expect(rules.formatted(as: .htmlAttribute) == #"required: upper,[-&quot;&amp;&#x27;&lt;&gt;\]]; minlength: 8;"#)
        #expect(rules.formatted(as: .swiftLiteral) == ##""required: upper,[-\"&'<>\\]]; minlength: 8;""##)
        #expect(rules.formatted(as: .objectiveCLiteral) == ##"@"required: upper,[-\"&'<>\\]]; minlength: 8;""##)
        #expect("\(rules)" == rules.formatted())
        #expect(PasswordRules().formatted(as: .swiftLiteral) == "\"\"")
    }

    @Test("an empty list is omitted, or formatted as the reference does")
    func emptyList() throws {
        let rules = try PasswordRules.parse("required: [abc").rules
        #expect(rules.formatted() == "")
        #expect(rules.formatted(compatibility: .appleCompatible) == "required: ;")
        #expect(rules.list().map(\.value) == [.classes([])])
    }

    @Test("a custom class is ordered by code, or keeps the order of marks that matter")
    func order() {
        let repertoire = CharacterRepertoire.ascii(ASCIISet("-]aZ!7".utf8))
        #expect(repertoire.classes(order: .ascii) == [.custom("Za7!-]")])
        #expect(repertoire.classes(order: .lossless) == [.custom("-Za7!]")])
        #expect(repertoire.classes(order: .appleCompatible) == [.custom("Za7-!]")])
    }

    @Test("complete classes are formatted by name, for any input form")
    func named() throws {
        let letters = String("abcdefghijklmnopqrstuvwxyz".shuffled())
        #expect(try PasswordRules.parse("allowed: [\(letters)], [0123456789!]").rules.formatted() == "allowed: lower,digit,[!];")
        #expect(try PasswordRules.parse("required: special, digit, lower, upper").rules.formatted() == "required: ascii-printable;")
    }

    @Test(
        "numbers are rounded digit by digit, and formatted as in JavaScript or so that they survive a round trip",
        arguments: [
            ("8", "8", "8"), ("0008", "8", "8"), ("9007199254740993", "9007199254740992", "9007199254740992"),
            ("99999999999999999999", "100000000000000020000", nil), ("100000000000000000000", "100000000000000000000", nil),
            ("999999999999999999999", "1.0000000000000001e+21", nil), ("1000000000000000000000", "1e+21", nil),
            ("123456789012345678901234", "1.2345678901234567e+23", nil),
            ("1" + String(repeating: "0", count: 309), "Infinity", "1" + String(repeating: "0", count: 309)),
        ])
    func numbers(digits: String, javaScript: String, lossless: String?) throws {
        let rules = try PasswordRules.parse("minlength: \(digits)").rules
        #expect(rules.formatted(compatibility: .appleCompatible) == "minlength: \(javaScript);")
        if let lossless { #expect(rules.formatted() == "minlength: \(lossless);") }
        #expect(try PasswordRules.parse(rules.formatted()).rules == rules)
    }

    @Test("rule numbers range from 1 to 2^53")
    func ruleNumbers() {
        #expect(RuleNumber(exactly: 0) == nil)
        #expect(RuleNumber(exactly: -1) == nil)
        #expect(RuleNumber(exactly: 1)?.count == 1)
        #expect(RuleNumber(exactly: 1 << 53)?.count == 1 << 53)
        #expect(RuleNumber(exactly: 1 << 53 + 1) == nil)
    }

    @Test(
        "of both wide classes, the first in the text counts; if permitted, the first in the canonical text"
    )
    func wideClasses() throws {
        let parsed = try PasswordRules.parse("allowed: unicode; required: ascii-printable;")
        #expect(parsed.merged.allowed == .unicode)
        #expect(parsed.rules.permitted == .asciiPrintable)
        #expect(try PasswordRules.parse(parsed.rules.formatted()).merged.allowed == .asciiPrintable)
    }
}
