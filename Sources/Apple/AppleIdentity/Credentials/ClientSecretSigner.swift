public import FoundationEssentials
internal import JSONText
internal import Secrets
internal import Synchronization

/// Makes client secrets: tokens under ES256 with the claims that Apple asks for and no others.
public struct ClientSecretSigner: Sendable {
    /// The team (`iss`).
    public let team: TeamID

    /// The key and its name (`kid`).
    public let key: ClientSecretKey

    /// The key must be one of the team's; only Apple can tell.
    public init(team: TeamID, key: ClientSecretKey) {
        self.team = team
        self.key = key
    }

    /// Makes a secret. Its audience is Apple, wherever it will be sent.
    ///
    /// - Parameter now: becomes `iat`, rounded down to the second.
    /// - Throws: ``AppleIdentityError`` where the client id has the team in front, or the time cannot be written.
    public func mint(
        for client: ClientID, lifetime: ClientSecretLifetime = .default, now: Date
    ) throws(AppleIdentityError) -> ClientSecret {
        guard !client.text.hasPrefix(team.text + ".") else {
            throw AppleIdentityError(
                .clientIDHasTeam, "The client id begins with the team ID.",
                remedy: "Use the bundle identifier alone, without the team in front.", position: 0)
        }
        let seconds = now.timeIntervalSince1970.rounded(.down)
        // Beyond, the conversion to an integer would stop the program.
        guard (0...Self.latestTime).contains(seconds) else {
            throw AppleIdentityError(.timeOutOfRange, "The time is before 1970 or after 9999.", remedy: "Set this machine's clock.")
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

    /// The secret of a client. Makes a new one unless the last secret lives for another ``renewalMargin`` seconds, and where the clock was set back to
    /// before the last secret.
    public func secret(for client: ClientID, now: Date) throws(AppleIdentityError) -> ClientSecret {
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

/// For how long a client secret is good.
public struct ClientSecretLifetime: Sendable, Hashable {
    /// Five minutes: long enough for clocks that differ a little and for a connection that is slow, short enough that a secret in a log
    /// or a dump is worth nothing soon after.
    public static let `default` = ClientSecretLifetime(checked: 300)

    /// 15,777,000 seconds, about half a year: Apple refuses what expires later.
    public static let maximum = ClientSecretLifetime(checked: 15_777_000)

    /// 60 seconds: less may not survive the difference of two clocks.
    public static let minimum = ClientSecretLifetime(checked: 60)

    /// In seconds.
    public let seconds: Int

    /// Refuses what is outside of ``minimum`` and ``maximum``.
    public init(seconds: Int) throws(AppleIdentityError) {
        guard seconds >= Self.minimum.seconds else {
            throw AppleIdentityError(
                .lifetimeTooShort, "The client secret would live for less than \(Self.minimum.seconds) seconds.",
                remedy: "Take \(Self.default.seconds) seconds.")
        }
        guard seconds <= Self.maximum.seconds else {
            throw AppleIdentityError(
                .lifetimeTooLong,
                "The client secret would live for more than \(Self.maximum.seconds) seconds; Apple answers invalid_client to that.",
                remedy: "Take \(Self.default.seconds) seconds; a new one costs nothing.")
        }
        self.seconds = seconds
    }

    private init(checked seconds: Int) {
        self.seconds = seconds
    }
}
