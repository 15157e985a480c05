import PasswordRules
import Testing

/// Each pattern stands beside what it means, written by hand; the passwords are drawn by the rules that it gives.
@Suite("Passwords of converted rules match the pattern")
struct PatternSoundnessTests {
    struct Meaning: Sendable, CustomTestStringConvertible {
        let pattern: String
        let matches: @Sendable (String) -> Bool
        var testDescription: String { pattern }
    }

    private static func isLower(_ character: Character) -> Bool { ("a"..."z").contains(character) }
    private static func isUpper(_ character: Character) -> Bool { ("A"..."Z").contains(character) }
    private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
    private static func isWord(_ character: Character) -> Bool {
        isLower(character) || isUpper(character) || isDigit(character) || character == "_"
    }

    /// The longest run of one character.
    private static func longestRun(_ text: String) -> Int {
        var longest = 0
        var run = 0
        var last: Character?
        for character in text {
            run = character == last ? run + 1 : 1
            last = character
            longest = max(longest, run)
        }
        return longest
    }

    static let meanings: [Meaning] = [
        Meaning(pattern: #"^(?=.*[0-9])(?=.*[a-z])(?=.*[A-Z])(?=.*[@#$%^&+=])(?=\S+$).{8,}$"#) {
            $0.count >= 8 && $0.contains(where: isDigit) && $0.contains(where: isLower) && $0.contains(where: isUpper)
                && $0.contains { "@#$%^&+=".contains($0) } && !$0.contains(" ")
        },
        Meaning(pattern: #"(?=^.{8,}$)((?=.*\d)|(?=.*\W+))(?![.\n])(?=.*[A-Z])(?=.*[a-z]).*$"#) {
            $0.count >= 8 && $0.contains { isDigit($0) || !isWord($0) } && $0.first != "." && $0.contains(where: isUpper)
                && $0.contains(where: isLower)
        },
        Meaning(pattern: #"(?=(.*[a-z]){1,})(?!.*(.)\2{2})(?!.*\s).{7,30}"#) {
            (7...30).contains($0.count) && $0.contains(where: isLower) && longestRun($0) <= 2 && !$0.contains(" ")
        },
        Meaning(pattern: "^(?![0-9]+$)(?![a-zA-Z]+$)[0-9A-Za-z]{6,20}$") {
            (6...20).contains($0.count) && !$0.allSatisfy(isDigit) && !$0.allSatisfy { isLower($0) || isUpper($0) }
                && $0.allSatisfy { isWord($0) && $0 != "_" }
        },
        Meaning(pattern: "^(?=.*[@#$%^&+=])[A-Za-z0-9@$!%*?&]{8,}$") {
            $0.count >= 8 && $0.contains { "@#$%^&+=".contains($0) }
                && $0.allSatisfy { isWord($0) && $0 != "_" || "@$!%*?&".contains($0) }
        },
        Meaning(pattern: #"^(?=\D*\d)(?=[^A-Z]*[A-Z])[!-?A-Z0-9]{8,12}$"#) {
            (8...12).contains($0.count) && $0.contains(where: isDigit) && $0.contains(where: isUpper)
                && $0.allSatisfy { ("!"..."?").contains($0) || isUpper($0) }
        },
        Meaning(pattern: "^(?!.*[!-?])[ -~]{8,}$") { $0.count >= 8 && !$0.contains { ("!"..."?").contains($0) } },
        Meaning(pattern: "[a-z<-_]{8,}") { $0.count >= 8 && $0.allSatisfy { isLower($0) || ("<"..."_").contains($0) } },
        Meaning(pattern: #"(?=.*[\p{P}\p{S}])[\p{L}\p{P}]{8,}"#) {
            $0.count >= 8 && $0.allSatisfy { $0.isLetter || $0.isPunctuation } && $0.contains { $0.isPunctuation }
        },
    ]

    @Test("drawn by the generator and at random", arguments: meanings)
    func sound(meaning: Meaning) throws {
        let rules = try #require(try ConvertedPattern(meaning.pattern)).rules
        var random = SeededGenerator(seed: 1_747)
        let generator = try PasswordGenerator(rules: rules)
        for _ in 0..<200 {
            let password = generator.next(using: &random)
            #expect(meaning.matches(password), "\(password)")
        }
        let permitted = Array(rules.permitted.asciiCharacters)
        let smallest = rules.minLength?.count ?? 1
        let largest = rules.maxLength?.count ?? smallest + 12
        var satisfied = 0
        for _ in 0..<3_000 {
            let bytes = (0..<Int.random(in: smallest...largest, using: &random)).map { _ in
                permitted[Int.random(in: permitted.indices, using: &random)]
            }
            let password = String(decoding: bytes, as: UTF8.self)
            guard rules.violations(in: password).isEmpty else { continue }
            satisfied += 1
            #expect(meaning.matches(password), "\(password)")
        }
        #expect(satisfied > 100)
    }
}
