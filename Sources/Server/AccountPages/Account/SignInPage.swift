package import Markup

/// Signs in with a user name and a password.
package struct SignInPage: Page, Hashable {
    /// The user name typed before; empty on the first visit.
    package let username: String

    /// The reasons why the form was rejected; empty on the first visit.
    package let errors: [FormError]

    /// The page to continue with; nil for the account page.
    package let next: PageDestination?

    /// An optional message about the last action, shown once.
    package let notice: Notice?

    /// Whether a forgotten password can be reset with a mailed code.
    package let offersRecovery: Bool

    /// Whether a mailed code signs in.
    package let offersCode: Bool

    /// The request for any passkey; nil if passkeys are off.
    package let passkey: PasskeyPrompt?

    /// The button for Sign in with Apple; nil if it is off.
    package let apple: AppleButton?

    /// The token that the form sends back.
    package let formToken: FormToken

    /// Creates a sign-in page. The page never repeats an entered password.
    package init(
        username: String = "", errors: [FormError] = [], next: PageDestination? = nil, notice: Notice? = nil,
        offersRecovery: Bool = false, offersCode: Bool = false, passkey: PasskeyPrompt? = nil, apple: AppleButton? = nil,
        formToken: FormToken
    ) {
        self.offersRecovery = offersRecovery
        self.offersCode = offersCode
        self.passkey = passkey
        self.notice = notice
        self.apple = apple
        self.username = username
        self.errors = errors
        self.next = next
        self.formToken = formToken
    }

    package var script: LocalPath? { passkey.map { _ in PagePath.passkeysScript } }

    /// Whether the page stores the reader's time zone. It does, because the account page, which shows times, is the next one.
    package var learnsZone: Bool { true }

    /// Returns the form, with a link to sign up.
    package func document(on site: Site) -> HTMLDocument {
        PageFrame(.signIn, site: site, errors: errors, script: script, learnsZone: learnsZone).document {
            if let notice {
                p(.class("notice"), .role(.status), .data("code", notice.rawValue)) { site.text(notice.sentence) }
            }
            FormFrame(action: PagePath.signIn, formToken: formToken, next: next, errors: errors).html {
                UsernameField(value: username, rules: nil, offersPasskeys: passkey != nil, errors: errors).html(on: site)
                PasswordField(.password, label: .password, purpose: .current, errors: errors).html(on: site)
                SubmitButton(site.text(.signIn)).html
            }
            if offersRecovery {
                p(.class("aside")) { a(.href(.local(PagePath.recovery))) { site.text(.forgotPassword) } }
            }
            if offersCode {
                p(.class("aside")) { a(.href(.local(codePath))) { site.text(.emailMeACode) } }
            }
            AlternativeButtons(
                passkey: passkey.map {
                    PasskeyForm(
                        label: .signInWithPasskey, prompt: $0, action: PagePath.signInWithPasskey, formToken: formToken,
                        next: next, isQuiet: true, isAutoFill: true)
                }, apple: apple
            ).html(on: site)
            p(.class("aside")) {
                site.text(.newHere) + " "
                a(.href(.local(PagePath.signUp))) { site.text(.createAnAccount) }
            }
        }
    }

    private var codePath: LocalPath {
        next.map { PagePath.emailSignIn.appending(query: FormField.next.rawValue, $0.rawValue) } ?? PagePath.emailSignIn
    }
}

extension SignInPage {
    /// The reason why a sign-in returned to this page.
    package enum Notice: String, Sendable, CaseIterable {
        /// Apple's response was not valid.
        case appleRejected = "apple-rejected"
        /// Apple cannot be reached.
        case appleUnavailable = "apple-unavailable"
        /// The attempt expired, was started in another browser, or was already finished.
        case appleExpired = "apple-expired"
        /// The second factor took too long or had too many attempts.
        case secondFactorExpired = "second-factor-expired"
        /// The user removed the passkey that had opened the session.
        case passkeyRemoved = "passkey-removed"
        /// A recovery suspended the Apple Account.
        case appleSuspended = "apple-suspended"
        /// A change of the password on another device ended the session of this browser.
        case passwordChanged = "password-changed-elsewhere"
        /// The operator locked the account.
        case accountLocked = "account-locked"
    }
}

extension SignInPage.Notice {
    fileprivate var sentence: PageText {
        switch self {
        case .appleRejected: .signInAppleRejected
        case .appleUnavailable: .signInAppleUnavailable
        case .appleExpired: .signInAppleExpired
        case .secondFactorExpired: .signInSecondFactorExpired
        case .passkeyRemoved: .signInPasskeyRemoved
        case .appleSuspended: .errorCredentialSuspended
        case .passwordChanged: .signInPasswordChanged
        case .accountLocked: .problemAccountLocked
        }
    }
}
