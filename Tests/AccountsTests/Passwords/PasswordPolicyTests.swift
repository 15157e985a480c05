import PasswordStrength
import TestKit
import Testing

@testable import Accounts

@Suite("The password policy")
struct PasswordPolicyTests {
    static let policy = AccountBench.policy

    @Test(
        "a good password is accepted",
        arguments: [
            "velvet-otter 41 harbour", "qZ7#vN2!kLp9", "Ein Huhn das gern Klavier spielt", "密碼很長而且很難猜到的一句話",
            "hovpo3-Sehxys-xicfap",
        ])
    func good(text: String) throws {
        #expect(Self.policy.rejections(of: Password(text), for: try UserName("anna.k")).isEmpty)
    }

    @Test("12 to 1,024 scalars are accepted")
    func lengths() {
        let long = Self.varied(1_025)
        #expect(rejections(String(long.prefix(1_024))).isEmpty)
        #expect(rejections(long) == [.tooLong(maximum: 1_024)])
        #expect(rejections("qZ7#vN2!kLp9").isEmpty)
        #expect(rejections("qZ7#vN2!kLp") == [.tooShort(minimum: 12)])
        #expect(rejections("") == [.tooShort(minimum: 12)])
    }

    @Test("length is measured after composition, so a combining mark does not count separately")
    func composedLength() {
        #expect(rejections("qZ7#vN2!kLe\u{301}") == [.tooShort(minimum: 12)])
        #expect(rejections("qZ7#vN2!kLpe\u{301}").isEmpty)
        // Twelve scalars count as twelve, although they are four visible characters.
        #expect(!rejections("👩‍💻👨‍🚀👩‍🎤👨‍🌾").contains(.tooShort(minimum: 12)))
    }

    @Test(
        "a common password is rejected as common",
        arguments: ["123456789012", "qwertyuiop12", "Password1234", "passwordpassword", "letmeinletmein", "iloveyou1234!"])
    func common(text: String) {
        #expect(rejections(text) == [.common])
    }

    @Test(
        "a password that contains the user name is rejected, in any case and width",
        arguments: [
            ("anna.k", "otter-anna.k-42#Zq"), ("anna.k", "OTTER-ANNA.K-42#Zq"), ("anna.k", "otter-ａｎｎａ．ｋ-42#Zq"),
            ("Anna.K", "otter-anna.k-42#Zq"),
            ("straße", "xx STRASSE 42#Zq otter"), ("josé", "xx jose\u{301} 42#Zq otter"),
            ("anna@example.com", "otter-anna@example.com-4#Z"),
            ("anna@example.com", "otter-42#Zq-anna-harbour"), ("anna@example.com", "otter-42#Zq-ＡＮＮＡ-harbour"),
            ("eve", "harbour-Eve-42#Zq-otter"),
        ])
    func containsUserName(name: String, text: String) throws {
        #expect(Self.policy.rejections(of: Password(text), for: try UserName(name)) == [.containsUserName])
    }

    @Test(
        "a password that does not contain the user name is accepted",
        arguments: [
            ("anna.k", "otter-anna-k-42#Zq"), ("anna@example.com", "otter-ann-42#Zq-harbour"),
            ("xy@example.com", "oxy-otter-42#Zq-harbour"),
            ("straße", "xx stra 42#Zq otter"), ("josé", "xx jose 42#Zq otter"),
        ])
    func doesNotContain(name: String, text: String) throws {
        #expect(Self.policy.rejections(of: Password(text), for: try UserName(name)).isEmpty)
    }

    @Test("the password must not be the user name")
    func equalsUserName() throws {
        let name = "hovpo3-sehxys-xicfap"
        #expect(Self.policy.rejections(of: Password(name), for: try UserName(name)) == [.containsUserName])
        #expect(Self.policy.rejections(of: Password("Hovpo3-Sehxys-Xicfap"), for: try UserName(name)) == [.containsUserName])
    }

    @Test(
        "a password that no list matches but is easy to guess is weak",
        arguments: ["correcthorse1", "summerautumn1", "abcabcabdabc"])
    func weak(text: String) {
        #expect(rejections(text) == [.weak])
    }

    @Test(
        "a password with the minimum score is accepted, and one below is weak",
        arguments: ["correcthorse1", "abcabcabdabc", "velvet-otter 41 harbour"])
    func score(text: String) throws {
        let score = try StrengthEstimator().estimate(text).score
        #expect(policy(minimumScore: score).rejections(of: Password(text), for: nil).isEmpty)
        #expect(policy(minimumScore: score + 1).rejections(of: Password(text), for: nil) == [.weak])
    }

    @Test(
        "a guessable password that no list contains is rejected by a rule",
        arguments: ["Tr0ub4dour&3", "latchkeylatchkey", "correcthorsebatterystaple", "liverpoolfc1892", "Summer2026!Summer"])
    func byRule(text: String) {
        #expect(CommonPasswords().match(text) != .listed)
        #expect(!rejections(text).isEmpty)
    }

    @Test(
        "a password that contains a context word is rejected, in any case and width",
        arguments: ["otter-Anvil-42#Zq-harbour", "otter-ＡＮＶＩＬ-42#Zq-harbour", "otter BLUE FORGE 42#Zq", "xx STRASSE 42#Zq otter"])
    func contextWords(text: String) throws {
        let policy = PasswordPolicy(
            contextWords: ["anvil", "Blue Forge", "straße"], commonPasswords: CommonPasswords(), estimator: StrengthEstimator())
        #expect(policy.rejections(of: Password(text), for: nil) == [.containsContextWord])
        #expect(Self.policy.rejections(of: Password(text), for: nil).isEmpty)
        #expect(policy.rejections(of: Password("otter-anvl-42#Zq-harbour"), for: nil).isEmpty)
    }

    @Test("a context word with look-alikes is guessed first")
    func contextWordsLeet() {
        let policy = PasswordPolicy(
            contextWords: ["zyxandria"], commonPasswords: CommonPasswords(), estimator: StrengthEstimator())
        #expect(policy.rejections(of: Password("zYx4ndr1a2024"), for: nil) == [.weak])
        #expect(Self.policy.rejections(of: Password("zYx4ndr1a2024"), for: nil).isEmpty)
    }

    @Test("the default minimum score is 3 of 4")
    func defaultScore() {
        #expect(Self.policy.minimumScore == 3)
        #expect(Self.policy.lengths == 12...1_024)
    }

    @Test("U+0000 is rejected anywhere, and other control characters are accepted")
    func null() {
        #expect(rejections("velvet-otter\0 41 harbour") == [.containsNull])
        #expect(rejections("\0velvet-otter 41 harbour") == [.containsNull])
        #expect(rejections("velvet-otter 41 harbour\0") == [.containsNull])
        #expect(rejections("velvet-otter\u{1} 41 harbour").isEmpty)
        #expect(rejections("velvet-otter\u{2400} 41 harbour").isEmpty)
    }

    @Test("length is checked first, then U+0000, then the content, and strength if no other reason explains the weakness")
    func order() throws {
        let name = try UserName("passwort")
        #expect(Self.policy.rejections(of: Password("\0"), for: name) == [.tooShort(minimum: 12)])
        #expect(Self.policy.rejections(of: Password("\0passwort1234"), for: name) == [.containsNull])
        #expect(Self.policy.rejections(of: Password("passwortpasswort"), for: name) == [.common, .containsUserName])
        #expect(Self.policy.rejections(of: Password("passwort"), for: name) == [.tooShort(minimum: 12)])
    }

    @Test("without a user name, the other checks apply")
    func withoutName() {
        #expect(rejections("velvet-otter 41 harbour", for: nil).isEmpty)
        #expect(rejections("123456789012", for: nil) == [.common])
        #expect(rejections("short", for: nil) == [.tooShort(minimum: 12)])
    }

    @Test("codes and messages are stable and contain the limits")
    func codes() {
        let rejections: [PasswordRejection] = [
            .tooShort(minimum: 12), .tooLong(maximum: 1_024), .containsNull, .common, .containsUserName, .containsContextWord,
            .weak,
            .unchanged,
        ]
        #expect(
            rejections.map(\.code) == [
                "password-too-short", "password-too-long", "password-contains-null", "password-common",
                "password-contains-user-name", "password-contains-context-word", "password-weak", "password-unchanged",
            ])
        #expect(PasswordRejection.tooShort(minimum: 12).message.contains("12"))
        #expect(PasswordRejection.tooLong(maximum: 1_024).message.contains("1024"))
    }

    private func policy(minimumScore: Int) -> PasswordPolicy {
        PasswordPolicy(minimumScore: minimumScore, commonPasswords: CommonPasswords(), estimator: StrengthEstimator())
    }

    private func rejections(_ text: String, for name: String? = "anna.k") -> [PasswordRejection] {
        Self.policy.rejections(of: Password(text), for: name.flatMap { try? UserName($0) })
    }

    /// Returns a text without patterns.
    private static func varied(_ count: Int) -> String {
        var dice = SeededGenerator(seed: 3)
        let letters = Array("abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789#!-")
        return String((0..<count).map { _ in letters[Int.random(in: 0..<letters.count, using: &dice)] })
    }
}
