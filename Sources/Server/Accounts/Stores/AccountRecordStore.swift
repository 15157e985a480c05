package import PasswordHashing

/// Accounts by identifier and by name.
package protocol AccountRecordStore: Sendable {
    /// Creates an account with its password and opens its first session, or finds its name taken and does neither.
    func create(_ account: Account, hash: PasswordHash, opening: SessionOpening) async throws -> AccountCreation

    /// Creates accounts that come from elsewhere, without a session; where the name or an Apple identity is taken, the account is left out,
    /// which the answer says in its place. All in one transaction.
    func importAccounts(_ accounts: [ImportedAccount]) async throws -> [AccountImportOutcome]

    func account(_ id: AccountID) async throws -> Account?

    func account(named key: UserNameKey) async throws -> Account?

    /// Gives the account another name. Does nothing when the session that asks no longer lives, or the name belongs to another account.
    func rename(_ id: AccountID, in session: SessionID, to name: UserName, event: AuditEvent) async throws -> AccountRenaming

    /// Deletes the account with its sessions, devices, events and Apple identities, and queues Apple's tokens for revocation; where a
    /// client has none, the code that waits for its exchange. Nil, and nothing is deleted, when there is no such account or the session
    /// that asks no longer lives.
    ///
    /// - Parameter session: the session that asks; nil on the operator's word.
    func deleteAccount(
        _ id: AccountID, in session: SessionID?, at now: Timestamp
    ) async throws -> AppleRevocationNotice?

    /// Accounts by order of identifier, after the given one. For the operator.
    func accounts(after: AccountID?, limit: Int) async throws -> [Account]

    /// As ``accounts(after:limit:)`` with all that signs them in: what `accounts export` writes.
    func credentials(after: AccountID?, limit: Int) async throws -> [AccountCredentials]

    func countAccounts() async throws -> Int
}

extension AccountRecordStore {
    /// Deletes an account on the operator's word: see ``deleteAccount(_:in:at:)``.
    package func deleteAccount(_ id: AccountID, at now: Timestamp) async throws -> AppleRevocationNotice? {
        try await deleteAccount(id, in: nil, at: now)
    }
}

package enum AccountCreation: Hashable, Sendable {
    case created
    case userNameTaken
}

package enum AccountRenaming: Hashable, Sendable {
    case renamed
    case userNameTaken
    /// The session that asked has ended, perhaps with the account.
    case sessionEnded
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
