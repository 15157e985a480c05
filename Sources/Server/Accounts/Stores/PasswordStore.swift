package import PasswordHashing
package import Secrets

/// Stores the password of each account.
package protocol PasswordStore: Sendable {
    func credential(named key: UserNameKey) async throws -> PasswordCredential?

    func credential(of account: AccountID) async throws -> PasswordCredential?

    /// Replaces the password, increments its version, renews the given session, ends all others and forgets their devices, in one
    /// transaction. Does nothing if the version has changed or the session is no longer valid.
    func replacePassword(_ replacement: PasswordReplacement) async throws -> PasswordReplacementOutcome

    /// Sets the first password of an account, and its user name if it has none. Does nothing if the account already has a password,
    /// the name belongs to another account, or the session is no longer valid.
    func setFirstPassword(_ setting: FirstPasswordSetting) async throws -> FirstPasswordResult

    /// Removes the password, renews the given session, ends all others and forgets their devices, in one transaction. The user name
    /// stays. Does nothing if the password is the last credential or does not exist, or the session is no longer valid.
    func removePassword(of account: AccountID, renewal: SessionRenewal, event: AuditEvent) async throws -> PasswordRemovalResult

    /// Stores the same password under stronger parameters. Does nothing if the hash is no longer `old`, so that a rehash never
    /// undoes a password change.
    func rehashPassword(of account: AccountID, from old: PasswordHash, to new: PasswordHash) async throws
}

/// The values that a store writes in one transaction when a password changes.
package struct PasswordReplacement: Sendable {
    package let account: AccountID
    /// The version of the password that was verified.
    package let version: Int
    package let hash: PasswordHash
    package let renewal: SessionRenewal
    package let at: Timestamp
    package let event: AuditEvent

    package init(
        account: AccountID, version: Int, hash: PasswordHash, renewal: SessionRenewal, at now: Timestamp, event: AuditEvent
    ) {
        self.account = account
        self.version = version
        self.hash = hash
        self.renewal = renewal
        at = now
        self.event = event
    }
}

package enum PasswordReplacementOutcome: Hashable, Sendable {
    case replaced
    /// Another request changed the password or ended the session after both were read.
    case superseded
}

/// The values that a store writes in one transaction when an account gets its first password.
package struct FirstPasswordSetting: Sendable {
    package let account: AccountID
    /// The new user name. Nil to keep the account's user name.
    package let userName: UserName?
    package let hash: PasswordHash
    /// The requesting session.
    package let session: SessionID
    package let event: AuditEvent
}

package enum FirstPasswordResult: Hashable, Sendable {
    case set
    case userNameTaken
    /// After they were read, the account got a password or lost its name, or the session ended.
    case superseded
}

package enum PasswordRemovalResult: Hashable, Sendable {
    case removed
    case noPassword
    case lastCredential
    case sessionEnded
}

/// Stores the links through which owners set new passwords, by the digests of their tokens. An account has at most one.
///
/// A link is valid only for the user name and the password that its account had when the link was added. A change or removal of
/// either invalidates it, and it is deleted with the account.
package protocol PasswordLinkStore: Sendable {
    /// Stores a link, which replaces the account's previous one, and records the event. Does nothing for an account without a user
    /// name.
    func add(_ link: StoredPasswordLink, event: AuditEvent) async throws -> PasswordLinkAddition

    /// Returns the account of a link that is valid at that time. Changes nothing.
    func account(ofPasswordLink digest: TokenDigest, now: Timestamp) async throws -> Account?

    /// Uses up a valid link, sets the password, ends all sessions of the account and forgets its devices, in one transaction.
    /// Returns false and changes nothing if the link is not valid. Of several simultaneous calls, one returns true.
    func usePasswordLink(_ use: PasswordLinkUse) async throws -> Bool
}

package enum PasswordLinkAddition: Hashable, Sendable {
    case added
    case noUserName
    case noAccount
}

/// The values that a store writes in one transaction when a password is set through a link.
package struct PasswordLinkUse: Sendable {
    package let digest: TokenDigest
    /// The account that the link was resolved to.
    package let account: AccountID
    package let hash: PasswordHash
    /// Its time is also that of the change.
    package let event: AuditEvent
}
