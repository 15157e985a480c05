package import Secrets

/// A session that was just opened or renewed, with its tokens, which are shown only once.
package struct SignedIn: Sendable {
    package let active: ActiveSession
    package let token: OpaqueToken
    /// Issued at every sign-in; nil if only the session token was renewed.
    package let deviceToken: OpaqueToken?
    /// Whether a recovery of the account waited, which the proof of the second factor ended.
    package var hasEndedRecovery = false

    /// Returns the same session, which ended this waiting time; nil if there was none.
    func ending(_ wait: RecoveryWait?) -> SignedIn {
        var signedIn = self
        signedIn.hasEndedRecovery = wait != nil
        return signedIn
    }
}

/// A session to open: what the store writes, and the tokens to return afterwards.
struct NewSession: Sendable {
    let opening: SessionOpening
    let signedIn: SignedIn

    /// - Parameters:
    ///   - event: the sign-in or sign-up, with the client and the time of the session.
    ///   - authenticatedAt: when the first factor was proved; nil for the time of the event.
    ///   - factorAuthenticatedAt: when a second factor was proved; nil if none was.
    init(
        for account: Account, event: AuditEvent, origin: SessionOrigin = .password, replacing device: TokenDigest?,
        authenticatedAt: Timestamp? = nil, factorAuthenticatedAt: Timestamp? = nil, lifetimes: SessionLifetimes,
        random: some RandomBytes
    ) {
        let (client, now) = (event.client, event.at)
        let token = OpaqueToken(random: random)
        let deviceToken = OpaqueToken(random: random)
        let shownAt = authenticatedAt ?? now
        // The former password of an upgrade does not count.
        let isByPresentPassword = origin == .password && shownAt != Session.beforeCounting
        let session = Session(
            id: SessionID(random: random), account: account.id, createdAt: now, lastUsedAt: now,
            authenticatedAt: shownAt,
            expiry: lifetimes.expiry(createdAt: now, usedAt: now), client: client, lastAddress: client.address, origin: origin,
            factorAuthenticatedAt: factorAuthenticatedAt, passwordAuthenticatedAt: isByPresentPassword ? shownAt : nil)

        opening = SessionOpening(
            session: session, digest: token.digest,
            device: Device(account: account.id, digest: deviceToken.digest, lastUsedAt: now), replacedDevice: device, event: event,
            recoveryEvent: factorAuthenticatedAt.map { _ in event.joined(by: .recoveryCancelled, random: random) })
        signedIn = SignedIn(
            active: ActiveSession(session: session, account: account), token: token, deviceToken: deviceToken)
    }
}

/// A session that gets a new token: what the store writes, and the tokens to return afterwards.
struct RenewedSession: Sendable {
    let renewal: SessionRenewal
    let signedIn: SignedIn

    /// - Parameter account: the account after the change that the renewal is part of.
    /// - Parameter factorAuthenticatedAt: when a second factor was proved, if the renewal is for one.
    /// - Parameter passwordAuthenticatedAt: when the password was verified, if the renewal is for it.
    /// - Parameter recoveryEvent: recorded if the proof ends the waiting time of a recovery.
    init(
        of active: ActiveSession, account: Account, authenticatedAt: Timestamp, factorAuthenticatedAt: Timestamp? = nil,
        passwordAuthenticatedAt: Timestamp? = nil, recoveryEvent: AuditEvent? = nil, token: OpaqueToken
    ) {
        renewal = SessionRenewal(
            session: active.session.id, digest: token.digest, authenticatedAt: authenticatedAt,
            factorAuthenticatedAt: factorAuthenticatedAt, passwordAuthenticatedAt: passwordAuthenticatedAt,
            recoveryEvent: recoveryEvent)
        let session = active.session.authenticated(
            at: authenticatedAt, factor: factorAuthenticatedAt, password: passwordAuthenticatedAt)
        signedIn = SignedIn(active: ActiveSession(session: session, account: account), token: token, deviceToken: nil)
    }
}

/// The values that a store writes in one transaction when a session opens.
package struct SessionOpening: Sendable {
    package let session: Session
    package let digest: TokenDigest
    package let device: Device
    /// The device that the new one replaces, if the client sent its token. A known one saves the account the notice of a new device.
    package let replacedDevice: TokenDigest?
    package let event: AuditEvent
    /// Recorded with its notice if the session ends the waiting time of a recovery; nil for a session of one factor.
    package let recoveryEvent: AuditEvent?

    package init(
        session: Session, digest: TokenDigest, device: Device, replacedDevice: TokenDigest?, event: AuditEvent,
        recoveryEvent: AuditEvent? = nil
    ) {
        self.session = session
        self.digest = digest
        self.device = device
        self.replacedDevice = replacedDevice
        self.event = event
        self.recoveryEvent = recoveryEvent
    }
}

/// The replacement of a session's token, at reauthentication and at a password change.
package struct SessionRenewal: Sendable {
    package let session: SessionID
    package let digest: TokenDigest
    package let authenticatedAt: Timestamp
    /// The time when a second factor was proved; nil to keep the stored time.
    package let factorAuthenticatedAt: Timestamp?
    /// The time when the password was verified; nil to keep the stored time.
    package let passwordAuthenticatedAt: Timestamp?
    /// Recorded with its notice if a passkey with user verification ends the waiting time of a recovery.
    package let recoveryEvent: AuditEvent?

    package init(
        session: SessionID, digest: TokenDigest, authenticatedAt: Timestamp, factorAuthenticatedAt: Timestamp? = nil,
        passwordAuthenticatedAt: Timestamp? = nil, recoveryEvent: AuditEvent? = nil
    ) {
        self.session = session
        self.digest = digest
        self.authenticatedAt = authenticatedAt
        self.factorAuthenticatedAt = factorAuthenticatedAt
        self.passwordAuthenticatedAt = passwordAuthenticatedAt
        self.recoveryEvent = recoveryEvent
    }
}

/// A device that has signed in to this account before, recognized by a token that it received then. The token does not sign in. It
/// separates the owner's attempts from those of unknown clients, whose failures therefore cannot lock out the owner.
package struct Device: Sendable {
    package let account: AccountID
    package let digest: TokenDigest
    package let lastUsedAt: Timestamp

    package init(account: AccountID, digest: TokenDigest, lastUsedAt: Timestamp) {
        self.account = account
        self.digest = digest
        self.lastUsedAt = lastUsedAt
    }

    /// A device that was unused for this long is no longer known.
    package static var lifetime: Duration { .seconds(400 * 86_400) }

    /// The maximum number of known devices of an account. A new one replaces the least recently used.
    package static var limit: Int { 20 }
}
