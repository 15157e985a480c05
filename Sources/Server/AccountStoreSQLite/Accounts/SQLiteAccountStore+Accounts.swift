import AccountTables
package import Accounts
import FoundationEssentials
import GRDB
package import PasswordHashing

extension SQLiteAccountStore {
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
        try await read { connection in
            try connection.first("SELECT \(Account.columns) FROM accounts WHERE id = ?", [id]) { try Account(from: &$0) }
        }
    }

    package func account(named key: UserNameKey) async throws -> Account? {
        guard let name = key.searchText else { return nil }
        return try await read { connection in
            try connection.first("SELECT \(Account.columns) FROM accounts WHERE name_key = ?", [name]) { try Account(from: &$0) }
        }
    }

    package func rename(
        _ id: AccountID, in session: SessionID, to name: UserName, event: AuditEvent
    ) async throws -> AccountRenaming {
        try await write { connection in
            guard let number = try connection.number(of: id), try connection.isLiving(session, of: number, at: event.at)
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
            guard let number = try connection.number(of: id) else { return nil }
            if let session, try !connection.isLiving(session, of: number, at: now) { return nil }
            let identities = try connection.appleIdentities(of: number)
            let notice = try connection.revocationNotice(for: identities.map(\.number))
            for identity in identities { try connection.queueRevocation(of: identity.number, at: now) }
            try connection.execute(cached: "DELETE FROM accounts WHERE number = ?", [number])
            return notice
        }
    }

    package func accounts(after: AccountID?, limit: Int) async throws -> [Account] {
        try await read { connection in
            try connection.all(
                "SELECT \(Account.columns) FROM accounts WHERE id > ? ORDER BY id LIMIT ?", [after.orFirst, limit]
            ) { try Account(from: &$0) }
        }
    }

    package func countAccounts() async throws -> Int {
        try await read { connection in
            try connection.first("SELECT count(*) FROM accounts") { try $0.next() } ?? 0
        }
    }
}

extension AccountID? {
    /// Where a page begins: after this identifier, or before all, since no octets come before none.
    var orFirst: any ParameterValue { self ?? Octets([]) }
}
