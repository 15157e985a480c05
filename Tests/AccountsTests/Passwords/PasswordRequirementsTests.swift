import Testing

@testable import Accounts

@Suite("Rules for new passwords")
struct PasswordRequirementsTests {
    @Test("the default rules allow any 12 to 1,024 characters")
    func standard() throws {
        #expect(PasswordRequirements.standard.text == "allowed: unicode; minlength: 12; maxlength: 1024;")
        #expect(try PasswordRequirements("allowed: unicode; minlength: 12; maxlength: 1024;") == .standard)
        #expect(PasswordRequirements.standard.lengths == 12...1_024)
        #expect(PasswordRequirements.standard.warnings.isEmpty)
    }

    @Test(
        "rules are published in canonical form, which parses to the same rules",
        arguments: [
            ("maxlength:64;required:digit,upper; minlength:8", "required: upper,digit; minlength: 8; maxlength: 64;"),
            ("ALLOWED: unicode; minlength: 128; maxlength: 4096", nil),
            (
                "allowed: [-a]; required: lower; minlength: 15; maxlength: 200;",
                "required: lower; allowed: [-a]; minlength: 15; maxlength: 200;"
            ),
            ("minlength: 9; minlength: 10; maxlength: 64;", "minlength: 10; maxlength: 64;"),
        ] as [(String, String?)])
    func canonical(text: String, canonical: String?) throws {
        guard let canonical else {
            #expect(throws: PasswordRequirementsError.self) { try PasswordRequirements(text) }
            return
        }
        let requirements = try PasswordRequirements(text)
        #expect(requirements.text == canonical)
        #expect(try PasswordRequirements(requirements.text) == requirements)
    }

    @Test(
        "rules that are malformed, contradictory, too lax or too strict are rejected with the reason",
        arguments: [
            ("", "minlength is missing"), ("allowed: unicode; maxlength: 64;", "minlength is missing"),
            ("minlength: 12;", "maxlength is missing"),
            ("minlength: 7; maxlength: 64;", "minlength 7 permits passwords that are short enough to search exhaustively"),
            ("minlength: 129; maxlength: 200;", "minlength 129 is too long to remember"),
            ("minlength: 12; maxlength: 63;", "maxlength 63 rejects long passwords"),
            ("minlength: 12; maxlength: 4097;", "maxlength 4097 is unnecessarily long"),
            ("minlength: 65; maxlength: 64;", "no password satisfies the rules, because minlength is larger than maxlength"),
            ("allowed: [a]; max-consecutive: 2; minlength: 8; maxlength: 64;", "only one character is permitted"),
            ("minlength: 12; maxlength: 64; foo: bar;", "at byte 31: unknown property name"),
            ("minlength: 12 ; maxlength: 64;", "at byte 12: the value must be digits"),
            ("minlength: 12;; maxlength: 64;", "at byte 15: the rest is ignored, because a property must begin with a letter"),
            (
                "allowed: [a-z]; minlength: 12; maxlength: 64;",
                "at byte 12: the dash is ignored, because it does not directly follow the opening bracket"
            ),
            (
                "allowed: [é]; minlength: 12; maxlength: 64;",
                "at byte 11: characters other than printable ASCII are ignored in a class"
            ),
        ])
    func rejected(text: String, reason: String) throws {
        let error = try #require(throws: PasswordRequirementsError.self) { try PasswordRequirements(text) }
        #expect(error.description.hasPrefix(reason), "\(error)")
        #expect(!error.remedy.isEmpty)
    }

    @Test("lengths at the bounds are accepted", arguments: [(8, 64), (128, 4_096), (64, 64)])
    func bounds(minimum: Int, maximum: Int) throws {
        #expect(try PasswordRequirements("minlength: \(minimum); maxlength: \(maximum);").lengths == minimum...maximum)
    }

    @Test("a text over 1,024 bytes is rejected")
    func long() throws {
        let rules = "minlength: 12; maxlength: 64;"
        #expect(throws: Never.self) { try PasswordRequirements(rules + String(repeating: " ", count: 1_024 - rules.utf8.count)) }
        #expect(throws: PasswordRequirementsError.tooLong) {
            try PasswordRequirements(rules + String(repeating: " ", count: 1_025 - rules.utf8.count))
        }
    }

    @Test("rules that iOS ignores are accepted with a warning")
    func ignoredByIOS() throws {
        let requirements = try PasswordRequirements("allowed: digit; minlength: 12; maxlength: 64;")
        #expect(requirements.warnings.count == 1)
        #expect(try PasswordRequirements("allowed: digit, lower; minlength: 12; maxlength: 64;").warnings.isEmpty)
    }
}
