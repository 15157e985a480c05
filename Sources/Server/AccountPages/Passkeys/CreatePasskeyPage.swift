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
            title: "Create a passkey", site: site, formToken: occasion == .addition ? formToken : nil, errors: errors,
            script: script
        ).document {
            switch occasion {
            case .signUp(let username):
                p(.class("lead")) {
                    "Your device creates a passkey for "
                    bdi { username }
                    ". It signs you in with your face, your fingerprint or the code of the device."
                }
                passkeyForm(with: [HiddenField(.username, username)], to: PagePath.finishPasskeySignUp)
                missing
                p(.class("aside")) { a(.href(.local(PagePath.signUp))) { "Sign up with a password instead" } }
            case .addition:
                p(.class("lead")) {
                    "A passkey signs you in with your face, your fingerprint or the code of your device. There is nothing to "
                        + "remember and nothing to type."
                }
                passkeyForm(with: [], to: PagePath.passkeys)
                missing
                BackToAccount().html
            }
        }
    }

    private func passkeyForm(with fields: [HiddenField], to path: LocalPath) -> HTML {
        div(.class("fields")) {
            PasskeyForm(label: "Create passkey", prompt: prompt, action: path, formToken: formToken, fields: fields).html
        }
    }

    private var missing: HTML {
        p(.class("notice"), PasskeyForm.hiddenByScript) {
            "This browser cannot create a passkey, or scripts are turned off. Update the browser or use another one."
        }
    }
}
