import PasswordRules
import Testing

@Suite("Checking a password")
struct CheckerTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let rules: String
        let rejected: String
        let accepted: String
        let code: PasswordRules.Violation.Code
        let position: Int?
        let occurrences: Int
        var testDescription: String { rules }

        init(
            _ rules: String, _ rejected: String, _ accepted: String, _ code: PasswordRules.Violation.Code, at position: Int?,
            times occurrences: Int = 1
        ) {
            (self.rules, self.rejected, self.accepted) = (rules, rejected, accepted)
            (self.code, self.position, self.occurrences) = (code, position, occurrences)
        }
    }

    @Test(
        "one violated rule is reported with its position; the near-twin passes",
        arguments: [
            Case("minlength: 8;", "1234567", "12345678", .tooShort, at: nil),
            Case("minlength: 8;", "", "12345678", .tooShort, at: nil, times: 8),
            Case("maxlength: 3;", "abcde", "abc", .tooLong, at: 3, times: 2),
            Case("max-consecutive: 2;", "aabbb", "aabba", .tooManyConsecutive, at: 4),
            Case("max-consecutive: 2;", "111a2222", "11a22", .tooManyConsecutive, at: 2, times: 2),
            Case("max-consecutive: 1; allowed: unicode;", "xe\u{301}\u{E9}", "xe\u{E9}", .tooManyConsecutive, at: 2),
            Case("required: upper; allowed: ascii-printable;", "abc", "abC", .missingRequired, at: nil),
            Case("required: digit, [!]; allowed: lower;", "abc", "abc!", .missingRequired, at: nil),
            Case("allowed: lower;", "abCdE", "abcde", .notAllowed, at: 2, times: 2),
            Case("required: lower;", "a1", "aa", .notAllowed, at: 1),
            Case("", "né", "ne", .notAllowed, at: 1),
            Case("", "a\tb", "a b", .notAllowed, at: 1),
            Case("allowed: ascii-printable, unicode;", "é", "e", .notAllowed, at: 0),
            Case("required: unicode; minlength: 1;", "", "é", .tooShort, at: nil),
        ])
    func oneRule(_ test: Case) throws {
        let rules = try PasswordRules.parse(test.rules).rules
        let violations = rules.violations(in: test.rejected)
        let first = try #require(violations.first)
        #expect(first.code == test.code)
        #expect(first.position == test.position)
        #expect(first.occurrences == test.occurrences)
        #expect(rules.violations(in: test.accepted) == [])
    }

    @Test("every violated rule is reported once, in a fixed order, with its index")
    func allRules() throws {
        let rules = try PasswordRules(strict: "required: upper; required: lower; required: [!]; max-consecutive: 1; minlength: 8;")
        let violations = rules.violations(in: "AA1")
        #expect(violations.map(\.code) == [.tooShort, .tooManyConsecutive, .missingRequired, .missingRequired, .notAllowed])
        #expect(violations.compactMap(\.requiredIndex) == [1, 2])
        #expect(
            violations.map(\.rule.text) == [
                "minlength: 8", "max-consecutive: 1", "required: lower", "required: [!]", "allowed: upper,lower,[!]",
            ])
    }

    @Test("length counts the scalars of the composed text")
    func length() throws {
        let rules = try PasswordRules(strict: "allowed: unicode; minlength: 2; maxlength: 2;")
        for two in ["e\u{301}a", "éa", "🔑🔑", "\u{D55C}\u{1112}\u{1161}\u{11AB}"] {
            #expect(rules.isSatisfied(by: two), "\(two)")
        }
        #expect(rules.violations(in: "👨‍👩‍👧").first?.occurrences == 3)
        #expect(rules.violations(in: "e\u{301}").map(\.code) == [.tooShort])
    }

    @Test("unicode permits every scalar")
    func unicode() throws {
        let rules = try PasswordRules(strict: "allowed: unicode;")
        for value in stride(from: 0 as UInt32, through: 0x10_FFFF, by: 97) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            #expect(rules.isSatisfied(by: String(Character(scalar))))
        }
    }

    @Test("lists without characters require and permit nothing")
    func emptyLists() throws {
        let rules = try PasswordRules.parse("required: []; required: [abc").rules
        #expect(rules.required.count == 2)
        #expect(rules.isSatisfied(by: "anything at all"))
        #expect(!rules.isSatisfied(by: "é"))
        #expect(rules == PasswordRules(required: [.ascii(ASCIISet()), .ascii(ASCIISet())]))
        #expect(PasswordRules(allowed: .ascii(ASCIISet())).allowed == nil)
    }

    @Test("contradictory rules accept nothing")
    func contradiction() {
        let rules = PasswordRules(minLength: 3, maxLength: 2)
        #expect(rules.violations(in: "ab").map(\.code) == [.tooShort])
        #expect(rules.violations(in: "abc").map(\.code) == [.tooLong])
    }

    @Test("no message contains a character of the password")
    func messages() throws {
        let rules = try PasswordRules(strict: "required: digit; allowed: lower; max-consecutive: 1; maxlength: 2;")
        for violation in rules.violations(in: "§§§") {
            #expect(!violation.message.contains("§") && !"\(violation)".contains("§"))
        }
    }
}
