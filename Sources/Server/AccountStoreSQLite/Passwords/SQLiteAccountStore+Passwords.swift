import AccountTables
package import Accounts
import GRDB
package import PasswordHashing

extension SQLiteAccountStore {
    package func credential(named key: UserNameKey) async throws -> PasswordCredential? {
        guard let name = key.searchText else { return nil }
        return try await read { connection in
            try connection.first("\(PasswordCredential.selection) WHERE accounts.name_key = ?", [name]) {
                try PasswordCredential(from: &$0)
            }
        }
    }

    package func credential(of account: AccountID) async throws -> PasswordCredential? {
        try await read { connection in
            try connection.first("\(PasswordCredential.selection) WHERE accounts.id = ?", [account]) {
                try PasswordCredential(from: &$0)
            }
        }
    }

    package func credentials(after: AccountID?, limit: Int) async throws -> [AccountCredentials] {
        try await snapshot { connection in
            let page = try connection.all(
                """
                SELECT \(Account.columns), accounts.number, passwords.hash
                FROM accounts LEFT JOIN passwords ON passwords.account = accounts.number
                WHERE accounts.id > ? ORDER BY accounts.id LIMIT ?
                """, [after.orFirst, limit]
            ) {
                (
                    account: try Account(from: &$0), number: try $0.next(as: Int64.self),
                    hash: try $0.nextIfPresent(as: PasswordHash.self)
                )
            }
            return try page.map { account, number, hash in
                AccountCredentials(
                    account: account, hash: hash, appleIdentities: try connection.appleIdentities(of: number).map(\.identity))
            }
        }
    }

    package func replacePassword(_ replacement: PasswordReplacement) async throws -> PasswordReplacementOutcome {
        try await write { connection in
            guard let account = try connection.number(of: replacement.account),
                try connection.passwordVersion(of: account) == replacement.version,
                try connection.renew(replacement.renewal, of: account, at: replacement.at)
            else { return .superseded }

            try connection.replacePassword(
                of: account, by: replacement.hash, keeping: replacement.renewal.session, at: replacement.at)
            try connection.insert(replacement.event, of: account)
            return .replaced
        }
    }

    package func rehashPassword(of account: AccountID, from old: PasswordHash, to new: PasswordHash) async throws {
        try await write { connection in
            _ = try connection.execute(
                cached: """
                    UPDATE passwords SET hash = ? WHERE account = (SELECT number FROM accounts WHERE id = ?) AND hash = ?
                    """,
                [new, account, old])
        }
    }
}

extension Database {
    /// Writes another password in the place of the one that there is, and ends all sessions but one; nil for all of them.
    func replacePassword(of account: Int64, by hash: PasswordHash, keeping session: SessionID?, at now: Timestamp) throws {
        try execute(cached: "UPDATE passwords SET hash = ?, version = version + 1 WHERE account = ?", [hash, account])
        try execute(cached: "UPDATE accounts SET password_changed_at = ? WHERE number = ?", [now, account])
        try forgetFormerPassword(of: account)
        try endSessions(of: account, except: session)
    }

    /// Nil when the account has no password.
    func passwordVersion(of account: Int64) throws -> Int? {
        try first("SELECT version FROM passwords WHERE account = ?", [account]) { try $0.next() }
    }
}
