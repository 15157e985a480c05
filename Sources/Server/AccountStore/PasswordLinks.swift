package import Accounts
package import Secrets

extension StoreEngine {
    package func add(_ link: StoredPasswordLink, event: AuditEvent) async throws -> PasswordLinkAddition {
        try await write { connection in
            guard let account = try connection.lock(link.account) else { return .noAccount }
            try connection.queue("DELETE FROM password_links WHERE account = $1", [account])
            let added = try connection.execute(
                """
                INSERT INTO password_links (account, digest, name_key, password_version, expires_at)
                SELECT accounts.number, $1, accounts.name_key, coalesce(passwords.version, 0), $2
                FROM accounts LEFT JOIN passwords ON passwords.account = accounts.number
                WHERE accounts.number = $3 AND accounts.name_key IS NOT NULL
                """, [link.digest, link.expiresAt, account])
            guard added == 1 else { return .noUserName }
            try connection.insert(event, of: account)
            return .added
        }
    }

    package func account(ofPasswordLink digest: TokenDigest, now: Timestamp) async throws -> Account? {
        try await first(StoredPasswordLink.good, [digest, now]) { try Account(from: &$0) }
    }

    package func usePasswordLink(_ use: PasswordLinkUse) async throws -> Bool {
        try await write { connection in
            let now = use.event.at
            guard let account = try connection.lock(use.account),
                try connection.first(StoredPasswordLink.good, [use.digest, now], { try Account(from: &$0) })?.id == use.account
            else { return false }
            try connection.queue("DELETE FROM password_links WHERE account = $1", [account])
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

extension StoredPasswordLink {
    /// The account of a link that is still good for its name and password, as `Account(from:)` takes it. The parameters are the link's digest
    /// and the present moment.
    fileprivate static let good = """
        SELECT \(Account.columns)
        FROM password_links JOIN accounts ON accounts.number = password_links.account
        LEFT JOIN passwords ON passwords.account = accounts.number
        WHERE password_links.name_key = accounts.name_key
            AND password_links.password_version = coalesce(passwords.version, 0)
            AND password_links.digest = $1 AND password_links.expires_at > $2
        """
}
