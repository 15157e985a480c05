package import Markup

/// Reports a result to a visitor who is not signed in.
package enum MessagePage: Page, Hashable, CaseIterable {
    /// The session has ended.
    case signedOut
    /// All sessions of the account have ended.
    case signedOutEverywhere
    /// The account was deleted.
    case accountDeleted
    /// The account was deleted, but Apple still lists the consent, because no token was stored to revoke it.
    case accountDeletedRevokeByHand
    /// A new password was set through a link.
    case newPasswordSet
    /// A recovery added a passkey.
    case passkeyRecovered
    /// A code from a mail restored an e-mail address.
    case addressRestored
    /// A code from a mail cancelled the waiting time of a recovery.
    case recoveryCancelled
    /// The link for a new password is wrong, was used or replaced, or has expired. The page does not say which.
    case passwordLinkInvalid

    /// The path of the page.
    package var path: LocalPath {
        switch self {
        case .signedOut: PagePath.signedOut
        case .signedOutEverywhere: PagePath.signedOutEverywhere
        case .accountDeleted: PagePath.accountDeleted
        case .accountDeletedRevokeByHand: PagePath.accountDeletedRevokeByHand
        case .newPasswordSet: PagePath.newPasswordSet
        case .passkeyRecovered: PagePath.passkeyRecovered
        case .addressRestored: PagePath.addressRestored
        case .recoveryCancelled: PagePath.recoveryCancelled
        case .passwordLinkInvalid: PagePath.passwordLinkInvalid
        }
    }

    /// Returns the message, and a link to the next step.
    package func document(on site: Site) -> HTMLDocument {
        PageFrame(title, site: site).document {
            p(.class("lead")) { site.text(message) }
            switch self {
            case .signedOut, .signedOutEverywhere:
                a(.class("button"), .href(.local(PagePath.signIn))) { site.text(.signInAgain) }
            case .newPasswordSet, .passkeyRecovered, .recoveryCancelled, .passwordLinkInvalid:
                a(.class("button"), .href(.local(PagePath.signIn))) { site.text(.signIn) }
            case .addressRestored:
                a(.class("button"), .href(.local(PagePath.recovery))) { site.text(.resetPasswordTitle) }
            case .accountDeleted, .accountDeletedRevokeByHand:
                a(.class("button", "quiet"), .href(.local(PagePath.signUp))) { site.text(.createNewAccount) }
            }
        }
    }

    var title: PageText {
        switch self {
        case .signedOut, .signedOutEverywhere: .signedOutTitle
        case .accountDeleted, .accountDeletedRevokeByHand: .accountDeletedTitle
        case .newPasswordSet: .newPasswordSetTitle
        case .passkeyRecovered: .passkeyRecoveredTitle
        case .addressRestored: .addressRestoredTitle
        case .recoveryCancelled: .eventRecoveryCancelled
        case .passwordLinkInvalid: .invalidLinkTitle
        }
    }

    var message: PageText {
        switch self {
        case .signedOut: .signedOutLead
        case .signedOutEverywhere: .signedOutEverywhereLead
        case .accountDeleted: .accountDeletedLead
        case .accountDeletedRevokeByHand: .accountDeletedRevokeLead
        case .newPasswordSet: .newPasswordSetLead
        case .passkeyRecovered: .passkeyRecoveredLead
        case .addressRestored: .addressRestoredLead
        case .recoveryCancelled: .recoveryCancelledLead
        case .passwordLinkInvalid: .invalidLinkLead
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

    /// The seconds after which a retry makes sense; nil if unknown.
    package let retryAfter: Int?

    package init(_ kind: Kind, requestID: String, retryAfter: Int? = nil) {
        self.kind = kind
        self.requestID = requestID
        self.retryAfter = retryAfter
    }

    /// Returns the failure, the advice, and the request identifier.
    package func document(on site: Site) -> HTMLDocument {
        PageFrame(title, site: site).document {
            p(.class("lead")) { site.text(advice) }
            if let retryAfter { p { site.text(Self.retry(after: retryAfter)) } }
            if site.visitor.isSignedIn {
                a(.class("button", "quiet"), .href(.local(PagePath.account))) { site.text(.goToAccount) }
            } else {
                a(.class("button", "quiet"), .href(.local(PagePath.signIn))) { site.text(.signIn) }
            }
            p(.class("reference")) {
                site.text(.errorReference(status: kind.rawValue)) + " "
                code { requestID }
            }
        }
    }

    /// Returns when to try again, in the largest unit that is precise enough.
    package static func retry(after seconds: Int) -> PageMessage {
        switch seconds {
        case ..<120: .retryInSeconds(count: max(seconds, 1))
        case ..<7_200: .retryInMinutes(count: (seconds + 59) / 60)
        default: .retryInHours(count: (seconds + 3_599) / 3_600)
        }
    }

    private var title: PageText {
        switch kind {
        case .badRequest: .badRequestTitle
        case .forbidden: .forbiddenTitle
        case .notFound: .notFoundTitle
        case .methodNotAllowed: .methodNotAllowedTitle
        case .contentTooLarge: .contentTooLargeTitle
        case .unsupportedMediaType: .unsupportedMediaTypeTitle
        case .tooManyRequests: .tooManyRequestsTitle
        case .internalError: .internalErrorTitle
        case .unavailable: .unavailableTitle
        }
    }

    private var advice: PageText {
        switch kind {
        case .badRequest: .badRequestAdvice
        case .forbidden: .forbiddenAdvice
        case .notFound: .notFoundAdvice
        case .methodNotAllowed: .methodNotAllowedAdvice
        case .contentTooLarge: .contentTooLargeAdvice
        case .unsupportedMediaType: .unsupportedMediaTypeAdvice
        case .tooManyRequests: .tooManyRequestsAdvice
        case .internalError: .internalErrorAdvice
        case .unavailable: .unavailableAdvice
        }
    }
}
