package import PasswordHashing
package import Secrets

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

    package init(digest: TokenDigest, account: AccountID, hash: PasswordHash, event: AuditEvent) {
        self.digest = digest
        self.account = account
        self.hash = hash
        self.event = event
    }
}
