import Secrets

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
