#if PostgreSQL
import AccountTables
package import Accounts
package import PasswordHashing

extension PostgreSQLAccountStore {
    package func create(_ account: Account, hash: PasswordHash, opening: SessionOpening) async throws -> AccountCreation {
        try await write { connection in
            guard let number = try connection.insert(account, hash: hash) else { return .userNameTaken }
            try connection.insert(opening, of: number)
            return .created
        }
    }

    package func importAccounts(_ accounts: [ImportedAccount]) async throws -> [AccountImportOutcome] {
        try await write { connection in
            try accounts.map { imported in
                for identity in imported.appleIdentities where try connection.appleIdentity(identity.key) != nil {
                    return .appleIdentityTaken
                }
                guard let number = try connection.insert(imported.account, hash: imported.hash) else { return .userNameTaken }
                for identity in imported.appleIdentities { _ = try connection.insert(identity, of: number) }
                try connection.insert(imported.event, of: number)
                return .created
            }
        }
    }

    package func account(_ id: AccountID) async throws -> Account? {
        try await first("SELECT \(Account.columns) FROM accounts WHERE id = $1", [id]) { try Account(from: &$0) }
    }

    package func account(named key: UserNameKey) async throws -> Account? {
        guard let name = key.searchText else { return nil }
        return try await first("SELECT \(Account.columns) FROM accounts WHERE name_key = $1", [name]) { try Account(from: &$0) }
    }

    package func rename(
        _ id: AccountID, in session: SessionID, to name: UserName, event: AuditEvent
    ) async throws -> AccountRenaming {
        try await write { connection in
            guard let number = try connection.lock(id), try connection.isLiving(session, of: number, at: event.at)
            else { return .sessionEnded }
            guard try connection.take(name, for: number) else { return .userNameTaken }
            try connection.insert(event, of: number)
            return .renamed
        }
    }

    package func deleteAccount(
        _ id: AccountID, in session: SessionID?, at now: Timestamp
    ) async throws -> AppleRevocationNotice? {
        try await write { connection in
            guard let number = try connection.lockForDeletion(id) else { return nil }
            if let session, try !connection.isLiving(session, of: number, at: now) { return nil }
            connection.endsSessions = true
            let identities = try connection.appleIdentities(of: number)
            let notice = try connection.revocationNotice(for: identities.map(\.number))
            for identity in identities { try connection.queueRevocation(of: identity.number, at: now) }
            try connection.queue("DELETE FROM accounts WHERE number = $1", [number])
            return notice
        }
    }

    package func accounts(after: AccountID?, limit: Int) async throws -> [Account] {
        let columns = "SELECT \(Account.columns) FROM accounts"
        guard let after else {
            return try await all("\(columns) ORDER BY id LIMIT $1", [limit]) { try Account(from: &$0) }
        }
        return try await all("\(columns) WHERE id > $1 ORDER BY id LIMIT $2", [after, limit]) { try Account(from: &$0) }
    }

    package func countAccounts() async throws -> Int {
        try await first("SELECT count(*) FROM accounts") { try $0.next() } ?? 0
    }
}
#endif
