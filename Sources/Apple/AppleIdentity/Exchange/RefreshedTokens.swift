public import FoundationEssentials

/// What Apple answers about a refresh token that is good. It stays the same; Apple issues no other.
public struct RefreshedTokens: Sendable {
    /// A new identity token, as yet unverified, where Apple sent one. It carries no nonce of a new request.
    public let identityToken: UnverifiedIdentityToken?

    /// An access token, good for nothing but revocation.
    public let accessToken: AccessToken

    /// When the access token ends, by this machine's clock.
    public let accessTokenExpiresAt: Date

    /// A refresh token in the place of the one that was checked. Apple sends none; if it ever does, keep this one.
    public let replacement: RefreshToken?

    init(_ answer: TokenAnswer, now: Date) {
        identityToken = answer.identityToken
        accessToken = answer.accessToken
        accessTokenExpiresAt = now.addingTimeInterval(TimeInterval(answer.lifetime))
        replacement = answer.refreshToken
    }
}
