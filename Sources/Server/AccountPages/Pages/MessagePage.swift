package import Markup

/// Says that something is done, to somebody who is no longer signed in.
package enum MessagePage: Page, Hashable, CaseIterable {
    /// The session in use has ended.
    case signedOut
    /// The account no longer exists.
    case accountDeleted

    /// Where the page stands.
    package var path: LocalPath {
        switch self {
        case .signedOut: PagePath.signedOut
        case .accountDeleted: PagePath.accountDeleted
        }
    }

    /// The message, and the one thing to do next.
    package func document(on site: Site) -> HTMLDocument {
        PageFrame(title: title, site: site).document {
            p(.class("lead")) { message }
            switch self {
            case .signedOut: a(.class("button"), .href(.local(PagePath.signIn))) { "Sign in again" }
            case .accountDeleted: a(.class("button", "quiet"), .href(.local(PagePath.signUp))) { "Create a new account" }
            }
        }
    }

    private var title: String {
        switch self {
        case .signedOut: "You are signed out"
        case .accountDeleted: "Your account is deleted"
        }
    }

    private var message: String {
        switch self {
        case .signedOut: "On this device only; elsewhere you stay signed in."
        case .accountDeleted:
            "Everything that belonged to it is erased. Your password manager may still hold the password: you can remove it there."
        }
    }
}
