import Accounts
import Crypto
package import Secrets

/// The access tokens that identify the caller to other backends.
package struct AccessTokenConfiguration: Hashable, Sendable {
    /// The `iss` claim: the public origin.
    package var issuer: String
    /// The values that a client may request as the `aud` claim, one for each token. The default is the public origin.
    package var audience: [String]
    /// The backends that may introspect tokens of their audience.
    package var introspectors: [TokenIntrospector] = []
    /// The lifetime of a token, and the time for which it remains valid after its session is revoked.
    package var lifetime: Duration = Self.defaultLifetime
    /// The time for which a key signs.
    package var rotationPeriod: Duration = Self.defaultRotationPeriod
    /// The time between the publication of a key and its first signature.
    package var overlap: Duration = Self.defaultOverlap

    package init(issuer: PublicOrigin) {
        self.issuer = issuer.description
        audience = [issuer.description]
    }

    static var defaultLifetime: Duration { .seconds(300) }
    static var defaultRotationPeriod: Duration { .seconds(30 * 86_400) }
    static var defaultOverlap: Duration { .seconds(86_400) }
}

/// A backend that authenticates at the introspection endpoint, and the audience whose tokens it may introspect.
package struct TokenIntrospector: Hashable, Sendable {
    package let audience: String
    /// The SHA-256 digest of the secret; the configuration in memory does not hold the secret itself.
    private let digest: [UInt8]

    package init(audience: String, secret: MasterKey) {
        self.audience = audience
        digest = Self.digest(of: secret)
    }

    /// Returns whether this is the backend's secret, in constant time.
    func isAuthenticated(by secret: MasterKey) -> Bool {
        constantTimeEquals(digest, Self.digest(of: secret))
    }

    private static func digest(of secret: MasterKey) -> [UInt8] {
        secret.reveal().withBytes { Array(SHA256.hash(data: Array($0))) }
    }
}

extension SessionLifetimes {
    /// Rejects an idle lifetime that exceeds the absolute one.
    init(reading reader: inout SettingsReader) {
        self.init()
        idle = reader.value(Settings.idleLifetime)
        absolute = reader.value(Settings.absoluteLifetime)
        recentAuthentication = reader.value(Settings.recentAuthentication)
        if idle > absolute {
            reader.report(Settings.idleLifetime.key, "the idle lifetime must not exceed sessions.absolute", nil)
        }
    }
}

extension AccessTokenConfiguration {
    /// Rejects an overlap that is not shorter than the rotation period, and introspectors of an audience that is not configured.
    /// Nil without an issuer.
    init?(reading reader: inout SettingsReader, issuer: PublicOrigin?) {
        let audience = reader.value(Settings.audience)
        let lifetime = reader.value(Settings.tokenLifetime)
        let rotationPeriod = reader.value(Settings.rotationPeriod)
        let overlap = reader.value(Settings.overlap)
        if overlap >= rotationPeriod {
            reader.report(Settings.overlap.key, "the overlap must be shorter than accessTokens.rotationPeriod", nil)
        }
        let introspectors = reader.value(Settings.introspectors)
        reader.rejectExposure(of: Settings.introspectors.key)
        guard let issuer else { return nil }
        self.init(issuer: issuer)
        self.introspectors = introspectors
        if !audience.isEmpty { self.audience = audience }
        if let foreign = introspectors.first(where: { !self.audience.contains($0.audience) }) {
            reader.report(
                Settings.introspectors.key, "\(foreign.audience) is not a configured audience", "add it to accessTokens.audience")
        }
        self.lifetime = lifetime
        self.rotationPeriod = rotationPeriod
        self.overlap = overlap
    }
}
