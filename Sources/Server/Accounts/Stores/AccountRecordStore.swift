package import PasswordHashing

/// Stores accounts and finds them by identifier and user name.
package protocol AccountRecordStore: Sendable {
    /// Creates an account with its password and opens its first session. If the user name is taken, it does neither.
    func create(_ account: Account, hash: PasswordHash, opening: SessionOpening) async throws -> AccountCreation

    /// Creates accounts from another system, without sessions, in one transaction. An account whose user name or Apple identity is
    /// taken is skipped; the result reports the outcome of each account at its position.
    func importAccounts(_ accounts: [ImportedAccount]) async throws -> [AccountImportOutcome]

    func account(_ id: AccountID) async throws -> Account?

    func account(named key: UserNameKey) async throws -> Account?

    /// Changes the account's user name. Does nothing if the requesting session is no longer valid or the name belongs to another
    /// account.
    func rename(_ id: AccountID, in session: SessionID, to name: UserName, event: AuditEvent) async throws -> AccountRenaming

    /// Changes settings of the account. Returns false and changes nothing if the requesting session is no longer valid.
    func set(_ settings: [AccountSetting], of id: AccountID, in session: SessionID, now: Timestamp) async throws -> Bool

    /// Turns an optional notice of the event's account on or off. Records the event, and queues its notice, if that changed anything.
    /// Changes nothing if the requesting session is no longer valid.
    func turn(
        _ notice: OptionalNotice, on isOn: Bool, of id: AccountID, in session: SessionID, event: AuditEvent
    ) async throws -> NoticePreferenceResult

    /// Deletes the account with its sessions, devices, events and Apple identities. Queues Apple's tokens for revocation and, for a
    /// client without a token, the code that waits for its exchange. Returns nil and deletes nothing if the account does not exist
    /// or the requesting session is no longer valid.
    ///
    /// - Parameter session: the requesting session; nil for the operator.
    /// - Parameter event: its notices are queued. The event itself is not stored, because the account has no events afterwards.
    func deleteAccount(
        _ id: AccountID, in session: SessionID?, event: AuditEvent
    ) async throws -> AppleRevocationNotice?

    /// Returns accounts in the order of their identifiers, after the given one. For the operator.
    func accounts(after: AccountID?, limit: Int) async throws -> [Account]

    /// Returns the accounts of ``accounts(after:limit:)`` with their credentials, for `accounts export`.
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
    /// The requesting session has ended, perhaps because the account was deleted.
    case sessionEnded
}

package enum NoticePreferenceResult: Hashable, Sendable {
    case changed
    /// The account had the preference before.
    case unchanged
    case sessionEnded
}

package enum AccountImportOutcome: Hashable, Sendable {
    case created
    case userNameTaken
    case appleIdentityTaken
}

/// An account imported from another system.
package struct ImportedAccount: Sendable {
    package let account: Account
    /// The hash of the password. Nil if the account has no password.
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

/// An account with its credentials.
package struct AccountCredentials: Sendable {
    package let account: Account
    /// The hash of the password. Nil if the account has no password.
    package let hash: PasswordHash?
    package let appleIdentities: [AppleIdentity]

    package init(account: Account, hash: PasswordHash?, appleIdentities: [AppleIdentity]) {
        self.account = account
        self.hash = hash
        self.appleIdentities = appleIdentities
    }
}
