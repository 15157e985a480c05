import Crypto
import FoundationEssentials
import JWTKit

/// The claims of an identity token (facts 1.4).
struct IdentityTokenClaims: JWTPayload {
    var issuer: String
    let subject: Subject
    var audience: String
    var issuedAt: Int
    var expiresAt: Int
    let authTime: Int
    let nonce: String?
    let nonceSupported: Bool
    var email: String?
    var emailVerified: WireBoolean?
    var isPrivateEmail: WireBoolean?
    let realUserStatus: RealUserStatus?
    let transferSubject: Subject?
    let organization: String?
    let accessTokenHash: String?
    let codeHash: String?

    enum CodingKeys: String, CodingKey {
        case issuer = "iss"
        case subject = "sub"
        case audience = "aud"
        case issuedAt = "iat"
        case expiresAt = "exp"
        case authTime = "auth_time"
        case nonce
        case nonceSupported = "nonce_supported"
        case email
        case emailVerified = "email_verified"
        case isPrivateEmail = "is_private_email"
        case realUserStatus = "real_user_status"
        case transferSubject = "transfer_sub"
        case organization = "org_id"
        case accessTokenHash = "at_hash"
        case codeHash = "c_hash"
    }

    /// Nothing: the service signs these and never verifies them.
    func verify(using algorithm: some JWTAlgorithm) {}

    /// `at_hash` and `c_hash`: the left half of the SHA-256 of the text (OpenID Connect Core 3.1.3.6, 3.3.2.11).
    static func leftHalfHash(of text: String) -> String {
        Base64URL.encode(SHA256.hash(data: Array(text.utf8)).prefix(16))
    }
}
