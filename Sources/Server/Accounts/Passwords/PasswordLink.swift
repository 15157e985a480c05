package import Secrets

/// A one-time link that the operator hands out to the owner of an account, who sets a new password by it.
///
/// The link carries a token of 256 random bits; the store keeps its digest. An account has at most one link: a new one replaces the one
/// before. A link works until it is used or expires, and for the user name and the password that the account had when it was made: after a
/// change of either it is dead. Opening it uses nothing up. It opens no session, so an account with a second factor asks for it at the next
/// sign-in.
package struct PasswordLink: Sendable {
    /// The secret of the link.
    package let token: OpaqueToken
    package let expiresAt: Timestamp
}

/// How long a link works, from 5 minutes to 1 day.
package struct PasswordLinkLifetime: Hashable, Sendable {
    package let duration: Duration

    /// Returns nil for a duration outside of ``bounds``.
    package init?(_ duration: Duration) {
        guard Self.bounds.contains(duration) else { return nil }
        self.init(checked: duration)
    }

    private init(checked duration: Duration) {
        self.duration = duration
    }

    /// 1 hour.
    package static let standard = PasswordLinkLifetime(checked: .seconds(3_600))

    /// A user reads the message and opens the page within the shortest; a stolen message is worthless after the longest.
    package static let bounds: ClosedRange<Duration> = .seconds(300) ... .seconds(86_400)
}

/// A link as a store keeps it.
package struct StoredPasswordLink: Hashable, Sendable {
    package let digest: TokenDigest
    package let account: AccountID
    package let expiresAt: Timestamp

    package init(digest: TokenDigest, account: AccountID, expiresAt: Timestamp) {
        self.digest = digest
        self.account = account
        self.expiresAt = expiresAt
    }
}

/// The result of making a link.
package enum PasswordLinkMaking: Sendable {
    case made(PasswordLink)
    /// The account has no user name, so a password signs nobody in.
    case noUserName
    /// The account does not exist.
    case noAccount
}

/// The result of opening a link.
package enum PasswordLinkOpening: Sendable {
    /// The link works, and is for this account.
    case works(Account)
    /// No such link exists, or it was used, replaced or expired, or the account changed. The reasons look alike.
    case dead
    case throttled(retryAfter: Duration)
}

/// The result of setting a password by a link.
package enum PasswordLinkOutcome: Sendable {
    /// The password is set, every session of the account has ended and its devices are forgotten.
    case set
    /// The password is not accepted. The link still works.
    case refused([PasswordRefusal], Account)
    /// As ``PasswordLinkOpening/dead``.
    case dead
    case throttled(retryAfter: Duration)
}
