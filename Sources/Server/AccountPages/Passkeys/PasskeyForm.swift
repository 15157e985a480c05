import Markup

/// A passkey operation that a page requests from the browser.
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
    let label: PageText
    let prompt: PasskeyPrompt
    let action: LocalPath
    let formToken: FormToken
    var next: PageDestination?
    var fields: [HiddenField] = []
    /// Whether the button is an alternative to another one.
    var isQuiet = false
    /// Whether the browser also offers passkeys at the user name's field.
    var isAutoFill = false

    func html(on site: Site) -> HTML {
        form(
            .class("passkey"), .method(.post), .action(action), .data("passkey", prompt.ceremony.rawValue),
            .data("options", prompt.options), isAutoFill ? .data("autofill", "") : nil, .hidden, Self.shownByScript
        ) {
            HiddenField(.formToken, formToken.value).html
            if let next { HiddenField(.next, next.rawValue).html }
            for field in fields { field.html }
            HiddenField(.credential, "").html
            button(isQuiet ? .class("button", "quiet") : .class("button"), .type(.submit)) { site.text(label) }
            // The script shows them: the names are those of the browser's errors, and `{name}` is the name of any other one.
            p(
                .class("error"), .role(.status), .data("invalid-state-error", site.text(.passkeyExists)),
                .data("not-allowed-error", site.text(.passkeyUnused)), .data("security-error", site.text(.passkeyElsewhere)),
                .data("other-error", site.text(.passkeyProblem(name: "{name}")))
            ) {}
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

    func html(on site: Site) -> HTML {
        div(.id("passkey-offer"), .class("notice"), .hidden) {
            p { site.text(.passkeyOffer) }
            p(.class("actions")) {
                a(.class("button", "small"), .href(.local(PagePath.newPasskey))) { site.text(.createPasskeyTitle) }
                " "
                button(.class("button", "small", "quiet"), .type(.button)) { site.text(.notNow) }
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
