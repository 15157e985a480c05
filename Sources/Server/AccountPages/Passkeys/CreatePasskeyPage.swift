package import Markup

/// Asks the browser to create a passkey: for a new account, as a further way to sign in, or in a recovery.
package struct CreatePasskeyPage: Page, Hashable {
    package enum Purpose: Hashable, Sendable {
        /// The first credential of a new account with this user name.
        case signUp(username: String)
        case addition
        /// A passkey that replaces the password at its first use.
        case upgrade
        /// The passkey completes a recovery, and replaces the password.
        case recovery
    }

    package let purpose: Purpose
    package let prompt: PasskeyPrompt
    package let errors: [FormError]
    package let formToken: FormToken

    package init(_ purpose: Purpose, prompt: PasskeyPrompt, errors: [FormError] = [], formToken: FormToken) {
        self.purpose = purpose
        self.prompt = prompt
        self.errors = errors
        self.formToken = formToken
    }

    package var script: LocalPath? { PagePath.passkeysScript }

    package func document(on site: Site) -> HTMLDocument {
        PageFrame(
            .createPasskeyTitle, site: site, formToken: isOfAccount ? formToken : nil, errors: errors,
            script: script
        ).document {
            switch purpose {
            case .signUp(let username):
                p(.class("lead")) { site.html(.createPasskeyNamedLead(name: username)) }
                passkeyForm(with: [HiddenField(.username, username)], to: PagePath.finishPasskeySignUp, on: site)
                missing(on: site)
                p(.class("aside")) { a(.href(.local(PagePath.signUp))) { site.text(.signUpWithPassword) } }
            case .addition, .upgrade:
                p(.class("lead")) { site.text(.createPasskeyLead) }
                if purpose == .upgrade { p { site.text(.createPasskeyReplaces) } }
                passkeyForm(
                    with: purpose == .upgrade ? [HiddenField(.replaces, Self.password)] : [], to: PagePath.passkeys, on: site)
                missing(on: site)
                BackToAccount().html(on: site)
            case .recovery:
                p(.class("lead")) { site.text(.createPasskeyRecoveryLead) }
                passkeyForm(with: [], to: PagePath.recoveryPasskey, on: site)
                missing(on: site)
                p(.class("aside")) { a(.href(.local(PagePath.recoveryPassword))) { site.text(.chooseNewPassword) } }
            }
        }
    }

    /// The value of the field ``FormField/replaces``.
    package static let password = "password"

    private var isOfAccount: Bool { purpose == .addition || purpose == .upgrade }

    private func passkeyForm(with fields: [HiddenField], to path: LocalPath, on site: Site) -> HTML {
        div(.class("fields")) {
            PasskeyForm(label: .createPasskey, prompt: prompt, action: path, formToken: formToken, fields: fields).html(on: site)
        }
    }

    private func missing(on site: Site) -> HTML {
        p(.class("notice"), PasskeyForm.hiddenByScript) {
            site.text(.passkeyUncreatable)
        }
    }
}
