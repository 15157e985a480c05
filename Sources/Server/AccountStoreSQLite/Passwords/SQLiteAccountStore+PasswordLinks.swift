import AccountTables
package import Accounts
import GRDB
package import Secrets

extension SQLiteAccountStore {
    package func add(_ link: StoredPasswordLink, event: AuditEvent) async throws -> PasswordLinkAddition {
        try await write { connection in
            guard let account = try connection.number(of: link.account) else { return .noAccount }
            try connection.execute(cached: "DELETE FROM password_links WHERE account = ?", [account])
            let added = try connection.execute(
                cached: """
                    INSERT INTO password_links (account, digest, name_key, password_version, expires_at)
                    SELECT accounts.number, ?, accounts.name_key, coalesce(passwords.version, 0), ?
                    FROM accounts LEFT JOIN passwords ON passwords.account = accounts.number
                    WHERE accounts.number = ? AND accounts.name_key IS NOT NULL
                    """, [link.digest, link.expiresAt, account])
            guard added == 1 else { return .noUserName }
            try connection.insert(event, of: account)
            return .added
        }
    }

    package func account(ofPasswordLink digest: TokenDigest, now: Timestamp) async throws -> Account? {
        try await read { try $0.account(ofPasswordLink: digest, now: now) }
    }

    package func usePasswordLink(_ use: PasswordLinkUse) async throws -> Bool {
        try await write { connection in
            let now = use.event.at
            guard let account = try connection.number(of: use.account),
                try connection.account(ofPasswordLink: use.digest, now: now)?.id == use.account
            else { return false }
            try connection.execute(cached: "DELETE FROM password_links WHERE account = ?", [account])
            if try connection.passwordVersion(of: account) == nil {
                guard try connection.insertPassword(use.hash, of: account, at: now) else { return false }
                try connection.endSessions(of: account, except: nil)
            } else {
                try connection.replacePassword(of: account, by: use.hash, keeping: nil, at: now)
            }
            try connection.insert(use.event, of: account)
            return true
        }
    }
}

extension Database {
    fileprivate func account(ofPasswordLink digest: TokenDigest, now: Timestamp) throws -> Account? {
        try first(
            "\(StoredPasswordLink.accounts) AND password_links.digest = ? AND password_links.expires_at > ?", [digest, now]
        ) { try Account(from: &$0) }
    }

    /// Removes links past their expiry, at most `limit`, and returns how many.
    func removeExpiredPasswordLinks(now: Timestamp, limit: Int) throws -> Int {
        try execute(
            cached: """
                DELETE FROM password_links WHERE account IN (
                    SELECT account FROM password_links WHERE expires_at <= ? ORDER BY expires_at LIMIT ?
                )
                """, [now, limit])
    }
}
