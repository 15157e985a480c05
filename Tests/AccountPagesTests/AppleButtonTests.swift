import AccountPages
import AppleButtons
import Markup
import Testing
import Texts

@Suite("The Apple button")
struct AppleButtonTests {
    @Test(
        "its language is the page's, or English if Apple has no wording in it",
        arguments: [
            (.german, .german), (.simplifiedChinese, .chineseSimplified), (.traditionalChinese, .chineseTraditional),
            (.portuguese, .portuguese), (.arabic, .english), (.russian, .english), (.pseudo, .english),
        ] as [(Language, AppleButtonLanguage)])
    func language(_ page: Language, _ expected: AppleButtonLanguage) {
        let html = AppleButton(.signIn).html(on: Self.site(page)).rendered
        #expect(HTMLTag.all(in: html)[0]["lang"] == expected.rawValue)
        #expect(html.contains("<span>\(expected.title(of: .signIn))</span>"))
    }

    private static func site(_ language: Language) -> Site {
        Site(serviceName: "S", format: ReaderFormat(ReaderLanguage(language)))
    }

    @Test("every title names Apple, and the titles of a language are distinct", arguments: AppleButtonLanguage.allCases)
    func titles(_ language: AppleButtonLanguage) {
        let titles = AppleButtonKind.allCases.map(language.title)
        #expect(titles.allSatisfy { $0.contains("Apple") })
        #expect(Set(titles).count == titles.count)
    }

    @Test("it has its language, its style, and a link with the destination", arguments: AppleButton.Style.allCases)
    func link(_ style: AppleButton.Style) {
        let button = AppleButton(.continue, style: style, next: .delete)
        let tag = HTMLTag.all(in: button.html(on: Self.site(.traditionalChinese)).rendered)[0]
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
        "it links to the account for a signed-in user, to sign-in for others, and to the desk on the pages for developers",
        arguments: PageSample.all)
    func leadsHome(_ sample: PageSample) {
        let brand = HTMLTag.all(in: sample.text).first { $0.name == "a" && $0["class"] == "brand" }
        let home = sample.site.visitor == .anonymous ? "/sign-in" : "/account"
        #expect(brand?["href"] == (sample.site.desk.isEmpty ? home : "/"))
    }

    @Test("the samples contain each kind of visitor")
    func samples() {
        for visitor in [Site.Visitor.anonymous, .signedIn(username: nil), .signedIn(username: "mira@example.com")] {
            #expect(PageSample.all.contains { $0.site.visitor == visitor })
        }
    }
}
