package import Markup

/// Reports a result to a visitor who is not signed in.
package enum MessagePage: Page, Hashable, CaseIterable {
    /// The session has ended.
    case signedOut
    /// The account was deleted.
    case accountDeleted
    /// The account was deleted, but Apple still lists the consent, because no token was stored to revoke it.
    case accountDeletedRevokeByHand
    /// A new password was set through a link.
    case newPasswordSet
    /// The link for a new password is wrong, was used or replaced, or has expired. The page does not say which.
    case passwordLinkDead

    /// The path of the page.
    package var path: LocalPath {
        switch self {
        case .signedOut: PagePath.signedOut
        case .accountDeleted: PagePath.accountDeleted
        case .accountDeletedRevokeByHand: PagePath.accountDeletedRevokeByHand
        case .newPasswordSet: PagePath.newPasswordSet
        case .passwordLinkDead: PagePath.passwordLinkDead
        }
    }

    /// The message, and a link to the next step.
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
        case .accountDeleted, .accountDeletedRevokeByHand: "Your account was deleted"
        case .newPasswordSet: "Your new password is set"
        case .passwordLinkDead: "This link does not work"
        }
    }

    private var message: String {
        switch self {
        case .signedOut: "You were signed out on this device only."
        case .accountDeleted:
            "All of its data was erased. Your password manager may still contain the password; you can delete it there."
        case .accountDeletedRevokeByHand:
            "All of its data was erased. Apple still lists this service. To remove it there, open Settings on your device, tap your "
                + "name, then Sign in with Apple, choose this service and tap Stop Using."
        case .newPasswordSet: "All devices were signed out. Sign in with the new password."
        case .passwordLinkDead:
            "The link was already used, has expired, or is incomplete. Ask the sender for a new one."
        }
    }
}

/// Reports that a request failed, and what the user can do.
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

    /// The kind of failure.
    package let kind: Kind

    /// The request identifier, by which the operator finds the request in the log.
    package let requestID: String

    /// When to retry, such as `in 30 seconds`; nil if unknown.
    package let retry: String?

    package init(_ kind: Kind, requestID: String, retry: String? = nil) {
        self.kind = kind
        self.requestID = requestID
        self.retry = retry
    }

    /// The failure, the advice, and the request identifier.
    package func document(on site: Site) -> HTMLDocument {
        PageFrame(title: title, site: site).document {
            p(.class("lead")) { advice }
            if let retry { p { "Try again \(retry)." } }
            if site.visitor.isSignedIn {
                a(.class("button", "quiet"), .href(.local(PagePath.account))) { "Go to your account" }
            } else {
                a(.class("button", "quiet"), .href(.local(PagePath.signIn))) { "Sign in" }
            }
            p(.class("reference")) {
                "Error \(kind.rawValue) · Request "
                code { requestID }
            }
        }
    }

    private var title: String {
        switch kind {
        case .badRequest: "Invalid request"
        case .forbidden: "This form has expired"
        case .notFound: "Page not found"
        case .methodNotAllowed: "Request not supported"
        case .contentTooLarge: "Request too large"
        case .unsupportedMediaType: "Unsupported format"
        case .tooManyRequests: "Too many attempts"
        case .internalError: "Something went wrong"
        case .unavailable: "Temporarily unavailable"
        }
    }

    private var advice: String {
        switch kind {
        case .badRequest: "The request is incomplete or malformed. Go back, reload the page, and try again."
        case .forbidden:
            "The form was open for too long or comes from another site. Go back, reload the page, and send it again."
        case .notFound: "The address may be misspelled, or the page may have moved."
        case .methodNotAllowed: "The page exists but does not support this kind of request."
        case .contentTooLarge: "The request is larger than this service allows."
        case .unsupportedMediaType: "This page does not support the format of the request."
        case .tooManyRequests:
            "To protect accounts, further attempts are blocked for now. Signed-in devices stay signed in."
        case .internalError: "This is an error of the service. It has been logged."
        case .unavailable: "The service cannot process the request right now. Nothing was changed."
        }
    }
}
