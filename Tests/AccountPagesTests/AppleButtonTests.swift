import AccountPages
import AppleButtons
import Markup
import Testing

@Suite("The Apple button")
struct AppleButtonTests {
    @Test(
        "its language is the first accepted one that Apple has a title in",
        arguments: [
            (nil, .english), ("", .english), ("*", .english), ("de", .german), ("de-AT", .german), ("DE-at", .german),
            ("fr-CA, fr;q=0.9, en;q=0.8", .french), ("en;q=0.8, ko", .korean), ("nl, es;q=0.5", .spanish),
            ("it;q=0.3,pt-BR;q=0.7", .portuguese), ("de;q=0, fr;q=0.1", .french), ("de;q=0", .english),
            ("de; q=0.5, ja ; q=0.6", .japanese), ("zh", .chineseSimplified), ("zh-CN", .chineseSimplified),
            ("zh-TW", .chineseTraditional), ("zh-HK", .chineseTraditional), ("zh-Hant", .chineseTraditional),
            ("zh-Hans-TW", .chineseSimplified), ("tlh, x-klingon", .english),
        ] as [(String?, AppleButtonLanguage)])
    func language(_ field: String?, _ expected: AppleButtonLanguage) {
        #expect(AppleButtonLanguage(accepting: field) == expected)
    }

    @Test(
        "malformed ranges are ignored, and the others are used",
        arguments: [
            (";;,de", .german), ("de;q=high, fr;q=0.1", .french), ("-,fr", .french), ("de;q=nan, it", .italian),
            ("de;q=inf, it", .italian), ("de;q=2, it", .italian), ("de;q=-1, it;q=0.1", .italian), ("\u{0}, ko", .korean),
        ] as [(String, AppleButtonLanguage)])
    func malformed(_ field: String, _ expected: AppleButtonLanguage) {
        #expect(AppleButtonLanguage(accepting: field) == expected)
    }

    @Test("at most 16 ranges are parsed")
    func limit() {
        let others = Array(repeating: "nl", count: 15)
        #expect(AppleButtonLanguage(accepting: (others + ["de"]).joined(separator: ",")) == .german)
        #expect(AppleButtonLanguage(accepting: (others + ["nl", "de"]).joined(separator: ",")) == .english)
    }

    @Test("every title names Apple, and the titles of a language are distinct", arguments: AppleButtonLanguage.allCases)
    func titles(_ language: AppleButtonLanguage) {
        let titles = AppleButtonKind.allCases.map(language.title)
        #expect(titles.allSatisfy { $0.contains("Apple") })
        #expect(Set(titles).count == titles.count)
    }

    @Test("it has its language, its style, and a link with the destination", arguments: AppleButton.Style.allCases)
    func link(_ style: AppleButton.Style) {
        let tag = HTMLTag.all(in: AppleButton(.continue, style: style, language: .chineseTraditional, next: .delete).html.rendered)[
            0]
        #expect(tag["class"] == "button apple \(style.rawValue)")
        #expect(tag["lang"] == "zh-Hant")
        #expect(tag["href"] == "/sign-in/apple?next=delete")
    }

    @Test("a page shows it only if it is on")
    func off() {
        for page in [
            SignInPage(formToken: PageSample.token) as any Page,
            SignUpPage(passwordRules: PageSample.rules, formToken: PageSample.token),
        ] {
            #expect(!page.document(on: Site(serviceName: "S")).text.contains("apple"))
        }
    }
}

@Suite("The service name on every page")
struct BrandTests {
    @Test(
        "it links to the account for a signed-in user, with a user name or without, and to sign-in for others",
        arguments: PageSample.all)
    func leadsHome(_ sample: PageSample) {
        let brand = HTMLTag.all(in: sample.text).first { $0.name == "a" && $0["class"] == "brand" }
        #expect(brand?["href"] == (sample.site.visitor == .stranger ? "/sign-in" : "/account"))
    }

    @Test("the samples contain each kind of visitor")
    func samples() {
        for visitor in [Site.Visitor.stranger, .signedIn(username: nil), .signedIn(username: "mira@example.com")] {
            #expect(PageSample.all.contains { $0.site.visitor == visitor })
        }
    }
}
