package import PasswordHashing
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

/// What sign-in by password needs to know of an account.
package struct PasswordCredential: Sendable {
    package let account: Account
    package let hash: PasswordHash

    /// Counts the changes of this password. Writes that rest on a verification name the version they saw, so that they fail once
    /// the password has changed; storing the same password under other parameters leaves it.
    package let version: Int

    /// The password before an upgrade that is not confirmed yet, which signs in too for some minutes.
    package let former: FormerPassword?

    package init(account: Account, hash: PasswordHash, version: Int, former: FormerPassword? = nil) {
        self.account = account
        self.hash = hash
        self.version = version
        self.former = former
    }

    /// Without the former password, for what it gives no right to.
    var presentOnly: PasswordCredential { PasswordCredential(account: account, hash: hash, version: version) }
}

/// The password before an upgrade: see ``PasswordUpgrade``.
package struct FormerPassword: Hashable, Sendable {
    package let hash: PasswordHash
    /// From when on it signs in no more.
    package let until: Timestamp

    package init(hash: PasswordHash, until: Timestamp) {
        self.hash = hash
        self.until = until
    }
}
