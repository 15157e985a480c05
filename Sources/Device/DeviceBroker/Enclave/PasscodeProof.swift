package import Secrets

/// What the broker shows in place of the passcode: 32 bytes that it derives from it, slowly and with a salt of its own.
///
/// The enclave never sees the passcode. The derivation must be costly (argon2id): a TPM locks after wrong proofs, a software enclave
/// whose file was stolen cannot.
package struct PasscodeProof: Sendable, Redacted {
    /// The size in bytes: 32.
    package static let byteCount = 32

    /// The 32 bytes.
    let secret: SecretBytes

    /// Takes derived bytes; nil for anything but 32 of them.
    package init?(_ secret: SecretBytes) {
        guard secret.count == Self.byteCount else { return nil }
        self.secret = secret
    }
}
