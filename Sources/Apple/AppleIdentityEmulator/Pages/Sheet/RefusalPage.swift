import Markup

/// What people see instead of the sheet when the request itself is wrong: nothing goes to the return URL.
struct RefusalPage {
    let title: String
    /// Apple's text where it is known.
    let text: String
    /// The error's name on the wire, such as `invalid_request`.
    let code: String
    /// What is wrong, in words for the developer, beyond what Apple would say.
    let explanation: String?

    var document: HTMLDocument {
        PageFrame(title: title, hasProblem: true).document {
            h1 { title }
            p(.class("error-text"), .data("error", code)) { text }
            if let explanation {
                p(.class("aside")) {
                    strong { "Only the emulator says this: " }
                    explanation
                }
            }
            p(.class("reference")) { code }
        }
    }
}
