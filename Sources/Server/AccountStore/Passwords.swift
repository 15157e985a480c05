package import Accounts
package import PasswordHashing

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
            let read = { (columns: inout Columns<Connection.Row>) in
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

extension StoreConnection {
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

extension StoreEngine {
    package func setFirstPassword(_ setting: FirstPasswordSetting) async throws -> FirstPasswordResult {
        try await write { connection in
            guard let account = try connection.lock(setting.account),
                try connection.passwordVersion(of: account) == nil,
                try connection.isLiving(setting.session, of: account, at: setting.event.at)
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
            guard let number = try connection.lock(account) else { return .sessionEnded }
            guard let version = try connection.passwordVersion(of: number) else { return .noPassword }
            guard try !connection.appleIdentities(of: number).isEmpty else { return .lastCredential }
            guard try connection.renew(renewal, of: number, at: event.at) else { return .sessionEnded }

            try connection.removePassword(of: number, version: version)
            try connection.endSessions(of: number, except: renewal.session)
            try connection.insert(event, of: number)
            return .removed
        }
    }
}

extension StoreConnection {
    /// Gives an account without a password its first or next one. False, and nothing is changed, where it has no user name.
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
    /// Accounts with their passwords, as ``init(from:)`` takes them.
    package static let selection = """
        SELECT \(Account.columns), passwords.hash, passwords.version, password_upgrades.former_hash,
            password_upgrades.former_until
        FROM accounts JOIN passwords ON passwords.account = accounts.number
        LEFT JOIN password_upgrades ON password_upgrades.account = accounts.number
        """

    package init(from columns: inout Columns<some StoredRow>) throws {
        let account = try Account(from: &columns)
        let (hash, version) = (try columns.next(as: PasswordHash.self), try columns.next(as: Int.self))
        let former = try columns.nextIfPresent(as: PasswordHash.self)
        let end = try columns.nextIfPresent(as: Timestamp.self)
        self.init(
            account: account, hash: hash, version: version,
            // The schema has both or neither.
            former: former.flatMap { hash in end.map { FormerPassword(hash: hash, until: $0) } })
    }
}
