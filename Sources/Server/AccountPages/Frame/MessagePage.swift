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

/// Says that a request was not served, and what can be done about it.
package struct ErrorPage: Page, Hashable {
    /// The kinds of failure, by their HTTP status.
    package enum Kind: Int, Sendable, CaseIterable {
        case badRequest = 400
        case forbidden = 403
        case notFound = 404
        case methodNotAllowed = 405
        case contentTooLarge = 413
        case unsupportedMediaType = 415
        case tooManyRequests = 429
        case internalError = 500
        case unavailable = 503
    }

    /// What failed.
    package let kind: Kind

    /// The id by which the operator finds the request in the log.
    package let requestID: String

    /// When it is worth trying again, in words: `in 30 seconds`. Nil when there is nothing to say.
    package let retry: String?

    package init(_ kind: Kind, requestID: String, retry: String? = nil) {
        self.kind = kind
        self.requestID = requestID
        self.retry = retry
    }

    /// What happened, what to do, and the id of the request.
    package func document(on site: Site) -> HTMLDocument {
        PageFrame(title: title, site: site).document {
            p(.class("lead")) { advice }
            if let retry { p { "Try again \(retry)." } }
            if site.visitor.isSignedIn {
                a(.class("button", "quiet"), .href(.local(PagePath.account))) { "Go to your account" }
            } else {
                a(.class("button", "quiet"), .href(.local(PagePath.signIn))) { "Go to sign-in" }
            }
            p(.class("reference")) {
                "Error \(kind.rawValue) · Request "
                code { requestID }
            }
        }
    }

    private var title: String {
        switch kind {
        case .badRequest: "That could not be read"
        case .forbidden: "This form is no longer valid"
        case .notFound: "There is no such page"
        case .methodNotAllowed: "That cannot be done here"
        case .contentTooLarge: "That is too large"
        case .unsupportedMediaType: "That kind of content is not taken"
        case .tooManyRequests: "Too many attempts"
        case .internalError: "Something went wrong"
        case .unavailable: "Busy right now"
        }
    }

    private var advice: String {
        switch kind {
        case .badRequest: "Something in the request was missing or out of place. Go back, reload the page, and try once more."
        case .forbidden:
            "It may have been open for too long, or come from another site. Go back, reload the page, and send it again."
        case .notFound: "The address may be misspelled, or the page may have moved."
        case .methodNotAllowed: "The page exists, but does not take this kind of request."
        case .contentTooLarge: "The request holds more than this service takes."
        case .unsupportedMediaType: "The request came in a format that this page does not read."
        case .tooManyRequests:
            "To keep accounts safe, no more attempts are taken for now. A device that is signed in stays signed in."
        case .internalError: "The fault is ours, and it has been noted."
        case .unavailable: "Nothing has been changed, and nothing is lost."
        }
    }
}
