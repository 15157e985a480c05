import ConformanceData
import FoundationEssentials
import PasswordStrength
import Testing

@Suite("Agreement with zxcvbn 4.4.2")
struct ReferenceAgreementTests {
    @Test("every password that the reference scores below our threshold is rejected")
    func stricterWins() throws {
        let entries = try Reference.entries()
        try #require(entries.count == 45)
        for entry in entries where entry.score < Self.threshold {
            #expect(try isRejected(entry.password), "\(entry.password)")
        }
    }

    @Test("a password that the reference accepts is accepted, except for those that a stricter count rejects")
    func stricterRules() throws {
        let rejected = try Reference.entries().filter { try $0.score >= Self.threshold && isRejected($0.password) }
        #expect(rejected.map(\.password) == Self.stricter)
    }

    /// The score that `passwords.minimumScore` requires by default.
    private static let threshold = 3

    /// Words without separators, and a name of two words that is more frequent in the C library.
    private static let stricter = ["CorrectHorseBatteryStaple", "0xDEADBEEF", "correcthorsebatterystaple", "ryanhunter2000"]

    private let common = CommonPasswords()

    private func isRejected(_ password: String) throws -> Bool {
        try StrengthEstimator().estimate(password).score < Self.threshold || common.contains(password)
    }
}

/// Passwords with the scores of zxcvbn 4.4.2.
private enum Reference {
    struct Entry: Decodable {
        let password: String
        let score: Int
    }

    static func entries() throws -> [Entry] {
        try ConformanceData.json("passwords/zxcvbn-4.4.2.json")
    }
}
