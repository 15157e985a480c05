package import Markup

/// Signs in with a user name and a password.
package struct SignInPage: Page, Hashable {
    /// What was typed before, to be shown again; empty on a first visit.
    package let username: String

    /// Why the form was not taken; empty on a first visit.
    package let errors: [FormError]

    /// Where to go afterwards; nil for the account page.
    package let next: PageDestination?

    /// What happened before, told once; nil on an ordinary visit.
    package let notice: Notice?

    /// The button that leads to Apple; nil where Sign in with Apple is off.
    package let apple: AppleButton?

    /// The token the form carries back.
    package let formToken: FormToken

    /// A sign-in page. There is no way to give it a password back.
    package init(
        username: String = "", errors: [FormError] = [], next: PageDestination? = nil, notice: Notice? = nil,
        apple: AppleButton? = nil, formToken: FormToken
    ) {
        self.notice = notice
        self.apple = apple
        self.username = username
        self.errors = errors
        self.next = next
        self.formToken = formToken
    }

    /// The form, with a link for those who have no account.
    package func document(on site: Site) -> HTMLDocument {
        PageFrame(title: "Sign in", site: site, errors: errors).document {
            if let notice {
                p(.class("notice"), .role(.status), .data("code", notice.rawValue)) { notice.sentence }
            }
            FormFrame(action: PagePath.signIn, formToken: formToken, next: next, errors: errors).html {
                UsernameField(value: username, hint: nil, rules: nil, errors: errors).html
                PasswordField(.password, label: "Password", purpose: .current, errors: errors).html
                SubmitButton("Sign in").html
            }
            if let apple { AppleChoice(button: apple).html }
            p(.class("aside")) {
                "New here? "
                a(.href(.local(PagePath.signUp))) { "Create an account" }
            }
        }
    }
}

extension SignInPage {
    /// Why a sign-in ended here.
    package enum Notice: String, Sendable, CaseIterable {
        /// Apple's answer did not hold.
        case appleRefused = "apple-refused"
        /// Apple cannot be asked.
        case appleUnavailable = "apple-unavailable"
        /// It took too long, was begun in another browser, or was finished before.
        case appleExpired = "apple-expired"
        /// The second step took too long, or too many tries.
        case secondStepExpired = "second-step-expired"
    }
}

extension SignInPage.Notice {
    fileprivate var sentence: String {
        switch self {
        case .appleRefused: "Apple could not confirm who you are. Nobody was signed in. Please try again."
        case .appleUnavailable: "Apple cannot be reached at the moment. Please try again in a minute, or use your password."
        case .appleExpired: "That sign-in with Apple took too long, or was begun in another browser. Please begin again."
        case .secondStepExpired: "The second step took too long, or too many tries. Please sign in again."
        }
    }
}
