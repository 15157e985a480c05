import AccountTables
import Accounts
import GRDB
import PasswordHashing

extension Database {
    /// The number under which the tables know an account; nil when there is none.
    func number(of account: AccountID) throws -> Int64? {
        try first("SELECT number FROM accounts WHERE id = ?", [account]) { try $0.next() }
    }

    /// Inserts an account and its password, if it has one, and returns its number; nil when the name is taken, and then nothing is changed.
    func insert(_ account: Account, hash: PasswordHash?) throws -> Int64? {
        let inserted = try execute(
            cached: """
                INSERT INTO accounts (id, name, name_key, created_at, password_changed_at) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (name_key) DO NOTHING
                """,
            [account.id, account.userName?.text, account.userName?.key.text, account.createdAt, account.passwordChangedAt])
        guard inserted == 1 else { return nil }
        let number = lastInsertedRowID
        if let hash { try execute(cached: "INSERT INTO passwords (account, hash, version) VALUES (?, ?, 1)", [number, hash]) }
        return number
    }
}

extension Database {
    /// Gives an account its name; false, and nothing is changed, where another has it. Nobody writes between this look and the change: a
    /// batch holds the lock from its beginning.
    func take(_ name: UserName, for account: Int64) throws -> Bool {
        let owner: Int64? = try first("SELECT number FROM accounts WHERE name_key = ?", [name.key.text]) { try $0.next() }
        guard owner == nil || owner == account else { return false }
        try execute(cached: "UPDATE accounts SET name = ?, name_key = ? WHERE number = ?", [name.text, name.key.text, account])
        return true
    }
}

extension UserNameKey {
    /// The key as SQLite looks for it; nil for one that no account can have.
    ///
    /// GRDB hands SQLite texts that end at the first NUL. A name with one would find the account of the name before it, under
    /// another throttling budget for every tail.
    var searchText: String? {
        text.utf8.contains(0) ? nil : text
    }
}
