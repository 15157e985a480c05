/// The tokens by which other backends know who calls.
package struct AccessTokenConfiguration: Hashable, Sendable {
    /// The `iss` claim: the public origin.
    package var issuer: String
    /// The `aud` claim: who is meant to accept the tokens; the public origin unless set.
    package var audience: [String]
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
