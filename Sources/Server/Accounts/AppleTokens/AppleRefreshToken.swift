import Secrets

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
