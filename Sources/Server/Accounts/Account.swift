/// The account of one user. It does not include credentials: see ``PasswordCredential``, ``AppleIdentity`` and ``Passkey``. An
/// account has at least one credential, and may have several of each kind but the first.
package struct Account: Hashable, Sendable {
    package let id: AccountID
    /// Nil for an account that was created with Sign in with Apple and has no name yet. An account with a password always has a
    /// name.
    package private(set) var userName: UserName?
    package let createdAt: Timestamp
    /// Nil if the account has no password.
    package private(set) var passwordChangedAt: Timestamp?
    /// The time from which every sign-in requires a second factor; nil if the account has none.
    package private(set) var secondFactorSince: Timestamp?
    /// The language of the account's pages and messages; nil if none is known, as for most imported accounts.
    package private(set) var language: LanguageTag?
    /// The zone of times in the account's pages and messages; nil for the zone of the browser, and UTC in messages.
    package private(set) var timeZone: TimeZoneName?
    /// The time at which the operator locked the account; nil if it is not locked. No session of a locked account opens.
    package let lockedAt: Timestamp?
    /// The notices that the owner turned off.
    package private(set) var withheldNotices: Set<OptionalNotice>

    package init(
        id: AccountID, userName: UserName?, createdAt: Timestamp, passwordChangedAt: Timestamp?,
        secondFactorSince: Timestamp? = nil,
        language: LanguageTag? = nil, timeZone: TimeZoneName? = nil, lockedAt: Timestamp? = nil,
        withheldNotices: Set<OptionalNotice> = []
    ) {
        self.id = id
        self.userName = userName
        self.createdAt = createdAt
        self.passwordChangedAt = passwordChangedAt
        self.secondFactorSince = secondFactorSince
        self.language = language
        self.timeZone = timeZone
        self.lockedAt = lockedAt
        self.withheldNotices = withheldNotices
    }

    package var hasPassword: Bool { passwordChangedAt != nil }
    package var hasSecondFactor: Bool { secondFactorSince != nil }

    func renamed(_ userName: UserName?) -> Account {
        var account = self
        account.userName = userName
        return account
    }

    /// - Parameter moment: nil if the password was removed.
    func passwordChanged(at moment: Timestamp?) -> Account {
        var account = self
        account.passwordChangedAt = moment
        return account
    }

    func secondFactor(since moment: Timestamp) -> Account {
        var account = self
        account.secondFactorSince = moment
        return account
    }

    /// Returns the account with another value of a setting.
    package func with(_ setting: AccountSetting) -> Account {
        var account = self
        switch setting {
        case .language(let language): account.language = language
        case .timeZone(let timeZone): account.timeZone = timeZone
        }
        return account
    }

    /// Returns the account with an optional notice turned on or off.
    package func with(_ notice: OptionalNotice, isOn: Bool) -> Account {
        var account = self
        if isOn { account.withheldNotices.remove(notice) } else { account.withheldNotices.insert(notice) }
        return account
    }
}

/// A setting of an account that its owner changes without recent authentication.
package enum AccountSetting: Hashable, Sendable {
    case language(LanguageTag)
    /// Nil removes the setting.
    case timeZone(TimeZoneName?)
}

/// Thrown by a store instead of opening a session of a locked account, after the credentials were proved. Nothing has changed then.
package struct AccountLocked: Error {
    package init() {}
}

/// The permanent identifier of an account. It is never reused and never derived from user input.
package typealias AccountID = Identifier<Account>

extension AccountService {
    /// Changes settings of the signed-in account, all or none. Returns false if the session ended at the same time.
    package func set(_ settings: [AccountSetting], of active: ActiveSession, now: Timestamp) async throws -> Bool {
        try await stores.set(settings, of: active.account.id, in: active.session.id, now: now)
    }

    /// Deletes the signed-in account. Requires recent authentication. The sessions, devices, events and Apple identities are
    /// deleted with it. Apple's tokens are queued for revocation in the same transaction.
    package func deleteAccount(_ active: ActiveSession, client: Client, now: Timestamp) async throws -> AccountDeletionOutcome {
        guard isRecentlyAuthenticated(active, now: now) else { return .reauthenticationRequired }
        let notice = try await delete(active.account.id, in: active.session.id, client: client, now: now)
        return notice.map(AccountDeletionOutcome.deleted) ?? .sessionEnded
    }

    /// Deletes an account for the operator. Returns nil if the account does not exist.
    @discardableResult
    package func delete(_ account: AccountID, client: Client, now: Timestamp) async throws -> AppleRevocationNotice? {
        try await delete(account, in: nil, client: client, now: now)
    }

    private func delete(
        _ account: AccountID, in session: SessionID?, client: Client, now: Timestamp
    ) async throws -> AppleRevocationNotice? {
        let event = event(.accountDeleted, account, by: client, at: now)
        let notice = try await stores.deleteAccount(account, in: session, event: event)
        if notice != nil { report(event) }
        return notice
    }
}

package enum AccountDeletionOutcome: Hashable, Sendable {
    /// The notice says whether the user must revoke the consent at Apple by hand.
    case deleted(AppleRevocationNotice)
    case reauthenticationRequired
    /// The session ended during the request, perhaps because the account was deleted.
    case sessionEnded
}
