/// A person's account as the rest of the system sees it. Credentials are not part of it: see ``PasswordCredential`` and
/// ``AppleIdentity``. An account has at least one, and may have both.
package struct Account: Hashable, Sendable {
    package let id: AccountID
    /// Nil until an account that began with Apple is given one. An account with a password has a name.
    package let userName: UserName?
    package let createdAt: Timestamp
    /// Nil where there is no password.
    package let passwordChangedAt: Timestamp?
    /// Since when every sign-in asks for a second factor; nil where there is none.
    package let secondFactorSince: Timestamp?

    package init(
        id: AccountID, userName: UserName?, createdAt: Timestamp, passwordChangedAt: Timestamp?, secondFactorSince: Timestamp? = nil
    ) {
        self.id = id
        self.userName = userName
        self.createdAt = createdAt
        self.passwordChangedAt = passwordChangedAt
        self.secondFactorSince = secondFactorSince
    }

    package var hasPassword: Bool { passwordChangedAt != nil }
    package var hasSecondFactor: Bool { secondFactorSince != nil }

    func renamed(_ userName: UserName?) -> Account {
        Account(
            id: id, userName: userName, createdAt: createdAt, passwordChangedAt: passwordChangedAt,
            secondFactorSince: secondFactorSince)
    }

    /// - Parameter moment: nil for no password any more.
    func passwordChanged(at moment: Timestamp?) -> Account {
        Account(
            id: id, userName: userName, createdAt: createdAt, passwordChangedAt: moment, secondFactorSince: secondFactorSince)
    }

    func secondFactor(since moment: Timestamp) -> Account {
        Account(
            id: id, userName: userName, createdAt: createdAt, passwordChangedAt: passwordChangedAt, secondFactorSince: moment)
    }
}

/// What names an account for ever; never reused, never derived from what a person typed.
package typealias AccountID = Identifier<Account>

extension AccountService {
    /// Deletes the signed-in account, if a credential was shown within the last minutes. Sessions, devices, events and Apple identities
    /// go with it; Apple's tokens are queued for revocation in the same transaction.
    package func deleteAccount(_ active: ActiveSession, client: Client, now: Timestamp) async throws -> AccountDeletionOutcome {
        guard isRecentlyAuthenticated(active, now: now) else { return .reauthenticationRequired }
        let notice = try await delete(active.account.id, in: active.session.id, client: client, now: now)
        return notice.map(AccountDeletionOutcome.deleted) ?? .sessionEnded
    }

    /// Deletes an account on the operator's word. Nil when there is none.
    @discardableResult
    package func delete(_ account: AccountID, client: Client, now: Timestamp) async throws -> AppleRevocationNotice? {
        try await delete(account, in: nil, client: client, now: now)
    }

    private func delete(
        _ account: AccountID, in session: SessionID?, client: Client, now: Timestamp
    ) async throws -> AppleRevocationNotice? {
        let notice = try await stores.deleteAccount(account, in: session, at: now)
        if notice != nil { report(event(.accountDeleted, account, by: client, at: now)) }
        return notice
    }
}

package enum AccountDeletionOutcome: Hashable, Sendable {
    /// The notice is for the person: whether they must tell Apple themselves.
    case deleted(AppleRevocationNotice)
    case reauthenticationRequired
    /// The session ended, perhaps with the account, at the same moment.
    case sessionEnded
}
