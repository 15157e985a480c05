internal import Crypto
public import FoundationEssentials
internal import Secrets

/// Who signed in, as Apple says. Only ``IdentityTokenVerifier`` makes one: there is no other way from claims to this type.
///
/// An account is found by the team and ``subject``, never by ``email``, which Apple may leave out, change or let a person edit.
public struct VerifiedAppleIdentity: Sendable {
    /// Who issued the token; one of the policy's issuers.
    public let issuer: String

    /// The person, as this team knows them: the same in all apps of the team and after every revocation.
    public let subject: String

    /// The client identifier the token is for; one of ours. Codes and refresh tokens belong to the same one.
    public let audience: String

    /// When Apple issued the token.
    public let issuedAt: Date

    /// When it expires, without leeway.
    public let expiresAt: Date

    /// When the person proved to Apple who they are.
    public let authenticatedAt: Date?

    /// The e-mail address; a relay address where ``isPrivateEmail``. Absent for Work & School accounts, and at later sign-ins for some.
    public let email: String?

    /// Whether Apple has verified ``email``. Absent or unreadable claims count as not.
    public let emailIsVerified: Bool

    /// Whether ``email`` is a relay address.
    public let isPrivateEmail: Bool

    /// Whether a person is likely behind this; nil where Apple did not say.
    public let realUserStatus: RealUserStatus?

    /// The subject under the team that an app is being transferred to, or was from, within the 60 days around it.
    public let transferSubject: String?

    /// The organisation of a managed account (`org_id`).
    public let organisation: String?

    /// Whether the token carries the expected nonce. False where none was expected, and where a token without one was admitted.
    public let isBoundToNonce: Bool

    /// The SHA-256 of the token's header and payload, as Apple signed them. It identifies the token, as a `jti` would, which Apple does
    /// not send: remember it until ``expiresAt`` to accept a token once only.
    public let tokenDigest: [UInt8]

    let codeHash: String?
    let accessTokenHash: String?

    /// Whether the token was issued together with this authorization code (`c_hash`).
    public func checkCode(_ code: String) -> TokenBinding { Self.check(codeHash, against: code) }

    /// Whether the token was issued together with this access token (`at_hash`).
    public func checkAccessToken(_ token: String) -> TokenBinding { Self.check(accessTokenHash, against: token) }

    private static func check(_ hash: String?, against value: String) -> TokenBinding {
        guard let hash else { return .absent }
        // The left half of the digest, the hash being that of RS256 and ES256.
        let expected = Base64URL.encode(Array(SHA256.hash(data: Array(value.utf8)).prefix(SHA256.byteCount / 2)))
        return constantTimeEquals(hash.utf8, expected.utf8) ? .matches : .differs
    }
}

extension VerifiedAppleIdentity: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Nothing of what it holds: who signs in is nobody's business but the account's.
    public var description: String { "VerifiedAppleIdentity(redacted)" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// What Apple thinks of who signs in (`real_user_status`). Sent by devices, at the first sign-in only.
public enum RealUserStatus: Sendable, Hashable {
    /// 0: the device cannot tell.
    case unsupported
    /// 1: Apple has not decided; treat as any new user.
    case unknown
    /// 2: most likely a person.
    case likelyReal
    /// A value that did not exist when this was written. It means nothing.
    case other(Int)

    init(_ value: Int) {
        switch value {
        case 0: self = .unsupported
        case 1: self = .unknown
        case 2: self = .likelyReal
        default: self = .other(value)
        }
    }
}

/// Whether a token was issued together with a code or an access token (OpenID Connect Core 1.0, sections 3.1.3.6 and 3.3.2.11).
public enum TokenBinding: Sendable, Hashable {
    /// The token's hash is that of the value: both come from one answer of Apple's.
    case matches
    /// The token has the hash of another value: one of the two was exchanged. Refuse both.
    case differs
    /// The token has no such hash. Apple sends `c_hash` with a code, `at_hash` from the token endpoint.
    case absent
}

/// The domains of Apple's relay addresses, for display and deliverability. Whether an address is a relay is for
/// ``VerifiedAppleIdentity/isPrivateEmail`` to say, never for its domain.
public enum RelayDomain: String, Sendable, Hashable, CaseIterable {
    /// Addresses made before the change of 2026. They keep working.
    case appleID = "privaterelay.appleid.com"
    /// Addresses made since.
    case iCloud = "private.icloud.com"

    /// The domain of an address, whatever the case of its letters; nil where it is neither.
    public init?(of address: String) {
        guard let at = address.utf8.lastIndex(of: UInt8(ascii: "@")) else { return nil }
        let domain = address[address.utf8.index(after: at)...].utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        guard let known = Self.allCases.first(where: { $0.rawValue.utf8.elementsEqual(domain) }) else { return nil }
        self = known
    }
}
