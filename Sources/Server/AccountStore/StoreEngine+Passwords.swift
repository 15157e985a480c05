package import Accounts
package import PasswordHashing
package import Secrets

extension StoreEngine {
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
            let read = { (columns: inout Columns) in
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
            guard let account = try connection.lock(replacement.account, provedIn: replacement.renewal.session, at: replacement.at),
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

extension StoreConnection {
    /// Replaces the existing password, and ends all sessions except the given one; nil to end all of them.
    func replacePassword(of account: Int64, by hash: PasswordHash, keeping session: SessionID?, at now: Timestamp) throws {
        try queue("UPDATE passwords SET hash = $1, version = version + 1 WHERE account = $2", [hash, account])
        try queue("UPDATE accounts SET password_changed_at = $1 WHERE number = $2", [now, account])
        try forgetFormerPassword(of: account)
        try recordEndOfSessions(of: account, except: session, at: now)
        try endSessions(of: account, except: session)
    }

    /// Returns nil if the account has no password.
    func passwordVersion(of account: Int64) throws -> Int? {
        try first("SELECT version FROM passwords WHERE account = $1", [account]) { try $0.next() }
    }
}

extension StoreEngine {
    package func setFirstPassword(_ setting: FirstPasswordSetting) async throws -> FirstPasswordResult {
        try await write { connection in
            guard let account = try connection.lock(setting.account, provedIn: setting.session, at: setting.event.at),
                try connection.passwordVersion(of: account) == nil
            else { return .superseded }
            if let name = setting.userName, try !connection.take(name, for: account) { return .userNameTaken }
            guard try connection.insertPassword(setting.hash, of: account, at: setting.event.at) else { return .superseded }
            try connection.insert(setting.event, of: account)
            return .set
        }
    }

    package func removePassword(
        of account: AccountID, renewal: SessionRenewal, event: AuditEvent
    ) async throws -> PasswordRemovalResult {
        try await write { connection in
            guard let number = try connection.lock(account, provedIn: renewal.session, at: event.at) else { return .sessionEnded }
            guard let version = try connection.passwordVersion(of: number) else { return .noPassword }
            guard try connection.hasWayInByApple(number) || connection.hasWayInByPasskey(number) else {
                return .lastCredential
            }
            guard try connection.renew(renewal, of: number, at: event.at) else { return .sessionEnded }

            try connection.removePassword(of: number, version: version)
            try connection.endSessions(of: number, except: renewal.session)
            try connection.insert(event, of: number)
            return .removed
        }
    }
}

extension StoreConnection {
    /// Sets the password of an account without one. Returns false and changes nothing if the account has no user name.
    func insertPassword(_ hash: PasswordHash, of account: Int64, at now: Timestamp) throws -> Bool {
        let changed = try execute(
            "UPDATE accounts SET password_changed_at = $1 WHERE number = $2 AND name IS NOT NULL", [now, account])
        guard changed == 1 else { return false }
        try queue(
            """
            INSERT INTO passwords (account, hash, version)
            SELECT number, $1, removed_password_version + 1 FROM accounts WHERE number = $2
            """, [hash, account])
        return true
    }
}

extension PasswordCredential {
    /// The statement that selects accounts and their passwords in the form that ``init(from:)`` reads.
    package static let selection = """
        SELECT \(Account.columns), passwords.hash, passwords.version, password_upgrades.former_hash,
            password_upgrades.former_until
        FROM accounts JOIN passwords ON passwords.account = accounts.number
        LEFT JOIN password_upgrades ON password_upgrades.account = accounts.number
        """

    package init(from columns: inout Columns) throws {
        let account = try Account(from: &columns)
        let (hash, version) = (try columns.next(as: PasswordHash.self), try columns.next(as: Int.self))
        let former = try columns.nextIfPresent(as: PasswordHash.self)
        let end = try columns.nextIfPresent(as: Timestamp.self)
        self.init(
            account: account, hash: hash, version: version,
            // The schema requires both or neither.
            former: former.flatMap { hash in end.map { FormerPassword(hash: hash, until: $0) } })
    }
}

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
    /// The statement that selects the account of a link that is valid for the account's name and password, in the form that
    /// `Account(from:)` reads. The parameters are the link's digest and the current time.
    fileprivate static let good = """
        SELECT \(Account.columns)
        FROM password_links JOIN accounts ON accounts.number = password_links.account
        LEFT JOIN passwords ON passwords.account = accounts.number
        WHERE password_links.name_key = accounts.name_key
            AND password_links.password_version = coalesce(passwords.version, 0)
            AND password_links.digest = $1 AND password_links.expires_at > $2
        """
}
