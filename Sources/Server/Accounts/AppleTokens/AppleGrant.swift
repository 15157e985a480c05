package import Secrets

/// What came with an assertion besides it, and leads to a refresh token.
package enum AppleGrant: Sendable, Redacted {
    /// To be exchanged afterwards, in the background.
    case code(AppleAuthorizationCode)
    /// The code has been exchanged before the sign-in: the assertion came out of the exchange.
    case refreshToken(AppleRefreshToken)
    /// Nothing: consent is given, and no token of ours can be checked or revoked.
    case none
}

/// A grant at rest, on its way into a store. The octets are sealed and bound to the identity and the client.
package enum SealedAppleGrant: Hashable, Sendable {
    /// A job exchanges it before `expiresAt`.
    case code(Sealed, flow: AppleFlow, expiresAt: Timestamp)
    /// A job checks it from `nextCheckAt` on.
    case refreshToken(Sealed, nextCheckAt: Timestamp)
    case none
}
