import Accounts
import JSONText
package import Secrets

/// Issues access tokens: short-lived ES256 JWTs that other backends verify offline.
///
/// The format is that of RFC 9068. The header has `typ` `at+jwt`, `alg` `ES256` and `kid`. The claims are `iss`, `aud` (one
/// audience), `sub` (the account), `client_id` (the issuer itself), `iat`, `exp`, `jti`, `auth_time` (the last credential check),
/// `acr` (one or two factors in the session) and `sid` (the session). A backend that does not call the introspection endpoint
/// accepts a token for up to its lifetime after its session has ended; see docs/access-tokens.md.
package struct AccessTokenIssuer: Sendable {
    private let ring: SigningKeyRing
    private let issuer: String
    /// The audiences that a client may request.
    let audience: [String]
    private let introspectors: [TokenIntrospector]
    private let lifetime: Duration
    private let random: any RandomBytes

    /// - Parameter audience: the audiences that a client may request; at least one.
    package init(
        ring: SigningKeyRing, issuer: String, audience: [String], introspectors: [TokenIntrospector] = [], lifetime: Duration,
        random: any RandomBytes
    ) {
        self.ring = ring
        self.issuer = issuer
        self.audience = audience
        self.introspectors = introspectors
        self.lifetime = lifetime
        self.random = random
    }

    /// Returns the audience of a token: the requested one if it is configured, or the only configured one if the request names
    /// none.
    func audience(asked: String?) -> String? {
        guard let asked else { return audience.count == 1 ? audience[0] : nil }
        return audience.first { $0.utf8.elementsEqual(asked.utf8) }
    }

    /// Returns the backend that the secret belongs to.
    func introspector(showing secret: MasterKey) -> TokenIntrospector? {
        introspectors.first { $0.isAuthenticated(by: secret) }
    }

    /// Issues a token for an active session.
    func issue(to active: ActiveSession, audience: String, now: Timestamp) async throws -> AccessToken {
        let key = try await ring.current(now: now)
        let expiry = now + lifetime
        let header: JSONValue = ["typ": "at+jwt", "alg": "ES256", "kid": .string(key.id)]
        let claims: JSONValue = [
            "iss": .string(issuer),
            "aud": .string(audience),
            "sub": .string(active.account.id.description),
            "client_id": .string(issuer),
            "sid": .string(active.session.id.description),
            "iat": .integer(now.seconds),
            "exp": .integer(expiry.seconds),
            "auth_time": .integer(active.session.authenticatedAt.seconds),
            "acr": .string(active.session.assurance.contextClass),
            "jti": .string(Base64URL.encode(random.bytes(16))),
        ]
        let signed = "\(Base64URL.encode(header.bytes())).\(Base64URL.encode(claims.bytes()))"
        let signature = try key.signature(for: Array(signed.utf8))
        return AccessToken(text: "\(signed).\(Base64URL.encode(signature))", expiresIn: .seconds(expiry.seconds - now.seconds))
    }

    /// Returns the claims of an unexpired token of this issuer for this audience, and nil for any other text. The caller checks
    /// whether the session is active.
    func claims(of token: String, for audience: String, now: Timestamp) async throws -> JSONObject? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard token.utf8.count <= Self.lengthLimit, parts.count == 3, let header = Self.object(parts[0]),
            header["typ"]?.string == "at+jwt", header["alg"]?.string == "ES256", header.members.count == 3,
            let name = header["kid"]?.string, let key = try await ring.key(named: name, now: now),
            let signature = Base64URL.decode(utf8: Array(parts[2].utf8)),
            key.isValid(signature, for: Array("\(parts[0]).\(parts[1])".utf8)), let claims = Self.object(parts[1]),
            claims["iss"]?.string == issuer, claims["aud"]?.string == audience,
            let issuedAt = claims["iat"]?.number?.int, let expiry = claims["exp"]?.number?.int,
            issuedAt <= now.seconds, expiry > now.seconds
        else { return nil }
        return claims
    }

    private static func object(_ part: Substring) -> JSONObject? {
        guard let bytes = Base64URL.decode(utf8: Array(part.utf8)) else { return nil }
        return try? JSONText.parse(bytes).root.value.object
    }

    /// The maximum length of a token in bytes. An audience has at most 200 characters, so issued tokens are shorter.
    private static var lengthLimit: Int { 4_096 }

    /// Returns the public keys as a JWK set (RFC 7517, section 5).
    func keySet(now: Timestamp) async throws -> JSONValue {
        ["keys": .array(try await ring.keys(now: now).map(\.publicJWK))]
    }
}

extension AssuranceLevel {
    /// The authentication context class (OpenID Connect Core, section 2, `acr`).
    fileprivate var contextClass: String { "urn:latchkey:acr:\(rawValue)" }
}

/// An access token and its lifetime.
struct AccessToken: Sendable {
    let text: String
    let expiresIn: Duration
}
