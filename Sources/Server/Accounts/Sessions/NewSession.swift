import Secrets

/// A session about to open: what the store is to write, and the tokens that go out once it has.
struct NewSession: Sendable {
    let opening: SessionOpening
    let signedIn: SignedIn

    /// - Parameters:
    ///   - authenticatedAt: when the first factor was shown; nil for now.
    ///   - factorAuthenticatedAt: when a second factor was shown; nil where none was.
    init(
        for account: Account, client: Client, origin: SessionOrigin = .password, event: AuditEventKind,
        replacing device: TokenDigest?, authenticatedAt: Timestamp? = nil, factorAuthenticatedAt: Timestamp? = nil,
        now: Timestamp, lifetimes: SessionLifetimes, random: some RandomBytes
    ) {
        let token = OpaqueToken(random: random)
        let deviceToken = OpaqueToken(random: random)
        let session = Session(
            id: SessionID(random: random), account: account.id, createdAt: now, lastUsedAt: now,
            authenticatedAt: authenticatedAt ?? now,
            expiry: lifetimes.expiry(createdAt: now, usedAt: now), client: client, lastAddress: client.address, origin: origin,
            factorAuthenticatedAt: factorAuthenticatedAt)

        opening = SessionOpening(
            session: session, digest: token.digest,
            device: Device(account: account.id, digest: deviceToken.digest, lastUsedAt: now), replacedDevice: device,
            event: AuditEvent(event, account: account.id, at: now, client: client, random: random))
        signedIn = SignedIn(
            active: ActiveSession(session: session, account: account), token: token, deviceToken: deviceToken)
    }
}
