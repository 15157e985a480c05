import Secrets

/// A session about to get a new token: what the store is to write, and what goes out once it has.
struct RenewedSession: Sendable {
    let renewal: SessionRenewal
    let signedIn: SignedIn

    /// - Parameter account: as it stands after the change that the renewal is part of.
    /// - Parameter factorAuthenticatedAt: when a second factor was shown, if that is what the renewal is for.
    init(
        of active: ActiveSession, account: Account, authenticatedAt: Timestamp, factorAuthenticatedAt: Timestamp? = nil,
        token: OpaqueToken
    ) {
        renewal = SessionRenewal(
            session: active.session.id, digest: token.digest, authenticatedAt: authenticatedAt,
            factorAuthenticatedAt: factorAuthenticatedAt)
        let session = active.session.authenticated(at: authenticatedAt, factor: factorAuthenticatedAt)
        signedIn = SignedIn(active: ActiveSession(session: session, account: account), token: token, deviceToken: nil)
    }
}
