import PasswordStrength
import Testing

@testable import Accounts

@Suite("Password policy with rules")
struct BrokenRuleTests {
    static let rules = "required: digit; required: upper, [-!]; allowed: lower; max-consecutive: 2; minlength: 8; maxlength: 64;"

    @Test(
        "a password that satisfies the rules is accepted",
        arguments: ["velvetOtter41harbour", "velvet-otter41harbour", "hovpo3-Sehxys-xicfap"])
    func kept(text: String) throws {
        #expect(try rejections(text).isEmpty)
    }

    @Test(
        "a violated rule is named and described",
        arguments: [
            ("velvetOtterharbour", "The password must contain a digit from 0 to 9 (required: digit)."),
            (
                "velvetotter41harbour",
                "The password must contain an uppercase letter from A to Z or one of - ! (required: upper,[-!])."
            ),
            ("velvettt-otter41harbour", "The password repeats a character more than 2 times in a row (max-consecutive: 2)."),
            (
                "velvet otter41-harbour",
                "The password contains a character that is not allowed at position 7. Use only uppercase letters from A to Z, "
                    + "lowercase letters from a to z, digits from 0 to 9 or - ! (allowed: upper,lower,digit,[-!])."
            ),
        ])
    func broken(text: String, message: String) throws {
        let rejections = try rejections(text)
        #expect(rejections.map(\.code) == ["password-rules"])
        #expect(rejections.map(\.message) == [message])
    }

    @Test("all violated rules are reported, then the other reasons, and no message quotes the password")
    func several() throws {
        let rejections = try rejections("passwordpassword")
        #expect(rejections.map(\.code) == ["password-rules", "password-rules", "password-common"])
        #expect(!rejections.map(\.message).joined().contains("passwordpassword"))
    }

    @Test("rules of length keep their codes and come first")
    func lengths() throws {
        #expect(try rejections("aB3") == [.tooShort(minimum: 8)])
        #expect(try rejections(String(repeating: "velvet-otter41", count: 5)) == [.tooLong(maximum: 64)])
        #expect(try rejections("velvet-\0otter41") == [.containsNull])
    }

    @Test("rules apply to composed text")
    func composed() throws {
        let policy = try policy("allowed: unicode; max-consecutive: 1; minlength: 12; maxlength: 64;")
        #expect(policy.rejections(of: Password("qZ7#vN2!kLpe\u{301}"), for: nil).isEmpty)
        #expect(policy.rejections(of: Password("qZ7#vN2!kLe\u{301}\u{E9}"), for: nil).map(\.code) == ["password-rules"])
    }

    private func rejections(_ text: String) throws -> [PasswordRejection] {
        try policy(Self.rules).rejections(of: Password(text), for: nil)
    }

    private func policy(_ rules: String) throws -> PasswordPolicy {
        PasswordPolicy(
            requirements: try PasswordRequirements(rules), commonPasswords: Self.common, estimator: StrengthEstimator())
    }

    private static let common = CommonPasswords()
}
