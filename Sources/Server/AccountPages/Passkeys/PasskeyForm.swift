import Markup

/// What a page asks the browser to do with a passkey.
package struct PasskeyPrompt: Hashable, Sendable {
    /// The method of `navigator.credentials`.
    package enum Ceremony: String, Hashable, Sendable {
        case create, get
    }

    package let ceremony: Ceremony
    /// The options in JSON, as `PublicKeyCredential` parses them.
    package let options: String

    package init(_ ceremony: Ceremony, options: String) {
        self.ceremony = ceremony
        self.options = options
    }
}

/// A form whose button asks the browser for a passkey. ``Script/passkeys`` shows the form where the browser has passkeys, and sends
/// what the browser made.
struct PasskeyForm {
    let label: String
    let prompt: PasskeyPrompt
    let action: LocalPath
    let formToken: FormToken
    var next: PageDestination?
    var fields: [HiddenField] = []
    /// Whether the button is an alternative to another one.
    var isQuiet = false
    /// Whether the browser also offers passkeys at the user name's field.
    var isAutoFill = false

    var html: HTML {
        form(
            .class("passkey"), .method(.post), .action(action), .data("passkey", prompt.ceremony.rawValue),
            .data("options", prompt.options), isAutoFill ? .data("autofill", "") : nil, .hidden, Self.shownByScript
        ) {
            HiddenField(.formToken, formToken.value).html
            if let next { HiddenField(.next, next.rawValue).html }
            for field in fields { field.html }
            HiddenField(.credential, "").html
            button(isQuiet ? .class("button", "quiet") : .class("button"), .type(.submit)) { label }
            p(.class("error"), .role(.status)) {}
        }
    }

    /// The attribute of a hidden element that the script shows.
    static let shownByScript = HTMLAttribute.data("with-passkeys", "")
    /// The attribute of an element that the script hides.
    static let hiddenByScript = HTMLAttribute.data("without-passkeys", "")
}

/// Offers a passkey after a sign-in with a password. The script first asks the browser to create one without a dialog, and shows the
/// offer if the browser does not. A user who declines is not asked again in this browser.
struct PasskeyOffer {
    let prompt: PasskeyPrompt
    let formToken: FormToken

    var html: HTML {
        div(.id("passkey-offer"), .class("notice"), .hidden) {
            p { "Sign in with your face, your fingerprint or the code of your device next time, without a password." }
            p(.class("actions")) {
                a(.class("button", "small"), .href(.local(PagePath.newPasskey))) { "Create a passkey" }
                " "
                button(.class("button", "small", "quiet"), .type(.button)) { "Not now" }
            }
            form(
                .method(.post), .action(PagePath.passkeys), .data("passkey", prompt.ceremony.rawValue),
                .data("options", prompt.options), .hidden
            ) {
                HiddenField(.formToken, formToken.value).html
                HiddenField(.mediation, Self.mediation).html
                HiddenField(.credential, "").html
            }
        }
    }

    static let mediation = "conditional"
}
