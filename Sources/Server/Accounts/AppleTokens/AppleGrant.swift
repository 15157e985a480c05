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

/// An authorization code of Apple's: good for one exchange within five minutes.
package struct AppleAuthorizationCode: Sendable, Redacted {
    /// How it was asked for: the exchange must repeat the redirect URI of a web flow, and must not name one natively.
    package let flow: AppleFlow
    private let bytes: SecretBytes

    /// Takes 1 to 2,048 visible ASCII characters (RFC 6749, appendix A.11).
    package init?(_ text: String, flow: AppleFlow) {
        guard isVisibleASCII(text, lengths: 1...2_048) else { return nil }
        self.flow = flow
        bytes = SecretBytes(utf8: text)
    }

    /// The code as Apple wants it.
    package func reveal() -> String { bytes.withBytes { String(decoding: $0, as: UTF8.self) } }

    /// From its issue on.
    package static var lifetime: Duration { .seconds(300) }
}

/// The two ways to sign in with Apple. The raw values are stored: they never change.
package enum AppleFlow: Int, CaseIterable, Sendable {
    case native = 1
    case web = 2
}

/// A refresh token of Apple's: kept to ask daily whether consent still stands, and to be revoked at deletion.
package struct AppleRefreshToken: Sendable, Redacted {
    private let bytes: SecretBytes

    /// Takes 1 to 2,048 visible ASCII characters (RFC 6749, appendix A.17).
    package init?(_ text: String) {
        guard isVisibleASCII(text, lengths: Self.lengths) else { return nil }
        bytes = SecretBytes(utf8: text)
    }

    /// The token as Apple wants it.
    package func reveal() -> String { bytes.withBytes { String(decoding: $0, as: UTF8.self) } }

    static var lengths: ClosedRange<Int> { 1...2_048 }
}

/// What becomes of Apple's tokens when an identity is unlinked or an account deleted, to be told to the person.
package enum AppleRevocationNotice: Hashable, Sendable {
    /// Nothing of Apple's: no identity, or its consent was withdrawn before.
    case notNeeded
    /// All tokens are on their way back to Apple, in the same transaction: it is done as soon as Apple answers.
    case queued
    /// For some client no token is stored: the person must stop using Sign in with Apple for this app in their own settings. Tokens that
    /// are stored are queued all the same, and so is a code that waits for its exchange. Whether Apple answers within the five minutes
    /// of a code's life cannot be known when this is told, and nobody can be told later.
    case byHand
}
