package import Markup

/// Asks for a second factor: after the password at sign-in, and before a sensitive step.
package struct SecondStepPage: Page, Hashable {
    package enum Occasion: Hashable, Sendable {
        case signIn
        case confirmation
    }

    /// What a browser can be asked for.
    package enum Method: String, Hashable, Sendable, CaseIterable {
        case authenticator
        case recoveryCode = "recovery-code"
    }

    package let occasion: Occasion
    package let method: Method
    /// The other way, where the account has it.
    package let other: Method?
    /// Whether one of the account's devices could confirm, which a browser cannot ask it to.
    package let hasDevices: Bool
    package let next: PageDestination
    package let errors: [FormError]
    package let formToken: FormToken

    /// A page for a code. There is no way to give it one back.
    package init(
        _ occasion: Occasion, method: Method, other: Method? = nil, hasDevices: Bool = false, next: PageDestination = .account,
        errors: [FormError] = [], formToken: FormToken
    ) {
        self.occasion = occasion
        self.method = method
        self.other = other
        self.hasDevices = hasDevices
        self.next = next
        self.errors = errors
        self.formToken = formToken
    }

    package func document(on site: Site) -> HTMLDocument {
        PageFrame(
            title: occasion == .signIn ? "One more step" : "Confirm it is you", site: site, formToken: formToken, errors: errors
        ).document {
            p(.class("lead")) { lead }
            FormFrame(action: path, formToken: formToken, next: next, errors: errors).html {
                HiddenField(.method, method.rawValue).html
                CodeField(kind: method == .authenticator ? .generated : .recovery, label: label, hint: hint, errors: errors).html
                SubmitButton("Continue").html
            }
            if let other {
                p(.class("aside")) {
                    a(
                        .href(
                            .local(
                                path.appending(query: FormField.method.rawValue, other.rawValue)
                                    .appending(query: FormField.next.rawValue, next.rawValue)))
                    ) { other == .recoveryCode ? "Use a recovery code" : "Use your authenticator app" }
                }
            }
            if hasDevices, method == .recoveryCode {
                p(.class("aside")) { "One of your devices can confirm this too, in the app." }
            }
            if occasion == .signIn {
                p(.class("aside")) { a(.href(.local(PagePath.signIn))) { "Begin again" } }
            } else {
                BackToAccount().html
            }
        }
    }

    private var path: LocalPath { occasion == .signIn ? PagePath.secondStep : PagePath.confirm }

    private var lead: String {
        switch method {
        case .authenticator: "Open your authenticator app and type the code that it shows for this service."
        case .recoveryCode: "Type one of the recovery codes that you wrote down for this service. Each works once."
        }
    }

    private var label: String { method == .authenticator ? "Code" : "Recovery code" }

    private var hint: String {
        method == .authenticator ? "Six digits; they change every half minute." : "Six groups of four letters and digits."
    }
}

/// The field for a one-time code. Devices offer the code of a message or of their own generator at it; it is never filled by us.
struct CodeField {
    enum Kind {
        /// Six digits.
        case generated
        /// Letters, digits and hyphens.
        case recovery
    }

    let kind: Kind
    let label: String
    let hint: String
    let errors: [FormError]

    var html: HTML {
        FieldFrame(field: .code, label: label, hint: hint, errors: errors).html { described, invalid in
            input(
                .type(.text), .id(FormField.code.id), .name(FormField.code.rawValue),
                // A recovery code is none that a device could offer.
                .autocomplete(kind == .generated ? .oneTimeCode : .off), .inputmode(kind == .generated ? .numeric : .text),
                .enterkeyhint(.go), .autocapitalizeNone, .autocorrectOff, .spellcheckOff, .required, .autofocus, described, invalid)
        }
    }
}
