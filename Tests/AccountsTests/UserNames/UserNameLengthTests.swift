import Testing

@testable import Accounts

@Suite("The length of a user name")
struct UserNameLengthTests {
    @Test(
        "3 to 254 scalars are accepted",
        arguments: [3, 4, 253, 254])
    func withinBounds(count: Int) throws {
        let text = String(repeating: "x", count: count)
        #expect(try UserName(text).text == text)
    }

    @Test(
        "fewer than 3 scalars are too short, and more than 254 too long",
        arguments: [
            (0, UserNameError.tooShort), (1, .tooShort), (2, .tooShort), (255, .tooLong), (256, .tooLong), (65_536, .tooLong),
        ])
    func outOfBounds(count: Int, rejection: UserNameError) {
        #expect(throws: rejection) { try UserName(String(repeating: "x", count: count)) }
    }

    @Test("an e-mail address has at most 254 characters")
    func addresses() throws {
        let address =
            "anna@" + String(repeating: "d", count: 61) + "." + String(repeating: String(repeating: "e", count: 61) + ".", count: 2)
        let longest = address + String(repeating: "f", count: 254 - address.count)
        #expect(try UserName(longest).text.count == 254)
        #expect(throws: UserNameError.tooLong) { try UserName(longest + "f") }
    }

    @Test("scalars are counted after composition, without surrounding white space")
    func whatCounts() throws {
        #expect(try UserName(String(repeating: "e\u{301}", count: 254)).text.unicodeScalars.count == 254)
        #expect(throws: UserNameError.tooLong) { try UserName(String(repeating: "e\u{301}", count: 255)) }
        #expect(throws: UserNameError.tooShort) { try UserName("e\u{301}e\u{301}") }
        // One typed character, which compares as three.
        #expect(throws: UserNameError.tooShort) { try UserName("\u{FB03}") }
        #expect(throws: UserNameError.tooShort) { try UserName("  xy \n") }
        #expect(try UserName(" \u{3000}xyz\u{A0}\t\r\n").text == "xyz")
    }

    @Test("a name that compares as two characters is too short in every spelling")
    func shortKeys() throws {
        // Half-width ka with a voicing mark has two typed scalars and compares as one.
        #expect(throws: UserNameError.tooShort) { try UserName("\u{FF76}\u{FF9E}\u{FF76}") }
        #expect(try UserName("\u{FF76}\u{FF9E}\u{FF76}\u{FF76}").key.text == "ガカカ")
    }

    @Test("only the beginning of an oversized text is compared, which limits the server's work")
    func endlessTexts() throws {
        let endless = UserNameKey(String(repeating: "\u{FDFA}", count: 20_000))
        #expect(endless == UserNameKey(String(repeating: "\u{FDFA}", count: 1_024)))
        #expect(endless.text.unicodeScalars.count <= 1_024 * 18)
        // The longest name in its longest spelling, with four scalars for each character.
        let decomposed = String(repeating: "\u{3B1}\u{313}\u{300}\u{345}", count: 254)
        #expect(try UserName(decomposed).key == UserNameKey(String(repeating: "\u{1F82}", count: 254)))
        #expect(try UserName(decomposed).key != UserNameKey(String(repeating: "\u{1F82}", count: 253)))
    }

    @Test("a name with an oversized compared form is too long")
    func longKeys() throws {
        // One square kilometre sign becomes six katakana in NFKC, eighteen bytes.
        #expect(try UserName(String(repeating: "\u{3316}", count: 113)).key.text.utf8.count == 2_034)
        #expect(throws: UserNameError.tooLong) { try UserName(String(repeating: "\u{3316}", count: 114)) }
    }
}
