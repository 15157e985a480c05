package import Markup

/// Says that something is done, or cannot be, to a visitor who is not signed in.
package enum MessagePage: Page, Hashable, CaseIterable {
    /// The session in use has ended.
    case signedOut
    /// The account no longer exists.
    case accountDeleted
    /// The account no longer exists, but Apple holds on to its consent: no token was stored to end it with.
    case accountDeletedRevokeByHand
    /// A new password is set by a link.
    case newPasswordSet
    /// The link for a new password is wrong, was used or replaced, or has expired. The page does not say which.
    case passwordLinkDead

    /// Where the page stands.
    package var path: LocalPath {
        switch self {
        case .signedOut: PagePath.signedOut
        case .accountDeleted: PagePath.accountDeleted
        case .accountDeletedRevokeByHand: PagePath.accountDeletedRevokeByHand
        case .newPasswordSet: PagePath.newPasswordSet
        case .passwordLinkDead: PagePath.passwordLinkDead
        }
    }

    /// The message, and the one thing to do next.
    package func document(on site: Site) -> HTMLDocument {
        PageFrame(title: title, site: site).document {
            p(.class("lead")) { message }
            switch self {
            case .signedOut: a(.class("button"), .href(.local(PagePath.signIn))) { "Sign in again" }
            case .newPasswordSet, .passwordLinkDead: a(.class("button"), .href(.local(PagePath.signIn))) { "Sign in" }
            case .accountDeleted, .accountDeletedRevokeByHand:
                a(.class("button", "quiet"), .href(.local(PagePath.signUp))) { "Create a new account" }
            }
        }
    }

    private var title: String {
        switch self {
        case .signedOut: "You are signed out"
        case .accountDeleted, .accountDeletedRevokeByHand: "Your account is deleted"
        case .newPasswordSet: "Your new password is set"
        case .passwordLinkDead: "This link does not work"
        }
    }

    private var message: String {
        switch self {
        case .signedOut: "On this device only; elsewhere you stay signed in."
        case .accountDeleted:
            "Everything that belonged to it is erased. Your password manager may still hold the password: you can remove it there."
        case .accountDeletedRevokeByHand:
            "Everything that belonged to it is erased. Apple still lists this service: to end that, open Settings on your device, tap your "
                + "name, then Sign in with Apple, choose this service and tap Stop Using."
        case .newPasswordSet: "Every device is signed out. Sign in with the new password."
        case .passwordLinkDead:
            "It was used before, has expired, or is not complete. Ask the people who sent it to you for a new one."
        }
    }
}
