package import PasswordHashing

/// Accounts by identifier and by name.
package protocol AccountStore: Sendable {
    /// Creates an account with its password and opens its first session, or finds its name taken and does neither.
    func create(_ account: Account, hash: PasswordHash, opening: SessionOpening) async throws -> AccountCreation

    /// Creates accounts that come from elsewhere, without a session; where the name or an Apple identity is taken, the account is left out,
    /// which the answer says in its place. All in one transaction.
    func importAccounts(_ accounts: [ImportedAccount]) async throws -> [AccountImportOutcome]

    func account(_ id: AccountID) async throws -> Account?

    func account(named key: UserNameKey) async throws -> Account?

    /// Gives the account another name.
    func rename(_ id: AccountID, to name: UserName, event: AuditEvent) async throws -> AccountRenaming

    /// Deletes the account with its sessions, devices, events and Apple identities, and queues Apple's tokens for revocation; where a
    /// client has none, the code that waits for its exchange. Nil when there is no such account.
    func deleteAccount(_ id: AccountID, at now: Timestamp) async throws -> AppleRevocationNotice?

    /// Accounts by order of identifier, after the given one. For the operator.
    func accounts(after: AccountID?, limit: Int) async throws -> [Account]

    /// As ``accounts(after:limit:)`` with all that signs them in: what `accounts export` writes.
    func credentials(after: AccountID?, limit: Int) async throws -> [AccountCredentials]

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

package enum AccountImportOutcome: Hashable, Sendable {
    case created
    case userNameTaken
    case appleIdentityTaken
}

/// An account as it comes from another system.
package struct ImportedAccount: Sendable {
    package let account: Account
    /// Nil where the account has no password.
    package let hash: PasswordHash?
    package let appleIdentities: [AppleIdentity]
    package let event: AuditEvent

    package init(account: Account, hash: PasswordHash?, appleIdentities: [AppleIdentity] = [], event: AuditEvent) {
        self.account = account
        self.hash = hash
        self.appleIdentities = appleIdentities
        self.event = event
    }
}

/// An account with everything that signs its owner in.
package struct AccountCredentials: Sendable {
    package let account: Account
    /// Nil where the account has no password.
    package let hash: PasswordHash?
    package let appleIdentities: [AppleIdentity]

    package init(account: Account, hash: PasswordHash?, appleIdentities: [AppleIdentity]) {
        self.account = account
        self.hash = hash
        self.appleIdentities = appleIdentities
    }
}
