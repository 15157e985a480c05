import PasswordRules
package import Secrets

/// A password as the domain handles it: the UTF-8 bytes of its NFC form, complete, wiped when released, never printed.
///
/// Any Unicode is a password. NFC makes the same characters the same bytes whichever keyboard typed them (NIST SP 800-63B-4,
/// section 3.1.1.2); nothing else is changed and nothing is cut off.
package struct Password: Sendable, Redacted {
    /// The bytes that are hashed.
    package let bytes: SecretBytes

    /// The length that rules speak of: Unicode scalars after NFC.
    package let scalarCount: Int

    package init(_ typed: String) {
        // Foundation's composition is wrong on Linux for Korean: one password would be two. This is what the rules count, too.
        let composed = ComposedText(typed)
        bytes = SecretBytes(utf8: composed.string)
        scalarCount = composed.scalars.count
    }

    /// The text again, for the checks that need characters. Keep it no longer than the check.
    package func revealText() -> String {
        bytes.withBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether both are the same password.
    package func matches(_ other: Password) -> Bool {
        bytes.withBytes { mine in other.bytes.withBytes { constantTimeEquals(mine, $0) } }
    }
}
