package import PasswordHashing
package import Secrets

/// Stores account upgrades: the last one of each kind for each account.
package protocol UpgradeStore: Sendable {
    func passwordUpgrade(of account: AccountID) async throws -> StoredPasswordUpgrade?

    /// Replaces the password, increments its version, and keeps the former password valid until the given time. Sessions stay.
    ///
    /// Does nothing if an upgrade with this key was already committed, the version has changed, or the session is no longer valid.
    /// Does nothing if the last upgrade forbids another one (``StoredPasswordUpgrade/forbidsAnother(by:at:)``), or if the account has
    /// a second factor that was not proved, even one added in the meantime. Of several simultaneous commits, with the same or
    /// different keys, one succeeds.
    func commit(_ commit: PasswordUpgradeCommit) async throws -> PasswordUpgradeResult

    /// Deletes the former password, ends the sessions that it opened and forgets their devices, in one transaction. A session in
    /// which the current credential was proved since stays. Returns false if the last upgrade has another key, or the password has
    /// changed since.
    func confirmPasswordUpgrade(_ key: UpgradeKey, of account: AccountID) async throws -> Bool

    func appleUpgrade(of account: AccountID) async throws -> StoredAppleUpgrade?

    /// Stores a started conversion, which replaces the account's last one. A completed conversion with this key stays completed, so
    /// that a delayed start does not make the client believe that there is nothing to convert.
    func begin(_ upgrade: StoredAppleUpgrade, of account: AccountID) async throws

    /// Links the identity to the account unless another account has it, or moves it as
    /// ``AppleIdentityStore/link(_:to:from:event:)`` does, removes the password as
    /// ``PasswordStore/removePassword(of:renewal:event:)`` does, and ends every session except the renewed one, if any, in one
    /// transaction. Changes nothing under the conditions in which ``commit(_:)`` changes nothing.
    func convert(_ conversion: AppleConversion) async throws -> AppleConversionResult
}

/// The values that a store writes in one transaction when a password is upgraded.
package struct PasswordUpgradeCommit: Sendable {
    package let key: UpgradeKey
    package let account: AccountID
    /// The version of the password when the upgrade was permitted.
    package let version: Int
    package let hash: PasswordHash
    /// The requesting session; nil if the request carried the password.
    package let session: SessionID?
    package let formerUntil: Timestamp
    package let event: AuditEvent
}

package enum PasswordUpgradeResult: Hashable, Sendable {
    case committed
    /// An upgrade with this key was committed before.
    case repeated
    case superseded
    /// The account has a second factor that was not proved.
    case factorRequired
}

/// The values that a store writes in one transaction when an account switches to Sign in with Apple.
package struct AppleConversion: Sendable {
    package let key: UpgradeKey
    package let account: AccountID
    /// The nonce that the conversion started with.
    package let nonce: TokenDigest
    /// The version of the password when the conversion was permitted.
    package let version: Int
    package let verification: AppleVerification
    /// The renewal of the requesting session; nil if the request carried the password.
    package let renewal: SessionRenewal?
    package let event: AuditEvent
}

package enum AppleConversionResult: Hashable, Sendable {
    case converted
    /// A conversion with this key was completed before.
    case repeated
    case nonceRejected
    /// Consent was revoked after Apple made this assertion.
    case outdated
    case identityTaken
    case alreadyLinked
    /// Another request changed or upgraded the password, or the session ended.
    case superseded
    /// The account has a second factor that was not proved.
    case factorRequired
}
