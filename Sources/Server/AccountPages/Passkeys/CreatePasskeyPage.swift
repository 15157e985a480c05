package import Markup

/// Asks the browser to create a passkey: for a new account, or as a further way to sign in.
package struct CreatePasskeyPage: Page, Hashable {
    package enum Occasion: Hashable, Sendable {
        /// The first credential of a new account with this user name.
        case signUp(username: String)
        case addition
    }

    package let occasion: Occasion
    package let prompt: PasskeyPrompt
    package let errors: [FormError]
    package let formToken: FormToken

    package init(_ occasion: Occasion, prompt: PasskeyPrompt, errors: [FormError] = [], formToken: FormToken) {
        self.occasion = occasion
        self.prompt = prompt
        self.errors = errors
        self.formToken = formToken
    }

    package var script: LocalPath? { PagePath.passkeysScript }

    package func document(on site: Site) -> HTMLDocument {
        PageFrame(
            .createPasskeyTitle, site: site, formToken: occasion == .addition ? formToken : nil, errors: errors,
            script: script
        ).document {
            switch occasion {
            case .signUp(let username):
                p(.class("lead")) { site.html(.createPasskeyNamedLead(name: username)) }
                passkeyForm(with: [HiddenField(.username, username)], to: PagePath.finishPasskeySignUp, on: site)
                missing(on: site)
                p(.class("aside")) { a(.href(.local(PagePath.signUp))) { site.text(.signUpWithPassword) } }
            case .addition:
                p(.class("lead")) { site.text(.createPasskeyLead) }
                passkeyForm(with: [], to: PagePath.passkeys, on: site)
                missing(on: site)
                BackToAccount().html(on: site)
            }
        }
    }

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
