package import Accounts
package import PasswordHashing

extension StoreEngine {
    package func create(_ account: Account, hash: PasswordHash, opening: SessionOpening) async throws -> AccountCreation {
        try await write { connection in
            guard let number = try connection.insert(account, hash: hash) else { return .userNameTaken }
            try connection.insert(opening, of: number, isNew: true)
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
            guard let number = try connection.lock(id, provedIn: session, at: event.at) else { return .sessionEnded }
            guard try connection.take(name, for: number) else { return .userNameTaken }
            try connection.insert(event, of: number)
            return .renamed
        }
    }

    package func set(
        _ settings: [AccountSetting], of id: AccountID, in session: SessionID, now: Timestamp
    ) async throws -> Bool {
        try await write { connection in
            guard let number = try connection.lock(id, in: session, at: now) else { return false }
            for setting in settings {
                switch setting {
                case .language(let language):
                    try connection.queue("UPDATE accounts SET language = $1 WHERE number = $2", [language, number])
                case .timeZone(let timeZone):
                    try connection.queue("UPDATE accounts SET time_zone = $1 WHERE number = $2", [timeZone, number])
                }
            }
            return true
        }
    }

    package func turn(
        _ notice: OptionalNotice, on isOn: Bool, of id: AccountID, in session: SessionID, event: AuditEvent
    ) async throws -> NoticePreferenceResult {
        try await write { connection in
            guard let number = try connection.lock(id, provedIn: session, at: event.at) else { return .sessionEnded }
            let column = notice.column
            let changed = try connection.execute(
                "UPDATE accounts SET \(column) = $1 WHERE number = $2 AND \(column) <> $1", [isOn, number])
            guard changed == 1 else { return .unchanged }
            try connection.insert(event, of: number)
            return .changed
        }
    }

    package func deleteAccount(
        _ id: AccountID, in session: SessionID?, event: AuditEvent
    ) async throws -> AppleRevocationNotice? {
        try await write { connection in
            guard let number = try connection.lockAccount(where: "id = $1", [id], for: .deletion) else { return nil }
            if let session, try !connection.isProved(session, of: number, at: event.at) { return nil }
            return try connection.deleteAccount(number, event: event)
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

extension StoreConnection {
    /// Deletes an account, which is locked for it. Queues Apple's tokens for revocation, and the notices and deliveries of the event.
    func deleteAccount(_ account: Int64, event: AuditEvent) throws -> AppleRevocationNotice {
        announceEndOfSessions()
        let identities = try appleIdentities(of: account)
        let notice = try revocationNotice(for: identities.map(\.number))
        for identity in identities { try queueRevocation(of: identity.number, at: event.at) }
        try announce(event, of: account)
        try dropCodeMails(ofAccount: account)
        try queue("DELETE FROM accounts WHERE number = $1", [account])
        return notice
    }

    /// Inserts an account and its password, if it has one, and returns its number. Returns nil and changes nothing if the user name
    /// is taken.
    func insert(_ account: Account, hash: PasswordHash?) throws -> Int64? {
        try recordIdentityOfNewStore()
        let number: Int64? = try first(
            """
            INSERT INTO accounts (id, name, name_key, created_at, password_changed_at, language, time_zone)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            ON CONFLICT (name_key) DO NOTHING RETURNING number
            """,
            [
                account.id, account.userName?.text, account.userName?.key.text, account.createdAt, account.passwordChangedAt,
                account.language, account.timeZone,
            ]
        ) { try $0.next() }
        guard let number else { return nil }
        if let hash { try queue("INSERT INTO passwords (account, hash, version) VALUES ($1, $2, 1)", [number, hash]) }
        return number
    }

    /// Sets the user name of an account. Returns false and changes nothing if another account has it. If a concurrent transaction
    /// takes the name after the check, the update fails and this transaction runs again.
    func take(_ name: UserName, for account: Int64) throws -> Bool {
        let owner: Int64? = try first("SELECT number FROM accounts WHERE name_key = $1", [name.key.text]) { try $0.next() }
        guard owner == nil || owner == account else { return false }
        try queue("UPDATE accounts SET name = $1, name_key = $2 WHERE number = $3", [name.text, name.key.text, account])
        return true
    }
}

extension UserNameKey {
    /// The key in the form in which a database can look it up; nil for a key that no account can have.
    ///
    /// A PostgreSQL text cannot contain NUL, and GRDB passes SQLite only the text before the first one. A user name with a NUL
    /// would therefore match the account of the part before it, under a different throttling budget for every suffix.
    var searchText: String? {
        text.utf8.contains(0) ? nil : text
    }
}

extension Account {
    /// The columns that ``init(from:)`` reads.
    package static let columns = """
        accounts.id, accounts.name, accounts.name_key, accounts.created_at, accounts.password_changed_at,
        accounts.second_factor_since, accounts.language, accounts.time_zone, accounts.locked_at,
        accounts.new_device_notices
        """

    package init(from columns: inout Columns) throws {
        self.init(
            id: try columns.next(), userName: try UserName(from: &columns), createdAt: try columns.next(),
            passwordChangedAt: try columns.nextIfPresent(),
            secondFactorSince: try columns.nextIfPresent(), language: try columns.nextIfPresent(),
            timeZone: try columns.nextIfPresent(), lockedAt: try columns.nextIfPresent(),
            withheldNotices: try columns.next(as: Bool.self) ? [] : [.newDevice])
    }
}

extension OptionalNotice {
    /// The column of an account that says whether the notice is on.
    var column: String {
        switch self {
        case .newDevice: "new_device_notices"
        }
    }
}

extension UserName {
    /// Reads the columns `name` and `name_key` of an account. Returns nil for an account without a user name.
    init?(from columns: inout Columns) throws {
        let name = try columns.nextIfPresent(as: String.self)
        let key = try columns.nextIfPresent(as: String.self)
        // The schema requires both or neither.
        guard let name, let key else { return nil }
        self.init(stored: name, key: UserNameKey(stored: key))
    }
}
