package import Secrets

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
