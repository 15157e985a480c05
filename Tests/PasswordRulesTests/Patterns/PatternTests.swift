import PasswordRules
import TestKit
import Testing

@Suite("Converting patterns")
struct PatternTests {
    @Test(
        "common forms of patterns are converted",
        arguments: [
            (".{8,}", "minlength: 8;"), ("^.{8,20}$", "minlength: 8; maxlength: 20;"), (".{8}", "minlength: 8; maxlength: 8;"),
            ("^(?=.*?[#?!@$%^&*-])(?=.*?[0-9]).{8,}$", "required: [-#?!@$%^&*]; required: digit; minlength: 8;"),
            ("(?=.{10,}$)(?=.*\\d).*", "required: digit; minlength: 10;"),
            ("[ -~]{8,}", "allowed: upper, lower, digit, special; minlength: 8;"),
            ("[!-~]+", "allowed: upper, lower, digit, [-!\"#$%&'()*+,./:;<=>?@[\\^_`{|}~]];"),
            ("\\w{6,}", "allowed: upper, lower, digit, [_]; minlength: 6;"),
            ("[\\w.-]{1,9}", "allowed: upper, lower, digit, [-_.]; minlength: 1; maxlength: 9;"),
            ("(?=.*[!@])[!@#]{3,}", "required: [!@]; allowed: [#]; minlength: 3;"), ("[[\\]]{2,}", "allowed: [[]]; minlength: 2;"),
            ("[a-z]{0,5}", "required: lower; maxlength: 5;"),
        ])
    func converted(pattern: String, text: String) throws {
        let converted = try #require(try ConvertedPattern(pattern))
        #expect(converted.text == text)
        #expect(try PasswordRules(strict: text) == converted.rules)
    }

    @Test(
        "patterns that rules cannot express are not converted",
        arguments: [
            "", "^$", ".*", "[^a]", "[a-f]{8,}", "[1-9]{4}", "[abc]+", "(?!.*\\s\\s).{8,}", "(?=.*\\W)[a-z!]{8,}", "a|b", "(ab)+",
            "[é]{8,}", "[a-z]{5,}[0-9]{3}",
            ".{20,8}", ".{0}", "\\t+", "[\\n]", "(?=.*[])x", "[]", "[a-z]??", "{8,}", ".{,8}",
            ".{99999999999999999999}",
        ])
    func none(pattern: String) throws {
        #expect(try ConvertedPattern(pattern) == nil)
    }

    @Test(
        "a malformed pattern is rejected with the position; the near-twin is converted",
        arguments: [
            ("[a-z", 0, "[a-z]"), ("(?=.*[a-z]", 0, "(?=.*[a-z])."), ("(?=.*[a-z].{8,}", 0, "(?=.*[a-z]).{8,}"),
            ("[a-z]+)", 6, "[a-z]+"),
            ("[a-z]+\\", 6, "[a-z\\\\]+"), ("\\d[", 2, "\\d"),
        ])
    func malformed(pattern: String, position: Int, twin: String) throws {
        let error = #expect(throws: PasswordRulesError.self) { try ConvertedPattern(pattern) }
        #expect(error?.code == .malformedPattern)
        #expect(error?.position == position)
        #expect(try ConvertedPattern(twin) != nil)
    }

    @Test("long patterns are rejected")
    func long() throws {
        let start = "[a-z]{8,}"
        let longest = start + String(repeating: "*", count: ConvertedPattern.inputLimit - start.count)
        #expect(try ConvertedPattern(longest) != nil)
        let error = #expect(throws: PasswordRulesError.self) { try ConvertedPattern(longest + "*") }
        #expect(error?.code == .inputTooLong)
    }

    @Test("the rules of any pattern can be parsed strictly")
    func random() throws {
        let parts = [
            "^", "(?=.*", "(?=", ")", "[", "]", "a-z", "A-Z", "0-9", "-", "\\d", "\\", "!@", ".", "*", "+", "?", "{8,}", "{8,20}",
            "$", "é", "x", "\"", "(?=.*[a-z])",
        ]
        var random = SeededGenerator(seed: 71)
        var found = 0
        for _ in 0..<50_000 {
            let pattern = (0..<Int.random(in: 0...8, using: &random)).map { _ in
                parts[Int.random(in: parts.indices, using: &random)]
            }.joined()
            guard let converted = try? ConvertedPattern(pattern) else { continue }
            found += 1
            #expect((try? PasswordRules(strict: converted.text)) == converted.rules, "\(pattern)")
        }
        #expect(found > 100)
    }
}
