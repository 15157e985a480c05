package import PasswordHashing

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
