import PasswordRules
import Testing

@Suite("Diagnostics")
struct DiagnosticTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let text: String
        let code: PasswordRules.Diagnostic.Code
        let place: String
        let twin: String
        var testDescription: String { text }

        init(_ text: String, _ code: PasswordRules.Diagnostic.Code, at place: String, twin: String) {
            (self.text, self.code, self.place, self.twin) = (text, code, place, twin)
        }
    }

    static let repaired: [Case] = [
        Case("required: upper; foo: bar;", .unknownProperty, at: "foo", twin: "required: upper; allowed: lower;"),
        Case("Required: upper;", .unknownProperty, at: "Required", twin: "required: UPPER;"),
        Case("required : upper;", .missingColon, at: "required", twin: "required: upper;"),
        Case("minlength", .missingColon, at: "minlength", twin: "minlength:8"),
        Case("allowed:;", .emptyValue, at: "allowed:", twin: "allowed:upper;"),
        Case("allowed: upperr;", .unknownClass, at: "upperr", twin: "allowed: uPpEr;"),
        Case("allowed: upper,;", .expectedClass, at: ";", twin: "allowed: upper;"),
        Case("allowed: 1;", .expectedClass, at: "1", twin: "allowed: [1];"),
        Case("allowed: upper lower;", .expectedSeparator, at: "l", twin: "allowed: upper , lower;"),
        Case("allowed: upper,  ", .trailingComma, at: ",", twin: "allowed: upper  "),
        Case("allowed: []a];", .bracketNotLast, at: "a", twin: "allowed: [a]];"),
        Case("allowed: [abc", .unterminatedClass, at: "[abc", twin: "allowed: [abc]"),
        Case("allowed: [", .unterminatedClass, at: "[", twin: "allowed: [[]"),
        Case("allowed: [], upper;", .emptyClass, at: "[]", twin: "allowed: []], upper;"),
        Case("allowed: [a--b];", .misplacedDash, at: "--", twin: "allowed: [-ab];"),
        Case("allowed: [aéüb];", .ignoredCharacter, at: "éü", twin: "allowed: [ab];"),
        Case("minlength: 12 ;", .notANumber, at: "12 ", twin: "minlength: 12;"),
        Case("minlength: -1;", .notANumber, at: "-", twin: "minlength: 1;"),
        Case("maxlength: 0;", .zeroIgnored, at: "0", twin: "maxlength: 01;"),
        Case("maxlength: 9007199254740993;", .numberRounded, at: "9007199254740993", twin: "maxlength: 9007199254740992;"),
        Case("required: upper;; minlength: 8;", .stoppedReading, at: "; minlength: 8;", twin: "required: upper; minlength: 8;"),
        Case(";required: upper", .stoppedReading, at: ";required: upper", twin: "required: upper;"),
        Case("minlength: 12a; required: upper", .rulesDiscarded, at: "a; required: upper", twin: "minlength: 12; required: upper"),
        Case("allowed: ascii-printable, unicode;", .wideClassByOrder, at: "unicode", twin: "allowed: unicode;"),
        Case(
            "allowed: unicode; required: ascii-printable", .wideClassByOrder, at: "required: ascii-printable",
            twin: "allowed: unicode; required: unicode"),
    ]

    @Test(
        "a repair is reported at its position, and strict parsing rejects it; the near-twin is clean", arguments: repaired)
    func reported(_ test: Case) throws {
        let parsed = try PasswordRules.parse(test.text)
        let diagnostic = try #require(parsed.diagnostics.first { $0.code == test.code })
        let range = try #require(diagnostic.range)
        let bytes = Array(test.text.utf8)
        #expect(String(decoding: bytes[range], as: UTF8.self) == test.place)
        #expect(diagnostic.severity > .info)
        #expect(diagnostic.message.hasSuffix(".") && diagnostic.remedy.hasSuffix("."))

        let error = #expect(throws: PasswordRulesError.self) { try PasswordRules(strict: test.text) }
        #expect(error?.code == .notStrict)
        #expect(error?.diagnostics == parsed.diagnostics)
        #expect(error?.position == parsed.diagnostics.first { $0.severity > .info }?.range?.lowerBound)
        #expect(try PasswordRules.parse(test.twin).worst ?? .info == .info)
        #expect(throws: Never.self) { try PasswordRules(strict: test.twin) }
    }

    @Test(
        "redundant text is reported but not rejected",
        arguments: [
            ("allowed: upper, [AB];", PasswordRules.Diagnostic.Code.addsNothing, "[AB]"),
            ("allowed: ascii-printable, lower", .addsNothing, "lower"),
            ("minlength: 8; minlength: 9;", .combinedLimits, "minlength: 9"),
        ])
    func superfluous(text: String, code: PasswordRules.Diagnostic.Code, place: String) throws {
        let parsed = try PasswordRules.parse(text)
        #expect(parsed.diagnostics.map(\.code) == [code])
        #expect(parsed.worst == .info)
        let range = try #require(parsed.diagnostics.first?.range)
        #expect(String(decoding: Array(text.utf8)[range], as: UTF8.self) == place)
        #expect(throws: Never.self) { try PasswordRules(strict: text) }
    }

    @Test("a run of one kind of junk is one finding, so that findings stay few")
    func runs() throws {
        let text = "required: [a" + String(repeating: "-", count: 60_000) + "]"
        #expect(try PasswordRules.parse(text).diagnostics.count == 1)
    }

    @Test("text up to the limit is parsed, longer text is rejected with the limit")
    func limit() throws {
        let text = "minlength: 8;"
        #expect(try PasswordRules.parse(text, limit: 13).rules.minLength == 8)
        let error = #expect(throws: PasswordRulesError.self) { try PasswordRules.parse(text, limit: 12) }
        #expect(error?.code == .inputTooLong)
        #expect(error?.position == 12)
        let longest = String(repeating: " ", count: PasswordRules.defaultInputLimit)
        #expect(try PasswordRules.parse(longest).rules == PasswordRules())
        #expect(throws: PasswordRulesError.self) { try PasswordRules.parse(longest + " ") }
    }
}
