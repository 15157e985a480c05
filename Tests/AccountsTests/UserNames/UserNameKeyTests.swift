import Testing

@testable import Accounts

@Suite("Equality of user names")
struct UserNameKeyTests {
    @Test(
        "names that look the same to a user are equal",
        arguments: [
            ("anna", "ANNA"), ("anna", "aNnA"), ("anna", " anna\t"), ("anna", "Ａｎｎａ"), ("anna", "𝐚𝐧𝐧𝐚"), ("anna", "ⓐⓝⓝⓐ"),
            ("ﬁsher", "fisher"), ("Ĳsbrand", "ijsbrand"), ("ﬆella", "stella"), ("①②③", "123"), ("strasse", "STRASSE"),
            ("straße", "strasse"), ("straße", "STRAẞE"), ("josé", "jose\u{301}"), ("JOSÉ", "jose\u{301}"),
            ("\u{1E9B}\u{323}xy", "\u{1E69}xy"), ("Ångström", "A\u{30A}ngstro\u{308}m"), ("\u{212B}ngström", "ångström"),
            ("\u{212A}elvin", "kelvin"), ("ΟΔΥΣΣΕΥΣ", "Οδυσσευς"), ("οδυσσευσ", "οδυσσευς"), ("İzmir", "i\u{307}zmir"),
            ("ИВАН", "иван"), ("Й\u{438}\u{306}xx", "йЙxx"), ("\u{1C80}\u{1C81}\u{1C82}x", "вдоx"), ("Ωmega", "\u{2126}MEGA"),
            ("ᏣᎳᎩ", "ꮳꮃꭹ"), ("Ⴀnna", "ⴀnna"), ("𐐀𐐁𐐂", "𐐨𐐩𐐪"),
            ("한국어", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}\u{110B}\u{1165}"),
            ("ﾊﾝﾅ", "ハンナ"), ("\u{FF76}\u{FF9E}kana", "ガkana"), ("ᾳxx", "ΑΙxx"), ("a\u{345}xx", "aιxx"),
            ("anna@example.com", "ANNA＠ＥＸＡＭＰＬＥ．com"), ("1\u{338}xy", "１\u{338}xy"),
        ])
    func same(one: String, other: String) {
        #expect(UserNameKey(one) == UserNameKey(other))
    }

    @Test("a Korean syllable is equal in every composition")
    func hangul() {
        // The syllable with and without a separate last consonant.
        #expect(UserNameKey("\u{D558}\u{11AB}\u{AD6D}") == UserNameKey("\u{D55C}\u{AD6D}"))
        #expect(UserNameKey("\u{1112}\u{1161}\u{11AB}\u{AD6D}") == UserNameKey("\u{D55C}\u{AD6D}"))
        // U+1176 is not a vowel that composes: the result would be the unassigned U+D7A4.
        #expect(UserNameKey("\u{1112}\u{1176}").text == "\u{1112}\u{1176}")
    }

    @Test("marks are equal in any canonical order")
    func markOrder() {
        #expect(UserNameKey("q\u{307}\u{323}") == UserNameKey("q\u{323}\u{307}"))
        #expect(UserNameKey("ka\u{300}\u{F73}") == UserNameKey("ka\u{F71}\u{F72}\u{300}"))
    }

    @Test(
        "names that look different to a user differ",
        arguments: [
            ("anna", "anne"), ("anna", "an na"), ("anna", "anná"), ("anna", "аnna"), ("anna", "anna1"), ("anna", "ana"),
            ("kirmizi", "kırmızı"), ("izmir", "İzmir"), ("muller", "müller"), ("mueller", "müller"), ("oslo", "øslo"),
            ("strase", "straße"), ("anna@example.com", "anna@example.org"), ("ann.a", "anna"), ("hannes", "hann\u{338}es"),
            ("ハナ", "はな"), ("한국", "하국"),
        ])
    func different(one: String, other: String) {
        #expect(UserNameKey(one) != UserNameKey(other))
    }

    @Test("a name is shown as typed, in composed form")
    func shown() throws {
        #expect(try UserName("  Anna.K ").text == "Anna.K")
        #expect(try UserName("Ａｎｎａ").text == "Ａｎｎａ")
        #expect(try UserName("ﬁsher").text == "ﬁsher")
        #expect(try UserName("STRAẞE").text == "STRAẞE")
        let composed = try UserName("jose\u{301}").text
        #expect(Array(composed.unicodeScalars) == Array("jos\u{E9}".unicodeScalars))
    }

    @Test("keys are compared scalar by scalar, as in a store")
    func scalars() {
        #expect(Array(UserNameKey("JOSE\u{301}").text.utf8) == Array("jos\u{E9}".utf8))
    }

    @Test("a stored name keeps its stored key, even if folding changes")
    func stored() throws {
        let name = try UserName("Anna.K")
        #expect(UserName(stored: name.text, key: UserNameKey(stored: name.key.text)) == name)
        #expect(UserName(stored: "Anna.K", key: UserNameKey(stored: "of-old")).key.text == "of-old")
    }

    @Test("an existing name stays valid when the rules become stricter")
    func storedReserved() {
        #expect(UserName(stored: "admin", key: UserNameKey(stored: "admin")).key == UserNameKey("ADMIN"))
        #expect(throws: UserNameError.reserved) { try UserName("admin") }
    }

    @Test("the local part is the text before the @, and all of a plain name")
    func localPart() throws {
        #expect(try UserName("Anna.K@Example.COM").localPart == "anna.k")
        #expect(try UserName("Anna.K").localPart == "anna.k")
        #expect(try UserName("ＡＮＮＡ＠example.com").localPart == "anna")
    }
}
