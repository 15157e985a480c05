import Crypto
import FoundationEssentials
import JWTKit

/// The claims of an identity token, as Apple sends them.
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

    /// Does nothing: the service signs these claims and never verifies them.
    func verify(using algorithm: some JWTAlgorithm) {}

    /// Returns the value of `at_hash` or `c_hash`: the left half of the SHA-256 of the text (OpenID Connect Core 3.1.3.6, 3.3.2.11).
    static func leftHalfHash(of text: String) -> String {
        Base64URL.encode(SHA256.hash(data: Array(text.utf8)).prefix(16))
    }
}

extension ServiceCore {
    /// Creates and signs an identity token, with the faults of the endpoint.
    ///
    /// - Returns: nil if signing fails, which only a damaged state file causes.
    mutating func identityToken(_ tokenContext: TokenContext) -> String? {
        guard let account = state.people.accounts[tokenContext.consent.person] else { return nil }
        var claims = claims(tokenContext, account)
        let faults = takeTokenFaults(tokenContext.endpoint)
        for fault in faults { spoil(&claims, fault) }
        return signer?.sign(claims, spoilt: faults.contains(.wrongSignature))
    }

    private mutating func claims(_ tokenContext: TokenContext, _ account: AppleAccount) -> IdentityTokenClaims {
        let settings = state.settings
        let issuedAt = Int(now.timeIntervalSince1970)
        var claims = IdentityTokenClaims(
            issuer: issuer, subject: teamUser(of: account.id, for: tokenContext.consent.team).subject,
            audience: tokenContext.client.rawValue, issuedAt: issuedAt, expiresAt: issuedAt + settings.identityTokenLifetime,
            authTime: Int(tokenContext.authTime.timeIntervalSince1970), nonce: settings.supportsNonce ? tokenContext.nonce : nil,
            nonceSupported: settings.supportsNonce,
            realUserStatus: tokenContext.endpoint == .native && tokenContext.isFirst ? account.realUserStatus : nil,
            transferSubject: transferIdentifier(for: tokenContext.consent), organization: account.organization,
            accessTokenHash: tokenContext.bound.accessTokenHash, codeHash: tokenContext.bound.codeHash)
        if tokenContext.isFirst || settings.sendsEmailOnLaterSignIns { addEmail(to: &claims, tokenContext.consent, account) }
        return claims
    }

    private mutating func addEmail(to claims: inout IdentityTokenClaims, _ consent: Consent, _ account: AppleAccount) {
        if account.organization != nil { claims.emailVerified = WireBoolean(false, state.settings.wireStyle) }
        guard let address = address(consent) else { return }
        let isPrivate = consent.email == .hide
        claims.email = address
        claims.emailVerified = WireBoolean(account.organization == nil, state.settings.wireStyle)
        if isPrivate || state.settings.wireStyle == .booleans2024 {
            claims.isPrivateEmail = WireBoolean(isPrivate, state.settings.wireStyle)
        }
    }

    private func spoil(_ claims: inout IdentityTokenClaims, _ fault: Fault.Kind) {
        switch fault {
        case .wrongIssuer(let issuer): claims.issuer = issuer
        case .wrongAudience(let audience): claims.audience = audience
        case .foreignEmail(let address):
            claims.email = address
            claims.emailVerified = WireBoolean(true, state.settings.wireStyle)
            claims.isPrivateEmail = nil
        case .stale:
            claims.issuedAt -= 2 * 86_400
            claims.expiresAt = claims.issuedAt + min(state.settings.identityTokenLifetime, 86_400)
        case .wrongSignature, .delay, .status, .malformedBody, .droppedConnection: break
        }
    }
}

/// The sign-in or exchange for which an identity token is created.
struct TokenContext: Sendable {
    /// The code or access token that accompanies the token, bound by a hash claim.
    enum Companion: Sendable {
        case code(String)
        case accessToken(String)
    }

    let endpoint: Endpoint
    let consent: Consent
    let client: ClientID
    let nonce: String?
    let authTime: Date
    let isFirst: Bool
    let bound: Companion
}

extension TokenContext.Companion {
    var codeHash: String? {
        if case .code(let text) = self { IdentityTokenClaims.leftHalfHash(of: text) } else { nil }
    }

    var accessTokenHash: String? {
        if case .accessToken(let text) = self { IdentityTokenClaims.leftHalfHash(of: text) } else { nil }
    }
}

/// A Boolean in a token: the string `"true"`, as Apple sent it until February 2024, or a Boolean.
enum WireBoolean: Sendable, Codable {
    case string(Bool)
    case boolean(Bool)

    init(_ value: Bool, _ style: AppleServiceSettings.WireStyle) {
        self = style == .strings2019 ? .string(value) : .boolean(value)
    }

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let flag = try? value.decode(Bool.self) {
            self = .boolean(flag)
        } else {
            self = .string(try value.decode(String.self) == "true")
        }
    }

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .string(let flag): try value.encode(flag ? "true" : "false")
        case .boolean(let flag): try value.encode(flag)
        }
    }
}
