package import Secrets

/// A session just opened or renewed, with the tokens that are shown this once.
package struct SignedIn: Sendable {
    package let active: ActiveSession
    package let token: OpaqueToken
    /// Given at every sign-in; nil where only the session's token was renewed.
    package let deviceToken: OpaqueToken?
}

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

/// All that a store writes, in one step, when a session opens.
package struct SessionOpening: Sendable {
    package let session: Session
    package let digest: TokenDigest
    package let device: Device
    /// The known device that this one replaces, when the person came with its token.
    package let replacedDevice: TokenDigest?
    package let event: AuditEvent

    package init(session: Session, digest: TokenDigest, device: Device, replacedDevice: TokenDigest?, event: AuditEvent) {
        self.session = session
        self.digest = digest
        self.device = device
        self.replacedDevice = replacedDevice
        self.event = event
    }
}

/// A session's token replaced by a new one: at re-authentication and at a password change.
package struct SessionRenewal: Sendable {
    package let session: SessionID
    package let digest: TokenDigest
    package let authenticatedAt: Timestamp
    /// When a second factor was shown; nil to leave what is stored.
    package let factorAuthenticatedAt: Timestamp?

    package init(
        session: SessionID, digest: TokenDigest, authenticatedAt: Timestamp, factorAuthenticatedAt: Timestamp? = nil
    ) {
        self.session = session
        self.digest = digest
        self.authenticatedAt = authenticatedAt
        self.factorAuthenticatedAt = factorAuthenticatedAt
    }
}

/// A device on which this account has signed in before, known by a token given to it then. It signs nobody in: it lets its
/// owner's attempts be told from a stranger's, so that a stranger's failures cannot keep the owner out.
package struct Device: Sendable {
    package let account: AccountID
    package let digest: TokenDigest
    package let lastUsedAt: Timestamp

    package init(account: AccountID, digest: TokenDigest, lastUsedAt: Timestamp) {
        self.account = account
        self.digest = digest
        self.lastUsedAt = lastUsedAt
    }

    /// A device not used for this long is a stranger again.
    package static var lifetime: Duration { .seconds(400 * 86_400) }

    /// How many devices of one account are known at a time; the least recently used gives way.
    package static var limit: Int { 20 }
}
