import FoundationEssentials

/// The sign-in or exchange for which an identity token is made.
struct TokenOccasion: Sendable {
    /// What travels beside the token, which its hash claim binds.
    enum Companion: Sendable {
        case code(String)
        case accessToken(String)
    }

    let endpoint: Endpoint
    let consent: Consent
    let client: ClientIdentifier
    let nonce: String?
    let authTime: Date
    let isFirst: Bool
    let bound: Companion
}

extension TokenOccasion.Companion {
    var codeHash: String? {
        if case .code(let text) = self { IdentityTokenClaims.leftHalfHash(of: text) } else { nil }
    }

    var accessTokenHash: String? {
        if case .accessToken(let text) = self { IdentityTokenClaims.leftHalfHash(of: text) } else { nil }
    }
}
