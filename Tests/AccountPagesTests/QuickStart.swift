import AccountPages
import Markup
import Testing
import Texts

/// The quick start of AccountPages.docc.
enum QuickStart {
    static func draw(_ formToken: FormToken) -> String {
        // In Sources/Server/AccountPages/AccountPages.docc/AccountPages.md
        let site = Site(serviceName: "Example", format: ReaderFormat(ReaderLanguage(.german)))
        let page = SignInPage(username: "anna", notice: .secondFactorExpired, formToken: formToken)
        let text = page.document(on: site).text
        // End
        return text
    }
}

@Suite("Quick start of AccountPages")
struct QuickStartTests {
    @Test("the code block draws a page")
    func runs() {
        let text = QuickStart.draw(FormToken("t"))
        #expect(text.contains("<html lang=\"de\">") && text.contains("value=\"anna\""))
    }
}
