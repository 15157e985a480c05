package import PasswordHashing

/// What sign-in by password needs to know of an account.
package struct PasswordCredential: Sendable {
    package let account: Account
    package let hash: PasswordHash

    /// Counts the changes of this password. Writes that rest on a verification name the version they saw, so that they fail once
    /// the password has changed; storing the same password under other parameters leaves it.
    package let version: Int

    package init(account: Account, hash: PasswordHash, version: Int) {
        self.account = account
        self.hash = hash
        self.version = version
    }
}
