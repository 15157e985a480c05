public import FoundationEssentials
internal import JSONText
internal import Secrets
internal import Synchronization

/// Creates client secrets: ES256 tokens with exactly the claims that Apple requires.
public struct ClientSecretSigner: Sendable {
    /// The team ID (`iss`).
    public let team: TeamID

    /// The key and its ID (`kid`).
    public let key: ClientSecretKey

    /// Creates a signer. The key must belong to the team; only Apple can check that.
    public init(team: TeamID, key: ClientSecretKey) {
        self.team = team
        self.key = key
    }

    /// Creates a client secret. The audience is always Apple, wherever the secret is sent.
    ///
    /// - Parameter now: becomes `iat`, rounded down to the second.
    /// - Throws: ``AppleIdentityError`` if the client ID begins with the team ID, or the time is before 1970 or after 9999.
    public func mint(
        for client: ClientID, lifetime: ClientSecretLifetime = .default, now: Date
    ) throws(AppleIdentityError) -> ClientSecret {
        guard !client.text.hasPrefix(team.text + ".") else {
            throw AppleIdentityError(
                .clientIDHasTeam, "The client ID begins with the team ID.",
                remedy: "Use the bundle identifier without the team ID.", position: 0)
        }
        let seconds = now.timeIntervalSince1970.rounded(.down)
        // The conversion to an integer traps for values beyond this range.
        guard (0...Self.latestTime).contains(seconds) else {
            throw AppleIdentityError(
                .timeOutOfRange, "The time is before 1970 or after 9999.", remedy: "Set the clock of this machine.")
        }
        let issuedAt = Int64(seconds)
        let expiresAt = issuedAt + Int64(lifetime.seconds)
        let header: JSONValue = ["alg": "ES256", "kid": .string(key.keyID.text)]
        let claims: JSONValue = [
            "iss": .string(team.text), "iat": .integer(issuedAt), "exp": .integer(expiresAt),
            "aud": .string(TokenPolicy.appleIssuer), "sub": .string(client.text),
        ]
        let message = Base64URL.encode(header.bytes()) + "." + Base64URL.encode(claims.bytes())
        let signature = try key.signature(of: Array(message.utf8))
        return ClientSecret(
            client: client, issuedAt: Date(timeIntervalSince1970: Double(issuedAt)),
            expiresAt: Date(timeIntervalSince1970: Double(expiresAt)), text: message + "." + Base64URL.encode(signature))
    }

    /// The end of the year 9999.
    private static let latestTime: TimeInterval = 253_402_300_799
}

/// The client secrets of one team and key. Each is reused until shortly before it expires.
///
/// The cache keeps one secret for each client ID. Client IDs come from a configuration, never from a request, so the cache stays
/// small.
public final class ClientSecretCache: Sendable {
    /// The signer of the secrets.
    public let signer: ClientSecretSigner

    /// The lifetime of each secret.
    public let lifetime: ClientSecretLifetime

    private let secrets = Mutex<[ClientID: ClientSecret]>([:])

    /// Creates an empty cache.
    public init(signer: ClientSecretSigner, lifetime: ClientSecretLifetime = .default) {
        self.signer = signer
        self.lifetime = lifetime
    }

    /// Returns the secret of a client. Creates a new one if less than ``renewalMargin`` seconds of the last one remain, or if the
    /// clock was set back to before its creation.
    public func secret(for client: ClientID, now: Date) throws(AppleIdentityError) -> ClientSecret {
        let kept = secrets.withLock { $0[client] }
        if let kept, kept.issuedAt <= now, now < kept.expiresAt.addingTimeInterval(-renewalMargin) { return kept }
        // Signs outside the lock. Two callers may both sign, which is harmless, but neither waits for the other's signature.
        let made = try signer.mint(for: client, lifetime: lifetime, now: now)
        secrets.withLock { $0[client] = made }
        return made
    }

    /// The shortest remaining lifetime, in seconds, of a secret to be used: 60, or half of the lifetime if that is less.
    public var renewalMargin: TimeInterval { min(60, TimeInterval(lifetime.seconds) / 2) }
}

/// The lifetime of a client secret.
public struct ClientSecretLifetime: Sendable, Hashable {
    /// Five minutes: long enough for clock differences and slow connections, short enough that a secret in a log or a dump soon
    /// becomes useless.
    public static let `default` = ClientSecretLifetime(checked: 300)

    /// 15,777,000 seconds, about half a year. Apple rejects longer lifetimes.
    public static let maximum = ClientSecretLifetime(checked: 15_777_000)

    /// 60 seconds. Clock differences could invalidate shorter lifetimes.
    public static let minimum = ClientSecretLifetime(checked: 60)

    /// The lifetime in seconds.
    public let seconds: Int

    /// Accepts values from ``minimum`` to ``maximum``.
    public init(seconds: Int) throws(AppleIdentityError) {
        guard seconds >= Self.minimum.seconds else {
            throw AppleIdentityError(
                .lifetimeTooShort, "The lifetime of the client secret is less than \(Self.minimum.seconds) seconds.",
                remedy: "Use \(Self.default.seconds) seconds.")
        }
        guard seconds <= Self.maximum.seconds else {
            throw AppleIdentityError(
                .lifetimeTooLong,
                "The lifetime of the client secret is more than \(Self.maximum.seconds) seconds, which Apple rejects.",
                remedy: "Use \(Self.default.seconds) seconds; creating a new secret costs nothing.")
        }
        self.seconds = seconds
    }

    private init(checked seconds: Int) {
        self.seconds = seconds
    }
}
