package import PasswordHashing

extension AccountService {
    /// Takes in accounts from another system, with their password hashes as they are; each is stored under today's parameters at its
    /// owner's next sign-in. Until then the time of a sign-in tells that the account was imported (docs/threat-model.md).
    ///
    /// All of a batch is one transaction. A name already taken is left alone and reported in its place.
    package func importAccounts(_ entries: [AccountImportEntry], client: Client, now: Timestamp) async throws -> [AccountCreation] {
        let accounts = entries.map { entry in
            let created = entry.createdAt ?? now
            let account = Account(
                id: entry.id ?? AccountID(random: random), userName: entry.userName, createdAt: created,
                passwordChangedAt: created)
            return ImportedAccount(
                account: account, hash: entry.hash, event: event(.accountImported, account.id, by: client, at: now))
        }
        let outcomes = try await stores.importAccounts(accounts)
        for (account, outcome) in zip(accounts, outcomes) where outcome == .created { report(account.event) }
        return outcomes
    }
}

/// One account to take in.
package struct AccountImportEntry: Sendable {
    package let id: AccountID?
    package let userName: UserName
    package let hash: PasswordHash
    package let createdAt: Timestamp?

    package init(id: AccountID?, userName: UserName, hash: PasswordHash, createdAt: Timestamp?) {
        self.id = id
        self.userName = userName
        self.hash = hash
        self.createdAt = createdAt
    }
}
