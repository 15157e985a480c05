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
