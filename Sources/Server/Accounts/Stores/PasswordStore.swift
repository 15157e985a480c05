package import PasswordHashing
package import Secrets

/// The password of each account.
package protocol PasswordStore: Sendable {
    func credential(named key: UserNameKey) async throws -> PasswordCredential?

    func credential(of account: AccountID) async throws -> PasswordCredential?

    /// Replaces the password, raises its version, renews the given session and ends all the others and their devices, in one step;
    /// does nothing when the version is no longer the one seen or the session no longer lives.
    func replacePassword(_ replacement: PasswordReplacement) async throws -> PasswordReplacementOutcome

    /// Gives an account without a password its first one, and its name if it has none; does nothing when the account has a password by
    /// now, when the name belongs to somebody else, or when the session no longer lives.
    func setFirstPassword(_ setting: FirstPasswordSetting) async throws -> FirstPasswordResult

    /// Removes the password, renews the given session and ends all the others and their devices, in one step; the name stays. Does
    /// nothing where the password is the last credential, where there is none, or when the session no longer lives.
    func removePassword(of account: AccountID, renewal: SessionRenewal, event: AuditEvent) async throws -> PasswordRemovalResult

    /// Stores the same password under stronger parameters. Does nothing when the hash is no longer `old`: a rehash never undoes a
    /// change of password.
    func rehashPassword(of account: AccountID, from old: PasswordHash, to new: PasswordHash) async throws
}

/// All that a store writes, in one step, when a password changes.
package struct PasswordReplacement: Sendable {
    package let account: AccountID
    /// The version of the password that was in force when the change was allowed.
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
    /// Somebody changed the password, or ended the session, since both were read.
    case superseded
}

/// All that a store writes, in one step, when an account gets its first password.
package struct FirstPasswordSetting: Sendable {
    package let account: AccountID
    /// Nil to keep the name that the account has.
    package let userName: UserName?
    package let hash: PasswordHash
    /// Where it was asked for.
    package let session: SessionID
    package let event: AuditEvent
}

package enum FirstPasswordResult: Hashable, Sendable {
    case set
    case userNameTaken
    /// The account got a password, lost its name, or the session ended, since they were read.
    case superseded
}

package enum PasswordRemovalResult: Hashable, Sendable {
    case removed
    case noPassword
    case lastCredential
    case sessionEnded
}

/// The links by which owners set new passwords, found by the digests of their tokens. An account has at most one.
///
/// A link is good for the user name and the password that its account had when the link was added. It is dead from the moment when the
/// account has another name, another password or none, and it goes with the account.
package protocol PasswordLinkStore: Sendable {
    /// Keeps a link in place of the account's former one, and writes the event. Does nothing for an account without a user name.
    func add(_ link: StoredPasswordLink, event: AuditEvent) async throws -> PasswordLinkAddition

    /// The account of a link that works at that moment. Changes nothing.
    func account(ofPasswordLink digest: TokenDigest, now: Timestamp) async throws -> Account?

    /// Uses up a link that works, sets the password, ends all sessions of the account and forgets its devices, in one step. Returns false,
    /// and changes nothing, where the link does not work. Of any number of uses at once one returns true.
    func usePasswordLink(_ use: PasswordLinkUse) async throws -> Bool
}

package enum PasswordLinkAddition: Hashable, Sendable {
    case added
    case noUserName
    case noAccount
}

/// All that a store writes, in one step, when a password is set by a link.
package struct PasswordLinkUse: Sendable {
    package let digest: TokenDigest
    /// The account of the link, as it was found.
    package let account: AccountID
    package let hash: PasswordHash
    /// Its moment is that of the change.
    package let event: AuditEvent
}
