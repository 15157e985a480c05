import PasswordRules
import Testing

@Suite("Lint")
struct LintTests {
    @Test(
        "each problem has its code; the near-twin does not have it",
        arguments: [
            ("minlength: 9; maxlength: 8;", PasswordRules.Diagnostic.Code.minLengthOverMaxLength, "minlength: 8; maxlength: 8;"),
            (
                "required: upper; required: lower; required: digit; maxlength: 2;", .requiredOverMaxLength,
                "required: upper; required: lower; maxlength: 2;"
            ),
            ("allowed: [a]; max-consecutive: 3; minlength: 4;", .runsTooShort, "allowed: [ab]; max-consecutive: 3; minlength: 4;"),
            ("maxlength: 11;", .iOSIgnoresShort, "maxlength: 12;"),
            ("allowed: [a]; max-consecutive: 11;", .iOSIgnoresShort, "allowed: [a]; max-consecutive: 12;"),
            ("allowed: digit, special;", .iOSIgnoresFewClasses, "allowed: digit, [a];"),
            ("required: lower;", .iOSIgnoresFewClasses, "required: lower, upper;"),
            (
                "required: upper; required: upper; allowed: lower;", .duplicateRequired,
                "required: upper; required: digit; allowed: lower;"
            ),
            (
                "required: upper; required: upper, digit; allowed: lower", .impliedRequired,
                "required: upper, lower; required: upper, digit; allowed: [-]"
            ),
            ("required: upper, lower;", .requiredMeansAnything, "required: upper, lower; allowed: digit;"),
            ("required: upper; allowed: upper, lower;", .allowedRepeatsRequired, "required: upper; allowed: lower;"),
            (
                "required: upper, lower; allowed: [AB];", .allowedRepeatsRequired,
                "required: upper, lower; allowed: ascii-printable;"
            ),
            ("max-consecutive: 20; maxlength: 20;", .maxConsecutiveWithoutEffect, "max-consecutive: 19; maxlength: 20;"),
            ("maxlength: 19;", .shortMaxLength, "maxlength: 20;"),
        ])
    func flaws(text: String, code: PasswordRules.Diagnostic.Code, twin: String) throws {
        let findings = try PasswordRules(strict: text).lint()
        #expect(findings.map(\.code).contains(code))
        #expect(findings.allSatisfy { $0.message.hasSuffix(".") && !$0.remedy.isEmpty })
        #expect(try !PasswordRules(strict: twin).lint().map(\.code).contains(code))
    }

    @Test("an empty required list is a problem")
    func emptyRequired() throws {
        #expect(try PasswordRules.parse("required: []").rules.lint().map(\.code) == [.emptyRequired])
    }

    @Test(
        "rules without problems have no diagnostics",
        arguments: [
            "", "allowed: unicode; minlength: 12; maxlength: 1024;",
            "required: upper; required: lower; required: digit; allowed: [-]; minlength: 8;",
        ])
    func clean(text: String) throws {
        let rules = try PasswordRules(strict: text)
        #expect(rules.lint().isEmpty)
        #expect(rules.isHonoredByIOS)
    }

    @Test("the most severe diagnostic is first, and none has a range")
    func order() throws {
        let findings = try PasswordRules(strict: "required: upper; required: upper; minlength: 12; maxlength: 8;").lint()
        #expect(findings.map(\.severity) == findings.map(\.severity).sorted(by: >))
        #expect(findings.first?.code == .minLengthOverMaxLength)
        #expect(findings.allSatisfy { $0.range == nil })
    }

    @Test("iOS considers a password of at least 12 characters from two classes")
    func iOS() throws {
        #expect(try PasswordRules(strict: "maxlength: 12; allowed: lower, digit;").isHonoredByIOS)
        #expect(try !PasswordRules(strict: "maxlength: 11; allowed: lower, digit;").isHonoredByIOS)
        #expect(try !PasswordRules(strict: "maxlength: 12; allowed: lower;").isHonoredByIOS)
    }

    @Test("published rules repeat no named class") func publishedRules() throws {
        for line in try ReferenceLine.all(in: "quirks-parsed.json") {
            let findings = try PasswordRules.parse(line.input).rules.lint()
            #expect(!findings.contains { $0.severity == .error }, "\(line.input)")
            #expect(!findings.map(\.code).contains(.allowedRepeatsRequired), "\(line.input)")
        }
    }
}
