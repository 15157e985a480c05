import Testing

@testable import Accounts

@Suite("The characters of a user name")
struct UserNameSpellingTests {
    @Test(
        "letters, digits and some punctuation are accepted",
        arguments: [
            "anna", "Anna.K", "anna_k", "anna-k", "anna+k", "o'neill", "_anna_", "42nd", "123", "a.b.c", "müller", "Ёлка", "山田太郎",
            "まりこ", "한국어", "दीपक", "สมชาย", "ωmega", "مريم", "שרה", "anna١٢", "x²y³", "नि\u{915}\u{94D}\u{937}",
        ])
    func plainNames(text: String) throws {
        #expect(try UserName(text).text == text)
    }

    @Test(
        "an invisible character, or one that changes the reading direction, is rejected with its position",
        arguments: [
            ("an\u{200B}na", 2), ("an\u{200C}na", 2), ("an\u{200D}na", 2), ("an\u{2060}na", 2), ("an\u{FEFF}na", 2),
            ("an\u{AD}na", 2),
            ("an\u{34F}na", 2), ("an\u{61C}na", 2), ("an\u{115F}na", 2), ("an\u{1160}na", 2), ("an\u{17B4}na", 2),
            ("an\u{180B}na", 2),
            ("an\u{180E}na", 2), ("an\u{200E}na", 2), ("an\u{200F}na", 2), ("an\u{202A}na", 2), ("an\u{202E}na", 2),
            ("an\u{2066}na", 2),
            ("an\u{2069}na", 2), ("an\u{3164}na", 2), ("an\u{FFA0}na", 2), ("an\u{FE0F}na", 2), ("an\u{E0041}na", 2),
            ("an\u{E0100}na", 2),
            ("an\u{0}na", 2), ("an\u{7}na", 2), ("an\u{7F}na", 2), ("an\u{9B}na", 2), ("an\na", 2), ("an\tna", 2), ("an na", 2),
            ("an\u{A0}na", 2), ("an\u{2003}na", 2), ("an\u{3000}na", 2), ("an\u{2028}na", 2), ("an\u{E000}na", 2),
            ("an\u{FFFD}na", 2),
            ("an\u{FFFF}na", 2), ("an\u{378}na", 2), ("an\u{2800}na", 2), ("\u{200B}anna", 0), ("anna\u{200D}", 4),
        ])
    func invisible(text: String, position: Int) {
        #expect(throws: UserNameError.characterNotAllowed(position: position)) { try UserName(text) }
    }

    @Test(
        "other punctuation and symbols are rejected",
        arguments: [
            ("an/na", 2), ("an\\na", 2), ("an:na", 2), ("an;na", 2), ("an,na", 2), ("an<na", 2), ("an\"na", 2), ("an&na", 2),
            ("an%na", 2),
            ("an#na", 2), ("an?na", 2), ("an=na", 2), ("an|na", 2), ("an~na", 2), ("an!na", 2), ("an*na", 2), ("an(na", 2),
            ("an$na", 2),
            ("an😀na", 2), ("an€na", 2), ("an·na", 2), ("an’na", 2), ("an–na", 2), ("an。na", 2), ("an½na", 3), ("an¨na", 2),
            ("an\u{20DD}na", 2),
        ])
    func punctuation(text: String, position: Int) {
        #expect(throws: UserNameError.characterNotAllowed(position: position)) { try UserName(text) }
    }

    @Test(
        "a name has a letter or digit and does not begin with a mark",
        arguments: ["...", "---", "_.+'", "\u{301}anna", "\u{903}anna"])
    func nothingToRead(text: String) {
        #expect(throws: UserNameError.characterNotAllowed(position: 0)) { try UserName(text) }
    }

    @Test(
        "an e-mail address is accepted",
        arguments: [
            "anna@example.com", "a@b.de", "anna.k@example.com", "anna+list@example.com", "o'neill@example.ie",
            "!#$%&'*+-/=?^_`{|}~@example.com",
            "42@example.com", "anna@sub.domain.example.co.uk", "anna@xn--bcher-kva.example", "anna@bücher.example",
            "иван@пример.рф",
            "anna＠example.com", "anna@example．com", "admin@example.com", "root@example.com",
        ])
    func addresses(text: String) throws {
        #expect(try UserName(text).text == text)
    }

    @Test(
        "a text with @ that is not an e-mail address is rejected",
        arguments: [
            "anna@", "@example.com", "anna@example", "anna@@example.com", "anna@b@example.com", "anna@.com", "anna@example.",
            "anna@example..com", ".anna@example.com", "anna.@example.com", "an..na@example.com", "anna@-example.com",
            "anna@example-.com",
            "anna@exam_ple.com", "anna@exam ple.com", "anna@[192.0.2.1]", "anna@example.com:25", "anna@example.com/x", "@dmin",
            "anna＠example", "＠example.com", "anna@\u{301}example.com",
        ])
    func malformedAddresses(text: String) {
        #expect(throws: UserNameError.malformedAddress) { try UserName(text) }
    }

    @Test(
        "a local part has the characters of an atom and nothing invisible",
        arguments: [
            ("an na@example.com", 2), ("an\u{200B}na@example.com", 2), ("an\"na@example.com", 2), ("an(x)na@example.com", 2),
            ("an,na@example.com", 2), ("an:na@example.com", 2), ("\u{301}anna@example.com", 0), ("anna\u{202E}@example.com", 4),
        ])
    func localParts(text: String, position: Int) {
        #expect(throws: UserNameError.characterNotAllowed(position: position)) { try UserName(text) }
    }

    @Test("the parts of an address have separate length limits")
    func partLengths() throws {
        let label = String(repeating: "d", count: 63)
        #expect(throws: Never.self) { try UserName(String(repeating: "l", count: 64) + "@example.com") }
        #expect(throws: UserNameError.malformedAddress) { try UserName(String(repeating: "l", count: 65) + "@example.com") }
        #expect(throws: Never.self) { try UserName("anna@\(label).com") }
        #expect(throws: UserNameError.malformedAddress) { try UserName("anna@\(label)d.com") }
    }

    @Test("codes are stable")
    func codes() {
        let rejections: [UserNameError] = [.tooShort, .tooLong, .characterNotAllowed(position: 1), .malformedAddress, .reserved]
        #expect(
            rejections.map(\.code) == [
                "username-too-short", "username-too-long", "username-character-not-allowed", "username-malformed-address",
                "username-reserved",
            ])
        #expect(UserNameError.characterNotAllowed(position: 1).message.contains("at position 2"))
    }
}
