import FoundationEssentials
import PasswordStrength
import Testing

@Suite("Agreement with zxcvbn 4.4.2")
struct ReferenceAgreementTests {
    @Test(
        "six of ten scores are equal, and none is higher by more than one",
        .enabled(if: Reference.isPresent, "the conformance data is not beside this checkout"))
    func agreement() throws {
        let entries = try Reference.entries()
        try #require(entries.count >= 40)
        var equal = 0
        var higher = 0
        for entry in entries {
            let score = try StrengthEstimator().estimate(entry.password).score
            equal += score == entry.score ? 1 : 0
            higher += score > entry.score ? 1 : 0
            #expect(score <= entry.score + 1, "\(entry.password)")
        }
        // Measured with libzxcvbn 2.5: 30 of 45 equal, 9 higher.
        #expect(Double(equal) / Double(entries.count) >= 0.6)
        #expect(Double(higher) / Double(entries.count) <= 0.25)
    }

    @Test(
        "a password of 12 or more that the reference finds weak is weak here or common",
        .enabled(if: Reference.isPresent, "the conformance data is not beside this checkout"))
    func stricterWins() throws {
        let common = CommonPasswords()
        for entry in try Reference.entries() where entry.password.count >= 12 && entry.score < 2 {
            let score = try StrengthEstimator().estimate(entry.password).score
            #expect(score < 3 || common.contains(entry.password), "\(entry.password)")
        }
    }
}

/// Passwords with the scores of zxcvbn 4.4.2, read in place.
private enum Reference {
    struct Entry: Decodable {
        let password: String
        let score: Int
    }

    static var isPresent: Bool { FileManager.default.fileExists(atPath: path) }

    static func entries() throws -> [Entry] {
        try JSONDecoder().decode([Entry].self, from: Data(contentsOf: URL(filePath: path)))
    }

    /// `../shared/data` seen from the folder that holds the manifest.
    private static let path: String = {
        var folder = URL(filePath: #filePath).deletingLastPathComponent()
        while folder.path != "/", !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path) {
            folder = folder.deletingLastPathComponent()
        }
        return folder.deletingLastPathComponent().appending(path: "shared/data/passwords/zxcvbn-4.4.2.json").path
    }()
}
