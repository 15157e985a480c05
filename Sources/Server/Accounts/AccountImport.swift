package import PasswordHashing

extension AccountService {
    /// Imports accounts from another system in one transaction. An account whose user name or Apple identity is already in use is
    /// skipped and reported at its position in the result.
    ///
    /// Password hashes are kept as they are. Each is rehashed under the current parameters at the owner's next sign-in. Until then
    /// the duration of a sign-in reveals that the account was imported (docs/threat-model.md).
    ///
    /// Apple identities are imported without tokens, because the tokens of another system were issued to that system. Until the
    /// owner's next sign-in, they are treated like identities whose code could not be exchanged.
    package func importAccounts(
        _ entries: [AccountImportEntry], client: Client, now: Timestamp
    ) async throws -> [AccountImportOutcome] {
        let accounts = entries.map { entry in
            let created = entry.createdAt ?? now
            let account = Account(
                id: entry.id ?? AccountID(random: random), userName: entry.userName, createdAt: created,
                passwordChangedAt: entry.hash == nil ? nil : created, language: entry.language, timeZone: entry.timeZone)
            let identities = entry.appleIdentities.map { identity in
                AppleIdentity(
                    id: AppleIdentityID(random: random), account: account.id, key: identity.key, email: identity.email,
                    name: identity.name, linkedAt: created, authenticatedAt: created)
            }
            return ImportedAccount(
                account: account, hash: entry.hash, appleIdentities: identities,
                event: event(.accountImported, account.id, by: client, at: now))
        }
        let outcomes = try await stores.importAccounts(accounts)
        for (account, outcome) in zip(accounts, outcomes) where outcome == .created { report(account.event) }
        return outcomes
    }
}

/// An account to import.
package struct AccountImportEntry: Sendable {
    package let id: AccountID?
    package let userName: UserName?
    package let hash: PasswordHash?
    package let createdAt: Timestamp?
    package let language: LanguageTag?
    package let timeZone: TimeZoneName?
    package let appleIdentities: [ImportedAppleIdentity]

    /// Creates an account that signs in by password.
    package init(id: AccountID?, userName: UserName, hash: PasswordHash, createdAt: Timestamp?) {
        self.id = id
        self.userName = userName
        self.hash = hash
        self.createdAt = createdAt
        language = nil
        timeZone = nil
        appleIdentities = []
    }

    /// Returns nil for an account without a credential, for a password without a user name, and for two identities of the same
    /// team.
    package init?(
        id: AccountID?, userName: UserName?, hash: PasswordHash?, createdAt: Timestamp?, language: LanguageTag? = nil,
        timeZone: TimeZoneName? = nil, appleIdentities: [ImportedAppleIdentity]
    ) {
        guard hash != nil || !appleIdentities.isEmpty, hash == nil || userName != nil,
            Set(appleIdentities.map(\.key.team)).count == appleIdentities.count
        else { return nil }
        self.id = id
        self.userName = userName
        self.hash = hash
        self.createdAt = createdAt
        self.language = language
        self.timeZone = timeZone
        self.appleIdentities = appleIdentities
    }
}

/// An Apple identity to import with its account.
package struct ImportedAppleIdentity: Hashable, Sendable {
    package let key: AppleIdentityKey
    package let email: AppleEmail?
    package let name: PersonName?

    package init(key: AppleIdentityKey, email: AppleEmail?, name: PersonName?) {
        self.key = key
        self.email = email
        self.name = name
    }
}
