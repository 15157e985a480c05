internal import Crypto
public import FoundationEssentials
internal import Secrets

/// A user whom Apple authenticated. Only ``IdentityTokenVerifier`` creates one.
///
/// Find an account by the team and ``subject``, never by ``email``: Apple may omit or change it, and the user may edit it.
public struct VerifiedAppleIdentity: Sendable {
    /// The token's issuer, one of the policy's issuers.
    public let issuer: String

    /// The user's identifier in this team. It is the same in all apps of the team and after a revocation.
    public let subject: String

    /// The client the token is for, one of the policy's audiences. Codes and refresh tokens belong to the same client.
    public let audience: String

    /// The time when Apple issued the token.
    public let issuedAt: Date

    /// The time when the token expires, without leeway.
    public let expiresAt: Date

    /// The time when the user authenticated to Apple.
    public let authenticatedAt: Date?

    /// The e-mail address; a relay address if ``isPrivateEmail``. Missing for Work & School accounts, and for some users after the
    /// first sign-in.
    public let email: String?

    /// Whether Apple has verified ``email``. False for a missing or malformed claim.
    public let emailIsVerified: Bool

    /// Whether ``email`` is a relay address.
    public let isPrivateEmail: Bool

    /// Apple's estimate of whether the user is a real person; nil if Apple did not send it.
    public let realUserStatus: RealUserStatus?

    /// The subject in the other team of an app transfer, within the 60 days around it.
    public let transferSubject: String?

    /// The organization of a managed account (`org_id`).
    public let organisation: String?

    /// Whether the token has the expected nonce. False if none was expected, or if a token without one was accepted.
    public let isBoundToNonce: Bool

    /// The SHA-256 of the token's signing input. It identifies the token, because Apple sends no `jti`. To accept a token only
    /// once, remember it until ``expiresAt``.
    public let tokenDigest: [UInt8]

    let codeHash: String?
    let accessTokenHash: String?

    /// Returns whether the token was issued with this authorization code (`c_hash`).
    public func checkCode(_ code: String) -> TokenBinding { Self.check(codeHash, against: code) }

    /// Returns whether the token was issued with this access token (`at_hash`).
    public func checkAccessToken(_ token: String) -> TokenBinding { Self.check(accessTokenHash, against: token) }

    private static func check(_ hash: String?, against value: String) -> TokenBinding {
        guard let hash else { return .absent }
        // The left half of the SHA-256 digest, for RS256 and ES256.
        let expected = Base64URL.encode(Array(SHA256.hash(data: Array(value.utf8)).prefix(SHA256.byteCount / 2)))
        return constantTimeEquals(hash.utf8, expected.utf8) ? .matches : .differs
    }
}

extension VerifiedAppleIdentity: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The type's name, without contents, which are personal data.
    public var description: String { "VerifiedAppleIdentity(redacted)" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// Apple's estimate of whether a user is a real person (`real_user_status`). Only devices send it, at the first sign-in.
public enum RealUserStatus: Sendable, Hashable {
    /// 0: the device does not support it.
    case unsupported
    /// 1: Apple has not decided. Treat the user like any new one.
    case unknown
    /// 2: the user is likely a real person.
    case likelyReal
    /// A value that this version does not know. Ignore it.
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

/// Whether a token was issued with a code or an access token (OpenID Connect Core 1.0, sections 3.1.3.6 and 3.3.2.11).
public enum TokenBinding: Sendable, Hashable {
    /// The token's hash matches the value: Apple issued both in one response.
    case matches
    /// The token's hash does not match the value, so one of them was replaced. Reject both.
    case differs
    /// The token has no such hash. Apple sends `c_hash` with a code, and `at_hash` from the token endpoint.
    case absent
}

/// The domains of Apple's relay addresses, for display and deliverability. To test for a relay address, use
/// ``VerifiedAppleIdentity/isPrivateEmail``, never the domain.
public enum RelayDomain: String, Sendable, Hashable, CaseIterable {
    /// Addresses created before the change of 2026, which remain valid.
    case appleID = "privaterelay.appleid.com"
    /// Addresses created since.
    case iCloud = "private.icloud.com"

    /// Returns the relay domain of an address, ignoring case; nil for any other domain.
    public init?(of address: String) {
        guard let at = address.utf8.lastIndex(of: UInt8(ascii: "@")) else { return nil }
        let domain = address[address.utf8.index(after: at)...].utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        guard let known = Self.allCases.first(where: { $0.rawValue.utf8.elementsEqual(domain) }) else { return nil }
        self = known
    }
}
