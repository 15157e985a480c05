package import Markup

/// Reauthenticates a signed-in user before a sensitive operation.
package struct ReauthenticationPage: Page, Hashable {
    /// The user name, so that password managers find the right entry.
    package let username: String

    /// The page to continue with.
    package let next: PageDestination

    /// The reasons why the form was rejected; empty on the first visit.
    package let errors: [FormError]

    /// Whether the account has a password.
    package let asksPassword: Bool

    /// The request for a passkey of the account; nil if it has none.
    package let passkey: PasskeyPrompt?

    /// The button for Sign in with Apple; nil if the account has no Apple Account.
    package let apple: AppleButton?

    /// The token that the form sends back.
    package let formToken: FormToken

    /// Creates a reauthentication page. The page never repeats an entered password.
    package init(
        username: String, next: PageDestination, errors: [FormError] = [], asksPassword: Bool = true,
        passkey: PasskeyPrompt? = nil, apple: AppleButton? = nil, formToken: FormToken
    ) {
        self.passkey = passkey
        self.asksPassword = asksPassword
        self.apple = apple
        self.username = username
        self.next = next
        self.errors = errors
        self.formToken = formToken
    }

    package var script: LocalPath? { passkey.map { _ in PagePath.passkeysScript } }

    /// Returns the form, with a link back.
    package func document(on site: Site) -> HTMLDocument {
        PageFrame(.confirmTitle, site: site, formToken: formToken, errors: errors, script: script).document {
            p(.class("lead")) { lead(on: site) }
            if asksPassword {
                FormFrame(action: PagePath.reauthenticate, formToken: formToken, next: next, errors: errors).html {
                    HiddenUsername(username).html
                    PasswordField(.currentPassword, label: .password, purpose: .current, errors: errors).html(on: site)
                    SubmitButton(site.text(.continueButton)).html
                }
                AlternativeButtons(passkey: passkeyForm, apple: apple).html(on: site)
            } else if let passkeyForm {
                div(.class("fields")) { passkeyForm.html(on: site) }
                p(.class("notice"), PasskeyForm.hiddenByScript) {
                    site.text(.passkeyUnusable)
                }
                AlternativeButtons(apple: apple).html(on: site)
            } else if let apple {
                p(.class("fields")) { apple.html(on: site) }
            }
            BackToAccount().html(on: site)
        }
    }

    private func lead(on site: Site) -> String {
        guard let page = next.name else {
            return site.text(
                asksPassword ? .reauthenticatePassword : passkey == nil ? .reauthenticateApple : .reauthenticatePasskey)
        }
        return site.text(
            asksPassword
                ? .reauthenticatePasswordFor(page: page)
                : passkey == nil ? .reauthenticateAppleFor(page: page) : .reauthenticatePasskeyFor(page: page))
    }

    private var passkeyForm: PasskeyForm? {
        passkey.map {
            PasskeyForm(
                label: .usePasskey, prompt: $0, action: PagePath.reauthenticateWithPasskey, formToken: formToken, next: next,
                isQuiet: asksPassword)
        }
    }
}

extension PageDestination {
    /// The name within a sentence; nil for the account.
    fileprivate var name: PageText? {
        switch self {
        case .account, .weakPassword, .operators: nil
        case .password: .destinationPassword
        case .delete: .destinationDelete
        case .secondFactors: .destinationSecondFactors
        case .upgrade: .destinationUpgrade
        case .newPasskey, .passkeyUpgrade: .destinationNewPasskey
        case .newAddress: .destinationNewAddress
        case .notMe: .destinationNotMe
        }
    }
}
