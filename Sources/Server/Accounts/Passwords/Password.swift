package import PasswordHashing
import PasswordRules
package import Secrets

/// A password: the UTF-8 bytes of its complete NFC form. The bytes are wiped when released and never printed.
///
/// All Unicode is permitted. NFC makes equal characters from different keyboards equal bytes (NIST SP 800-63B-4, section 3.1.1.2).
/// Nothing else is changed or cut off.
package struct Password: Sendable, Redacted {
    /// The bytes that are hashed.
    package let bytes: SecretBytes

    /// The length that password rules count: Unicode scalars after NFC.
    package let scalarCount: Int

    package init(_ typed: String) {
        // Foundation composes Korean wrongly on Linux, so one password would have two forms. The password rules count the same
        // form.
        let composed = ComposedText(typed)
        bytes = SecretBytes(utf8: composed.string)
        scalarCount = composed.scalars.count
    }

    /// Returns the text, for checks that need characters. Keep it no longer than the check takes.
    package func revealText() -> String {
        bytes.withBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns whether both passwords are equal, compared in constant time.
    package func matches(_ other: Password) -> Bool {
        bytes.withBytes { mine in other.bytes.withBytes { constantTimeEquals(mine, $0) } }
    }
}

/// The data of an account that password sign-in needs.
package struct PasswordCredential: Sendable {
    package let account: Account
    package let hash: PasswordHash

    /// Counts the changes of this password. A write that depends on a verification names the version it saw, so it fails if the
    /// password has changed since. A rehash of the same password does not change the version.
    package let version: Int

    /// The password before an unconfirmed upgrade, which remains valid for sign-in for some minutes.
    package let former: FormerPassword?

    package init(account: Account, hash: PasswordHash, version: Int, former: FormerPassword? = nil) {
        self.account = account
        self.hash = hash
        self.version = version
        self.former = former
    }

    /// The credential without the former password, for actions that the former password does not permit.
    var presentOnly: PasswordCredential { PasswordCredential(account: account, hash: hash, version: version) }
}

/// The password before an upgrade. See ``PasswordUpgrade``.
package struct FormerPassword: Hashable, Sendable {
    package let hash: PasswordHash
    /// The time from which it is no longer valid for sign-in.
    package let until: Timestamp

    package init(hash: PasswordHash, until: Timestamp) {
        self.hash = hash
        self.until = until
    }
}
