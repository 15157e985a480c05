import Markup
import Testing

/// The quick start of Markup.docc.
enum QuickStart {
    static func page(typed: String, message: String?) -> HTML {
        // In Sources/Shared/Markup/Markup.docc/Markup.md
        let page = form(.method(.post), .action("/sign-in")) {
            label(.for("username")) { "User name" }
            input(.type(.text), .id("username"), .name("username"), .value(typed), .required)
            if let message {
                p(.class("error")) { message }
            }
        }
        // End
        return page
    }
}

@Suite("Quick start of Markup")
struct QuickStartTests {
    @Test("the code block escapes its texts")
    func runs() {
        let text = QuickStart.page(typed: "anna", message: "a < b").rendered
        #expect(text.contains(#"value="anna""#) && text.contains("a &lt; b"))
        #expect(!QuickStart.page(typed: "anna", message: nil).rendered.contains("error"))
    }
}
