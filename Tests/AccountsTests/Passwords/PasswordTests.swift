import Secrets
import TestKit
import Testing

@testable import Accounts

@Suite("A password")
struct PasswordTests {
    @Test(
        "the same characters have the same bytes from every keyboard",
        arguments: [
            ("caf\u{E9}", "cafe\u{301}"), ("\u{C5}ngstr\u{F6}m", "A\u{30A}ngstro\u{308}m"), ("\u{212B}", "\u{C5}"),
            ("\u{2126}", "\u{3A9}"),
            ("\u{1EC7}", "e\u{323}\u{302}"), ("\u{1EC7}", "e\u{302}\u{323}"), ("q\u{307}\u{323}", "q\u{323}\u{307}"),
            ("\u{D55C}\u{AD6D}", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}"), ("\u{30AC}", "\u{30AB}\u{3099}"),
        ])
    func composition(one: String, other: String) {
        #expect(bytes(one) == bytes(other))
        #expect(Password(one).matches(Password(other)))
        #expect(Password(one).scalarCount == Password(other).scalarCount)
    }

    @Test("a Korean syllable has the same bytes in every composition")
    func hangul() {
        #expect(bytes("\u{D558}\u{11AB}\u{AD6D}") == bytes("\u{D55C}\u{AD6D}"))
        #expect(bytes("\u{1112}\u{1176}") == Array("\u{1112}\u{1176}".utf8))
    }

    @Test("vowel signs that decompose are sorted")
    func tibetan() {
        #expect(bytes("\u{F40}\u{300}\u{F73}") == bytes("\u{F40}\u{F71}\u{F72}\u{300}"))
    }

    @Test(
        "only composition is applied: other characters are another password",
        arguments: [
            ("Correct horse", "correct horse"), ("correct horse", "correct horse "), ("correct horse", " correct horse"),
            ("correct horse", "correct\u{A0}horse"), ("ﬁsh", "fish"), ("①", "1"), ("Ａ", "A"), ("straße", "strasse"),
            ("a\u{200B}b", "ab"),
            ("a\0b", "a"), ("a\0b", "a\0c"), ("a\0", "a"), ("\u{FEFF}a", "a"), ("a\r\n", "a\n"), ("é", "e"), ("ı", "i"),
            ("👩‍💻", "👩💻"),
        ])
    func distinct(one: String, other: String) {
        #expect(bytes(one) != bytes(other))
        #expect(!Password(one).matches(Password(other)))
    }

    @Test("the bytes are the UTF-8 of the text")
    func utf8() {
        #expect(bytes("pässwörd 密碼 🔑") == Array("pässwörd 密碼 🔑".utf8))
        #expect(bytes("") == [])
        #expect(bytes("a\0b") == [0x61, 0, 0x62])
        #expect(Password("pässwörd 密碼 🔑").revealText() == "pässwörd 密碼 🔑")
    }

    @Test(
        "nothing is truncated: a difference in the last scalar matters at every length",
        arguments: [1, 55, 56, 71, 72, 73, 127, 128, 255, 256, 511, 512, 1_023, 1_024, 4_096])
    func lastScalar(count: Int) {
        for filler in ["a", "é", "密", "🔑"] {
            let start = String(repeating: filler, count: count - 1)
            #expect(!Password(start + "x").matches(Password(start + "y")))
            #expect(bytes(start + "x").count == (count - 1) * filler.utf8.count + 1)
            #expect(Password(start + "x").scalarCount == count)
        }
    }

    @Test(
        "length is counted in scalars after composition",
        arguments: [
            ("", 0), ("abc", 3), ("caf\u{E9}", 4), ("cafe\u{301}", 4), ("e\u{301}\u{301}", 2), ("\u{1112}\u{1161}\u{11AB}", 1),
            ("🔑", 1),
            ("👩‍💻", 3), ("\r\n", 2), ("🇩🇪", 2), ("\u{958}", 2),
        ])
    func scalarCount(text: String, count: Int) {
        #expect(Password(text).scalarCount == count)
    }

    @Test("a password of random scalars keeps each of them in composed form", arguments: 1...4)
    func composed(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            var scalars = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 1...20, using: &dice) {
                if let scalar = Unicode.Scalar(UInt32.random(in: 0...0x2_FFFF, using: &dice)) { scalars.append(scalar) }
            }
            let text = String(scalars)
            let password = Password(text)
            // Swift compares strings by canonical equivalence.
            #expect(password.revealText() == text)
            #expect(Password(password.revealText()).matches(password))
            #expect(password.scalarCount == password.revealText().unicodeScalars.count)
        }
    }

    private func bytes(_ text: String) -> [UInt8] {
        Password(text).bytes.withBytes { Array($0) }
    }
}
