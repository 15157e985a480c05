package import Secrets

/// The credential that arrived with an assertion and leads to a refresh token.
package enum AppleGrant: Sendable, Redacted {
    /// A code that a background job exchanges.
    case code(AppleAuthorizationCode)
    /// The token of a code that was exchanged before the sign-in; the assertion comes from the same exchange.
    case refreshToken(AppleRefreshToken)
    /// Neither. Consent is given, but there is no token to check or revoke.
    case none
}

/// A grant to store, sealed and bound to the identity and the client.
package enum SealedAppleGrant: Hashable, Sendable {
    /// A job exchanges the code before `expiresAt`.
    case code(Sealed, flow: AppleFlow, expiresAt: Timestamp)
    /// A job checks the token from `nextCheckAt` on.
    case refreshToken(Sealed, nextCheckAt: Timestamp)
    case none
}

/// An authorization code from Apple. It is valid for one exchange within five minutes.
package struct AppleAuthorizationCode: Sendable, Redacted {
    /// The flow that requested the code. For a web flow the exchange must repeat the redirect URI; for a native flow it must not
    /// send one.
    package let flow: AppleFlow
    private let bytes: SecretBytes

    /// Accepts 1 to 2,048 visible ASCII characters (RFC 6749, appendix A.11).
    package init?(_ text: String, flow: AppleFlow) {
        guard isVisibleASCII(text, lengths: 1...2_048) else { return nil }
        self.flow = flow
        bytes = SecretBytes(utf8: text)
    }

    /// Returns the code as text, for the request to Apple.
    package func reveal() -> String { bytes.withBytes { String(decoding: $0, as: UTF8.self) } }

    /// The lifetime of a code, from its issue.
    package static var lifetime: Duration { .seconds(300) }
}

/// The two flows of Sign in with Apple. The raw values are stored, so they never change.
package enum AppleFlow: Int, CaseIterable, Sendable {
    case native = 1
    case web = 2
}

/// A refresh token from Apple. It is kept to check daily whether consent is still given, and to be revoked at deletion.
package struct AppleRefreshToken: Sendable, Redacted {
    private let bytes: SecretBytes

    /// Accepts 1 to 2,048 visible ASCII characters (RFC 6749, appendix A.17).
    package init?(_ text: String) {
        guard isVisibleASCII(text, lengths: Self.lengths) else { return nil }
        bytes = SecretBytes(utf8: text)
    }

    /// Returns the token as text, for the request to Apple.
    package func reveal() -> String { bytes.withBytes { String(decoding: $0, as: UTF8.self) } }

    static var lengths: ClosedRange<Int> { 1...2_048 }
}

/// The fate of Apple's tokens when an identity is unlinked or an account is deleted, for a notice to the user.
package enum AppleRevocationNotice: Hashable, Sendable {
    /// There is nothing to revoke: the account has no identity, or its consent was already revoked.
    case notNeeded
    /// All tokens are queued for revocation, in the same transaction. Apple revokes them when it next responds.
    case queued
    /// For at least one client no token is stored, so the user must stop using Sign in with Apple for this app in their own
    /// settings. Stored tokens, and a code that still waits for its exchange, are still queued for revocation. At this point
    /// it is unknown whether Apple responds within the five minutes of the code's lifetime, and the user cannot be reached later.
    case byHand
}
