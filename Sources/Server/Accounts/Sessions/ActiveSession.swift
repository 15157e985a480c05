/// Evidence that a request came with the token of a living session. Only ``AccountService/session(for:address:now:)`` and the
/// ceremonies that open sessions make one; whatever needs a signed-in person takes this type.
package struct ActiveSession: Sendable {
    package let session: Session
    package let account: Account

    init(session: Session, account: Account) {
        self.session = session
        self.account = account
    }

    /// Whether a credential was shown within the time that sensitive steps ask for.
    package func isRecentlyAuthenticated(within lifetime: Duration, now: Timestamp) -> Bool {
        now - session.authenticatedAt <= lifetime
    }
}
