import AccountPages
import AppleButtons
import Markup
import Testing
import Texts

/// The quick starts of AccountPages.docc and AppleButtons.docc.
enum QuickStart {
    static func draw(_ formToken: FormToken) -> String {
        // In Sources/Server/AccountPages/AccountPages.docc/AccountPages.md
        let site = Site(serviceName: "Example", format: ReaderFormat(ReaderLanguage(.german)))
        let page = SignInPage(username: "anna", notice: .secondFactorExpired, formToken: formToken)
        let text = page.document(on: site).text
        // End
        return text
    }

    static func title() -> String {
        // In Sources/Apple/AppleButtons/AppleButtons.docc/AppleButtons.md
        let language = AppleButtonLanguage(tag: "pt-BR") ?? .english
        let title = language.title(of: .signIn)  // Iniciar sessão com a Apple
        // End
        return title
    }
}

@Suite("Quick start of AccountPages")
struct QuickStartTests {
    @Test("the code block draws a page")
    func runs() {
        let text = QuickStart.draw(FormToken("t"))
        #expect(text.contains("<html lang=\"de\">") && text.contains("value=\"anna\""))
    }

    @Test("the code block returns Apple's title")
    func title() {
        #expect(QuickStart.title() == "Iniciar sessão com a Apple")
    }
}
