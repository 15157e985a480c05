package import PasswordHashing

/// Accounts by identifier and by name.
package protocol AccountStore: Sendable {
    /// Creates an account with its password and opens its first session, or finds its name taken and does neither.
    func create(_ account: Account, hash: PasswordHash, opening: SessionOpening) async throws -> AccountCreation

    /// Creates accounts that come from elsewhere, without a session; names already taken are left alone and named in the answer.
    /// All in one transaction.
    func importAccounts(_ accounts: [ImportedAccount]) async throws -> [AccountCreation]

    func account(_ id: AccountID) async throws -> Account?

    func account(named key: UserNameKey) async throws -> Account?

    /// Gives the account another name.
    func rename(_ id: AccountID, to name: UserName, event: AuditEvent) async throws -> AccountRenaming

    /// Deletes the account with its sessions, devices and events. False when there is no such account.
    func deleteAccount(_ id: AccountID) async throws -> Bool

    /// Accounts by order of identifier, after the given one. For the operator.
    func accounts(after: AccountID?, limit: Int) async throws -> [Account]

    /// As ``accounts(after:limit:)`` with the hashes: what `accounts export` writes.
    func credentials(after: AccountID?, limit: Int) async throws -> [PasswordCredential]

    func countAccounts() async throws -> Int
}

package enum AccountCreation: Hashable, Sendable {
    case created
    case userNameTaken
}

package enum AccountRenaming: Hashable, Sendable {
    case renamed
    case userNameTaken
    case accountMissing
}

/// An account as it comes from another system.
package struct ImportedAccount: Sendable {
    package let account: Account
    package let hash: PasswordHash
    package let event: AuditEvent

    package init(account: Account, hash: PasswordHash, event: AuditEvent) {
        self.account = account
        self.hash = hash
        self.event = event
    }
}
