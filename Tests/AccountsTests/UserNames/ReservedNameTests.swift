import Testing

@testable import Accounts

@Suite("Reserved user names")
struct ReservedNameTests {
    @Test(
        "names of the service, its staff and its system accounts are rejected",
        arguments: [
            "admin", "Administrator", "ROOT", "support", "apple", "latchkey", "postmaster", "well-known", "api", "no-reply", "noc",
        ])
    func reserved(text: String) {
        #expect(throws: UserNameError.reserved) { try UserName(text) }
    }

    @Test(
        "names that look like a reserved name are rejected",
        arguments: [
            // Cyrillic, Greek, Armenian, full width, mathematical.
            "аdmin", "аԁміп", "αdmin", "ａｄｍｉｎ", "𝐚𝐝𝐦𝐢𝐧", "ⓐⓓⓜⓘⓝ", "rооt", "гооt", "ѕuрроrt", "υser", "ѕtаff", "μser",
            // Digits and capitals that pass for letters.
            "adm1n", "4dm1n", "r00t", "supp0rt", "5upport", "he1p", "heIp", "AdmlN", "h3lp", "t3am", "7eam", "lnfo", "1ogin",
            "9uest",
            // Capitals of other alphabets, which look like an ASCII capital and not like its small form.
            "ΗELP", "НELP", "ΑDΜΙΝ", "ΝEWS", "ROOΤ", "SΥSTEM", "ΑΡΡLΕ", "SΤΑFF",
            // Small capitals, strokes, hooks; scripts whose letters are Latin capitals in shape.
            "ᴀᴅᴍɪɴ", "ʀᴏᴏᴛ", "ađmin", "ħelp", "ƒtp", "ᎪᎠᎷᎥn", "ꓮꓓꓟꓲꓠ", "ᗩᗪᗰIᑎ", "ⲣaѕѕword",
            // Separators and marks.
            "a-d-m-i-n", "ad.min", "_admin_", "admin-", "a'd'm'i'n", "ádmin", "àḋṁíñ", "a\u{336}d\u{336}m\u{336}i\u{336}n\u{336}",
            "adm\u{131}n", "admİn",
            // Letters that look like another one together.
            "adrnin", "rnod", "tearn", "vvww", "wvvw", "vvebmaster", "moclerator", "rnoclerator", "sysaclmin", "nevvs", "tеarn",
            // All combined.
            "А-d_m1п", "r.0.о.T",
        ])
    func confusable(text: String) {
        #expect(throws: UserNameError.reserved) { try UserName(text) }
    }

    @Test(
        "names that only contain a reserved name, or visibly differ by a letter, are accepted",
        arguments: [
            "adminah", "admi", "dmin", "admina", "administer", "rooted", "roots", "modern", "model", "modesty", "helper", "helping",
            "testa", "tester", "contest", "teams", "steam", "guests", "newsman", "informer", "owners", "userland", "users",
            "appleton", "pineapple",
            "mailer", "loginova", "nulla", "selfie", "selma", "salesman", "staffan", "rott", "rod", "meg", "mel", "api2", "admin2",
            "анна", "адмирал",
            "root.beer", "modena", "clara", "marnie", "carnival", "ivvy",
        ])
    func minimalPairs(text: String) throws {
        #expect(try UserName(text).text == text)
    }

    @Test("an e-mail address is accepted with any local part")
    func addresses() throws {
        for text in ["admin@example.com", "ROOT@example.com", "support@example.org"] {
            #expect(try UserName(text).text == text)
        }
    }

    @Test("letters and digits that do not look alike are unchanged")
    func identity() {
        for letter in "abcdefghjklmnopqrstuvwxyz" {
            #expect(NameSkeleton(String(letter)).text == String(letter))
            #expect(NameSkeleton(letter.uppercased()).text == String(letter))
        }
        #expect(NameSkeleton("iI1|").text == "llll")
        #expect(NameSkeleton("6").text == "6")
    }
}
