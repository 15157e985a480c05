package import PasswordHashing

extension AccountService {
    /// Takes in accounts from another system, with their password hashes as they are; each is stored under today's parameters at its
    /// owner's next sign-in. Until then the time of a sign-in tells that the account was imported (docs/threat-model.md).
    ///
    /// Apple identities come without tokens: those of another system were issued to it. Until their owner's next sign-in they are as
    /// identities whose code was lost.
    ///
    /// All of a batch is one transaction. An account whose name or Apple identity is taken is left out and reported in its place.
    package func importAccounts(
        _ entries: [AccountImportEntry], client: Client, now: Timestamp
    ) async throws -> [AccountImportOutcome] {
        let accounts = entries.map { entry in
            let created = entry.createdAt ?? now
            let account = Account(
                id: entry.id ?? AccountID(random: random), userName: entry.userName, createdAt: created,
                passwordChangedAt: entry.hash == nil ? nil : created)
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

/// One account to take in.
package struct AccountImportEntry: Sendable {
    package let id: AccountID?
    package let userName: UserName?
    package let hash: PasswordHash?
    package let createdAt: Timestamp?
    package let appleIdentities: [ImportedAppleIdentity]

    /// An account that signs in by password.
    package init(id: AccountID?, userName: UserName, hash: PasswordHash, createdAt: Timestamp?) {
        self.id = id
        self.userName = userName
        self.hash = hash
        self.createdAt = createdAt
        appleIdentities = []
    }

    /// Refuses an account that nobody could sign in to, a password without a name to give it with, and two identities of one team.
    package init?(
        id: AccountID?, userName: UserName?, hash: PasswordHash?, createdAt: Timestamp?, appleIdentities: [ImportedAppleIdentity]
    ) {
        guard hash != nil || !appleIdentities.isEmpty, hash == nil || userName != nil,
            Set(appleIdentities.map(\.key.team)).count == appleIdentities.count
        else { return nil }
        self.id = id
        self.userName = userName
        self.hash = hash
        self.createdAt = createdAt
        self.appleIdentities = appleIdentities
    }
}

/// An Apple identity to take in with its account.
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
