public import FoundationEssentials

/// What a code was exchanged for.
public struct ExchangedTokens: Sendable {
    /// Who signed in, as yet unverified.
    public let identityToken: UnverifiedIdentityToken

    /// To be sealed and kept: for the daily check, and to revoke the consent when the account is deleted.
    public let refreshToken: RefreshToken

    /// Good for revocation where there is no refresh token, and for nothing else.
    public let accessToken: AccessToken

    /// When the access token ends, by this machine's clock.
    public let accessTokenExpiresAt: Date

    init(_ answer: TokenAnswer, now: Date) throws(AppleServiceError) {
        guard let identityToken = answer.identityToken else { throw .malformed(.exchange, "id_token is missing") }
        guard let refreshToken = answer.refreshToken else { throw .malformed(.exchange, "refresh_token is missing") }
        self.identityToken = identityToken
        self.refreshToken = refreshToken
        accessToken = answer.accessToken
        accessTokenExpiresAt = now.addingTimeInterval(TimeInterval(answer.lifetime))
    }
}
