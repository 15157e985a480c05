import Testing
import Texts

@Suite("Choice of a language")
struct LanguageChoiceTests {
    @Test("the account's setting precedes the cookie, the cookie the header, and the header the configuration")
    func rank() {
        var choice = LanguageChoice(account: .german, cookie: "fr", acceptLanguage: "it")
        #expect(choice.reader(configured: .spanish).language == .german)
        choice.account = nil
        #expect(choice.reader(configured: .spanish).language == .french)
        choice.cookie = nil
        #expect(choice.reader(configured: .spanish).language == .italian)
        choice.acceptLanguage = nil
        #expect(choice.reader(configured: .spanish).language == .spanish)
    }

    @Test("a cookie with another value is ignored", arguments: ["", "xx", "FR", "fr-CA", "en-XA", "de;q=1", "fr\r\nSet-Cookie: a"])
    func cookie(_ value: String) {
        #expect(LanguageChoice(cookie: value, acceptLanguage: "it").reader(configured: .spanish).language == .italian)
    }

    @Test(
        "a range is looked up by its script and shortened until a language matches",
        arguments: [
            ("zh", Language.simplifiedChinese), ("zh-CN", .simplifiedChinese), ("zh-SG", .simplifiedChinese),
            ("zh-Hans-TW", .simplifiedChinese),
            ("zh-TW", .traditionalChinese), ("zh-HK", .traditionalChinese), ("zh-MO", .traditionalChinese),
            ("zh-Hant", .traditionalChinese),
            ("zh-Hant-CN", .traditionalChinese), ("ZH-hk", .traditionalChinese), ("zh-Latn-CN", .simplifiedChinese),
            ("pt", .portuguese),
            ("pt-PT", .portuguese), ("pt-BR", .portuguese), ("de-CH-1996", .german), ("de-DE-u-co-phonebk", .german),
            ("es-419", .spanish),
            ("iw", .hebrew), ("iw-IL", .hebrew), ("he", .hebrew), ("ar-EG", .arabic), ("ja-JP", .japanese), ("ko-KR", .korean),
            ("ru-UA", .russian), ("en-GB-oed", .english), ("fr-x-private", .french),
        ])
    func lookUp(_ range: String, _ language: Language) {
        let configured: Language = language == .italian ? .english : .italian
        #expect(LanguageChoice(acceptLanguage: range).reader(configured: configured).language == language)
    }

    @Test(
        "an unknown language leaves the configured one",
        arguments: ["nl", "sr-Latn", "yue", "tlh", "x-klingon", "und", "und-Latn", "en-XA"])
    func unknown(_ range: String) {
        let configured: Language = range == "en-XA" ? .english : .italian
        #expect(LanguageChoice(acceptLanguage: range).reader(configured: configured).language == configured)
    }

    @Test(
        "weights order the ranges, and weight 0 excludes a language",
        arguments: [
            ("de;q=0.5, fr;q=0.9", Language.french), ("de, fr", .german), ("nl, fr;q=0.1", .french), ("de;q=0, fr;q=0.1", .french),
            ("*, de;q=0.5", .italian), ("de;q=0.5, *;q=0.1", .german), ("it;q=0, *", .italian), ("it;q=0, *, ja;q=0.2", .japanese),
            ("zh-TW;q=0, zh;q=0.5, de;q=0.1", .simplifiedChinese), ("*;q=0", .italian),
        ])
    func weights(_ field: String, _ language: Language) {
        #expect(LanguageChoice(acceptLanguage: field).reader(configured: .italian).language == language)
    }

    @Test(
        "dates follow the region that the client writes, in the language of the texts",
        arguments: [
            ("de-AT", Language?.none, "de-AT"), ("en-GB, de", nil, "en-GB"), ("pt-PT", nil, "pt-PT"), ("zh-HK", nil, "zh-Hant-HK"),
            ("es-419", nil, "es-419"), ("de", nil, "de"), ("en-GB, de-CH;q=0.5", .german, "de-CH"), ("en-GB", .german, "de"),
        ])
    func region(_ field: String, _ account: Language?, _ locale: String) {
        #expect(LanguageChoice(account: account, acceptLanguage: field).reader(configured: .italian).locale == locale)
    }

    @Test("the pseudo-language needs to be offered")
    func pseudo() {
        let choice = LanguageChoice(acceptLanguage: "en-XA")
        #expect(choice.reader(configured: .german, offered: Language.allCases).language == .pseudo)
        #expect(choice.reader(configured: .german).language == .english)
        #expect(LanguageChoice(account: .pseudo, cookie: "fr").reader(configured: .german).language == .french)
        #expect(LanguageChoice(cookie: "en-XA").reader(configured: .german, offered: Language.allCases).language == .pseudo)
    }
}
