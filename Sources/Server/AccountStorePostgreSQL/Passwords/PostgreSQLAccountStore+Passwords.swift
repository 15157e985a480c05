#if PostgreSQL
import AccountTables
package import Accounts
package import PasswordHashing

extension PostgreSQLAccountStore {
    package func credential(named key: UserNameKey) async throws -> PasswordCredential? {
        guard let name = key.searchText else { return nil }
        return try await first("\(PasswordCredential.selection) WHERE accounts.name_key = $1", [name]) {
            try PasswordCredential(from: &$0)
        }
    }

    package func credential(of account: AccountID) async throws -> PasswordCredential? {
        try await first("\(PasswordCredential.selection) WHERE accounts.id = $1", [account]) {
            try PasswordCredential(from: &$0)
        }
    }

    package func credentials(after: AccountID?, limit: Int) async throws -> [AccountCredentials] {
        try await snapshot { connection in
            let selection = """
                SELECT \(Account.columns), accounts.number, passwords.hash
                FROM accounts LEFT JOIN passwords ON passwords.account = accounts.number
                """
            let read = { (columns: inout Columns<QueryRow>) in
                (
                    account: try Account(from: &columns), number: try columns.next(as: Int64.self),
                    hash: try columns.nextIfPresent(as: PasswordHash.self)
                )
            }
            let page =
                if let after {
                    try connection.all(
                        "\(selection) WHERE accounts.id > $1 ORDER BY accounts.id LIMIT $2", [after, limit], read)
                } else {
                    try connection.all("\(selection) ORDER BY accounts.id LIMIT $1", [limit], read)
                }
            return try page.map { account, number, hash in
                AccountCredentials(
                    account: account, hash: hash, appleIdentities: try connection.appleIdentities(of: number).map(\.identity))
            }
        }
    }

    package func replacePassword(_ replacement: PasswordReplacement) async throws -> PasswordReplacementOutcome {
        try await write { connection in
            guard let account = try connection.lock(replacement.account),
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
        _ = try await change(
            """
            UPDATE passwords SET hash = $1 WHERE account = (SELECT number FROM accounts WHERE id = $2) AND hash = $3
            """, [new, account, old])
    }
}

extension Connection {
    /// Writes another password in the place of the one that there is, and ends all sessions but one; nil for all of them.
    func replacePassword(of account: Int64, by hash: PasswordHash, keeping session: SessionID?, at now: Timestamp) throws {
        try queue("UPDATE passwords SET hash = $1, version = version + 1 WHERE account = $2", [hash, account])
        try queue("UPDATE accounts SET password_changed_at = $1 WHERE number = $2", [now, account])
        try forgetFormerPassword(of: account)
        try endSessions(of: account, except: session)
    }

    /// Nil when the account has no password.
    func passwordVersion(of account: Int64) throws -> Int? {
        try first("SELECT version FROM passwords WHERE account = $1", [account]) { try $0.next() }
    }
}
#endif
