package import PasswordHashing
package import Secrets

/// Upgrades of accounts: the last of each kind for each account.
package protocol UpgradeStore: Sendable {
    func passwordUpgrade(of account: AccountID) async throws -> StoredPasswordUpgrade?

    /// Replaces the password and raises its version, and keeps the former one beside it until that moment; sessions stay. Does nothing when
    /// an upgrade of this key was made, when the version is no longer the one seen or the session no longer lives, when the last upgrade
    /// forbids another (``StoredPasswordUpgrade/forbidsAnother(by:at:)``), or when the account has a second factor that was not shown: one
    /// that was turned on meanwhile too. Of any number of commits at once, under one key or several, one is made.
    func commit(_ commit: PasswordUpgradeCommit) async throws -> PasswordUpgradeResult

    /// Forgets the former password, ends the sessions that it opened, and forgets their devices, in one step. A session in which the
    /// present credential was shown since stays. False where the last upgrade has another key, or the password was changed since.
    func confirmPasswordUpgrade(_ key: UpgradeKey, of account: AccountID) async throws -> Bool

    func appleUpgrade(of account: AccountID) async throws -> StoredAppleUpgrade?

    /// Keeps a conversion that begins, in place of the account's last one. One of this key that is done stays done: a beginning that arrives
    /// late does not make whoever asks again hear that there is nothing to convert.
    func begin(_ upgrade: StoredAppleUpgrade, of account: AccountID) async throws

    /// Makes the identity the account's, if it is nobody's; removes the password, as ``PasswordStore/removePassword(of:renewal:event:)`` does;
    /// and ends every session but that of the renewal, all of them without one. All of it, or nothing; and nothing where ``commit(_:)`` would
    /// do nothing.
    func convert(_ conversion: AppleConversion) async throws -> AppleConversionResult
}

/// All that a store writes, in one step, when a password is upgraded.
package struct PasswordUpgradeCommit: Sendable {
    package let key: UpgradeKey
    package let account: AccountID
    /// The version of the password that was in force when the upgrade was allowed.
    package let version: Int
    package let hash: PasswordHash
    /// Where it was asked for; nil for by the password.
    package let session: SessionID?
    package let formerUntil: Timestamp
    package let event: AuditEvent
}

package enum PasswordUpgradeResult: Hashable, Sendable {
    case committed
    /// One of this key was made before.
    case repeated
    case superseded
    /// The account has a second factor, and none was shown.
    case factorRequired
}

/// All that a store writes, in one step, when an account goes over to Apple.
package struct AppleConversion: Sendable {
    package let key: UpgradeKey
    package let account: AccountID
    /// What it began with.
    package let nonce: TokenDigest
    /// The version of the password that was in force when the conversion was allowed.
    package let version: Int
    package let vouching: AppleVouching
    /// Of the session that asked for it; nil for by the password.
    package let renewal: SessionRenewal?
    package let event: AuditEvent
}

package enum AppleConversionResult: Hashable, Sendable {
    case converted
    /// One of this key was made before.
    case repeated
    case nonceRefused
    /// Consent ended after Apple said this.
    case outdated
    case identityTaken
    case alreadyLinked
    /// The password changed, or was upgraded by somebody else, or the session ended.
    case superseded
    /// The account has a second factor, and none was shown.
    case factorRequired
}
