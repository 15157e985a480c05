/// Evidence that a request came with the token of a living session. Only ``AccountService/session(for:address:now:)`` and the
/// ceremonies that open sessions make one; whatever needs a signed-in person takes this type.
package struct ActiveSession: Sendable {
    package let session: Session
    package let account: Account

    init(session: Session, account: Account) {
        self.session = session
        self.account = account
    }

    /// Whether the session rests on a credential that is in force. One that the former password of an upgrade opened does not.
    package var hasCurrentCredential: Bool { !session.isByFormerPassword }

    /// Whether a credential was shown within the time that sensitive steps ask for, and a second factor too where the account has one.
    package func isRecentlyAuthenticated(within lifetime: Duration, now: Timestamp) -> Bool {
        now - session.authenticatedAt <= lifetime && hasRecentFactor(within: lifetime, now: now)
    }

    /// Whether the account has no second factor, or one was shown within the time.
    func hasRecentFactor(within lifetime: Duration, now: Timestamp) -> Bool {
        guard account.hasSecondFactor else { return true }
        return session.factorAuthenticatedAt.map { now - $0 <= lifetime } ?? false
    }
}
