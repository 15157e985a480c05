import TestKit
import Testing

@testable import PasswordStrength

@Suite("Common passwords")
struct CommonPasswordsTests {
    static let common = CommonPasswords()

    @Test(
        "a password is common by its construction",
        arguments: [
            ("1q2w3e4r5t6y", .listed), ("JustinBieber", .listed), ("administrator", .listed), ("password", .listed),
            ("cdefghijklmnopqr", .walk), ("89012345678901234", .walk), ("poiuytrewq", .listed), ("mlkjihgfedcba", .walk),
            ("йцукенгшщзхъ", .walk),
            ("abcabcabcabc", .repetition), ("letmeinletmein", .repetition), ("x!x!x!x!x!x!", .repetition),
            ("PASSWORDpasswordPassword", .repetition), ("éeéeéeéeéeée", .repetition),
            ("latchkeylatchkey", .repetition), ("hqxvzhqxvz", .repetition), ("kqzjvwxmrtpkqzjvwxmrtp", .repetition),
            ("password1234!", .trivialAffixes), ("Password2024!!", .trivialAffixes), ("2024letmein!", .trivialAffixes),
            ("dragon12345678", .trivialAffixes), ("7dragon592", .trivialAffixes), ("!!11111monkey", .trivialAffixes),
            ("letmeinletmein99", .trivialAffixes), ("monkey 09876543", .trivialAffixes),
            ("Парольпароль", .repetition), ("пароль87654321", .trivialAffixes),
        ] as [(String, CommonPasswordMatch)])
    func common(password: String, match: CommonPasswordMatch) {
        #expect(Self.common.match(password) == match)
        #expect(Self.common.contains(password))
    }

    @Test(
        "their near-twins are not common",
        arguments: [
            "", "1q2w3e4r5t6z", "justinbiebxr", "abcdefghijklmnoq", "acegikmoqsuwy", "abcdeabcdeabc",
            "letmeinletmeout", "hqxvzhqxvy", "kqzjvwxmrtpakqzjvwxmrtpa", "dragon48291357", "9482love1837", "passwordx1234y",
            "monkey$7k2q", "xqzj1234!", "!!!!11111monkey",
            "ab1234567890cd",
            "correct horse battery staple", "Zyxandria2024", "щхзйчкцбдлоа",
        ])
    func uncommon(password: String) {
        #expect(Self.common.match(password) == nil)
    }

    @Test("the lists contain the frequent passwords and more than three thousand of twelve characters")
    func lists() {
        let long = words(LongCommonPasswords.text)
        let short = words(FrequentPasswords.text)
        #expect(long.count == 5_066)
        #expect(short.count == 5_057)
        #expect(long == long.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        #expect(short == short.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        #expect(long.allSatisfy { $0.count >= 12 && $0 == $0.lowercased() })
        #expect(short.allSatisfy { (4...11).contains($0.count) && $0 == $0.lowercased() })
        #expect(Set(long).count == long.count)
    }

    @Test("composed and decomposed letters are equal")
    func normalization() {
        let common = CommonPasswords(adding: ["caf\u{E9} cr\u{E8}me au lait"])
        #expect(common.match("Cafe\u{301} Cre\u{300}me au lait") == .listed)
        #expect(common.match("CAF\u{C9} cr\u{E8}me au lait") == .listed)
        #expect(common.match("cafe creme au lait") == nil)
    }

    @Test("a very long text is not common, and is checked immediately")
    func long() {
        #expect(Self.common.match(String(repeating: "1", count: 100_000)) == nil)
        #expect(Self.common.match(String(repeating: "1", count: 512)) == .repetition)
    }

    @Test("texts of common pieces are checked quickly")
    func random() {
        var generator = SeededGenerator(seed: 7)
        let pieces = ["password", "1", "2024", "!", "é", "🔑", "пароль", " ", "abc", "9876"]
        for _ in 0..<500 {
            let text = (0..<Int.random(in: 0...12, using: &generator))
                .map { _ in pieces[Int.random(in: 0..<pieces.count, using: &generator)] }.joined()
            #expect(Self.common.match(text) == Self.common.match(text.uppercased()), "\(text)")
        }
    }

    @Test("the description of the lists does not contain them")
    func printing() {
        var dumped = ""
        dump(Self.common, to: &dumped)
        #expect("\(Self.common)" == "CommonPasswords(10123 passwords)")
        #expect(dumped.count < 100)
    }

    private func words(_ text: StaticString) -> [String] {
        text.description.split(whereSeparator: \.isWhitespace).map(String.init)
    }
}
