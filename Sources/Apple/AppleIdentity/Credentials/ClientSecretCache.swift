public import FoundationEssentials
internal import Synchronization

/// The client secrets of one team and key, each used until shortly before it expires.
///
/// It keeps one secret for each client id it was asked for; these come from a configuration, never from a request.
public final class ClientSecretCache: Sendable {
    /// What makes the secrets.
    public let signer: ClientSecretSigner

    /// For how long each is good.
    public let lifetime: ClientSecretLifetime

    private let secrets = Mutex<[ClientID: ClientSecret]>([:])

    /// An empty cache.
    public init(signer: ClientSecretSigner, lifetime: ClientSecretLifetime = .default) {
        self.signer = signer
        self.lifetime = lifetime
    }

    /// The secret of a client, made anew where there is none that will live for another ``renewalMargin`` seconds, and where the
    /// clock was set back to before the last one.
    public func secret(for client: ClientID, now: Date) throws(CredentialError) -> ClientSecret {
        let kept = secrets.withLock { $0[client] }
        if let kept, kept.issuedAt <= now, now < kept.expiresAt.addingTimeInterval(-renewalMargin) { return kept }
        // Outside of the lock: two callers may each make one, which is harmless, but none waits for the other's signature.
        let made = try signer.mint(for: client, lifetime: lifetime, now: now)
        secrets.withLock { $0[client] = made }
        return made
    }

    /// For how many seconds at least a secret must still live to be used: 60, and half of a shorter life than two minutes.
    public var renewalMargin: TimeInterval { min(60, TimeInterval(lifetime.seconds) / 2) }
}
