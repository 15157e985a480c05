import Accounts
import Crypto
package import Secrets

/// The tokens by which other backends know who calls.
package struct AccessTokenConfiguration: Hashable, Sendable {
    /// The `iss` claim: the public origin.
    package var issuer: String
    /// The names that a client may ask for as the `aud` claim, one in each token; the public origin unless set.
    package var audience: [String]
    /// The backends that may ask whether a token of their audience still counts.
    package var introspectors: [TokenIntrospector] = []
    /// How long a token counts, and so how long it outlives the revocation of its session.
    package var lifetime: Duration = Self.defaultLifetime
    /// How long a key signs.
    package var rotationPeriod: Duration = Self.defaultRotationPeriod
    /// How long before it signs a key is published.
    package var overlap: Duration = Self.defaultOverlap

    package init(issuer: PublicOrigin) {
        self.issuer = issuer.description
        audience = [issuer.description]
    }

    static var defaultLifetime: Duration { .seconds(300) }
    static var defaultRotationPeriod: Duration { .seconds(30 * 86_400) }
    static var defaultOverlap: Duration { .seconds(86_400) }
}

/// A backend that authenticates at the introspection endpoint, and the one audience whose tokens it may ask about.
package struct TokenIntrospector: Hashable, Sendable {
    package let audience: String
    /// Of the secret, so that the configuration in memory authenticates no one.
    private let digest: [UInt8]

    package init(audience: String, secret: MasterKey) {
        self.audience = audience
        digest = Self.digest(of: secret)
    }

    /// Whether this is the backend's secret. Takes the same time for every wrong one.
    func isAuthenticated(by secret: MasterKey) -> Bool {
        constantTimeEquals(digest, Self.digest(of: secret))
    }

    private static func digest(of secret: MasterKey) -> [UInt8] {
        secret.reveal().withBytes { Array(SHA256.hash(data: Array($0))) }
    }
}

extension SessionLifetimes {
    /// Refuses an idle life that is longer than the absolute one.
    init(reading reader: inout SettingsReader) {
        self.init()
        idle = reader.value(Settings.idleLifetime)
        absolute = reader.value(Settings.absoluteLifetime)
        recentAuthentication = reader.value(Settings.recentAuthentication)
        if idle > absolute {
            reader.report(Settings.idleLifetime.key, "it is longer than sessions.absolute", nil)
        }
    }
}

extension AccessTokenConfiguration {
    /// Refuses keys that are published for longer than they sign, and backends of an audience that is not configured. Nil without an
    /// issuer.
    init?(reading reader: inout SettingsReader, issuer: PublicOrigin?) {
        let audience = reader.value(Settings.audience)
        let lifetime = reader.value(Settings.tokenLifetime)
        let rotationPeriod = reader.value(Settings.rotationPeriod)
        let overlap = reader.value(Settings.overlap)
        if overlap >= rotationPeriod {
            reader.report(Settings.overlap.key, "it is not shorter than accessTokens.rotationPeriod", nil)
        }
        let introspectors = reader.value(Settings.introspectors)
        reader.refuseExposure(of: Settings.introspectors.key)
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
