/// What must be asked of Apple. The server implements it over its client library; the domain only knows what came of it.
///
/// Each operation answers within ``AppleJobs/answerLimit``, by `unavailable` if need be, and throws nothing. Whatever speaks of our own
/// side, such as a client secret that Apple refuses or a client without a key, is `unavailable` too: a mistake in the
/// configuration must not end anybody's consent.
package protocol AppleTokenService: Sendable {
    /// Exchanges a code. The answer's identity token has been verified, so that its subject can be compared.
    func exchange(_ code: AppleAuthorizationCode, for client: AppleClientID) async -> AppleExchangeOutcome

    /// Asks whether the token still stands. At most once a day for each token.
    func check(_ token: AppleRefreshToken, for client: AppleClientID) async -> AppleCheckOutcome

    func revoke(_ token: AppleRefreshToken, for client: AppleClientID) async -> AppleRevocationOutcome
}

package enum AppleExchangeOutcome: Sendable {
    case exchanged(AppleRefreshToken, AppleIdentityKey)
    /// Apple does not take this code: expired, used, or another client's.
    case rejected
    /// Nothing is known of the code. `retryAfter`: what Apple asked for, if anything.
    case unavailable(retryAfter: Duration?)
}

package enum AppleCheckOutcome: Hashable, Sendable {
    case valid
    /// Consent was withdrawn, or the account is gone.
    case revoked
    case unavailable(retryAfter: Duration?)
}

package enum AppleRevocationOutcome: Hashable, Sendable {
    /// The token opens nothing any more. Apple says so of tokens it never saw, too.
    case revoked
    case unavailable(retryAfter: Duration?)
}
