import Accounts
import JSONText
package import Secrets

/// Issues access tokens: short-lived ES256 JWTs by which another backend knows who calls without asking this server.
///
/// The form is RFC 9068's: header `typ` `at+jwt`, `alg` `ES256` and `kid`; claims `iss`, `aud`, `sub` (the account), `client_id` (the
/// issuer itself, as the client is its own), `iat`, `exp`, `jti`, `auth_time` (when a credential was last shown), `acr` (whether one factor was shown in the
/// session or two) and `sid` (the session). A token outlives the revocation of its session by up to its lifetime: docs/access-tokens.md tells verifiers so.
package struct AccessTokenIssuer: Sendable {
    private let ring: SigningKeyRing
    private let issuer: String
    private let audience: [String]
    private let lifetime: Duration
    private let random: any RandomBytes

    /// - Parameter audience: at least one; who is meant to accept the tokens.
    package init(ring: SigningKeyRing, issuer: String, audience: [String], lifetime: Duration, random: any RandomBytes) {
        self.ring = ring
        self.issuer = issuer
        self.audience = audience
        self.lifetime = lifetime
        self.random = random
    }

    /// A token for a living session.
    func issue(to active: ActiveSession, now: Timestamp) async throws -> AccessToken {
        let key = try await ring.current(now: now)
        let expiry = now + lifetime
        let header: JSONValue = ["typ": "at+jwt", "alg": "ES256", "kid": .string(key.id)]
        let claims: JSONValue = [
            "iss": .string(issuer),
            "aud": audience.count == 1 ? .string(audience[0]) : .array(audience.map(JSONValue.string)),
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

    /// The public keys as a JWK set (RFC 7517, section 5).
    func keySet(now: Timestamp) async throws -> JSONValue {
        ["keys": .array(try await ring.keys(now: now).map(\.publicJWK))]
    }
}

extension AssuranceLevel {
    /// The authentication context class (OpenID Connect Core, section 2, `acr`).
    fileprivate var contextClass: String { "urn:latchkey:acr:\(rawValue)" }
}

/// An access token to hand out.
struct AccessToken: Sendable {
    let text: String
    let expiresIn: Duration
}
