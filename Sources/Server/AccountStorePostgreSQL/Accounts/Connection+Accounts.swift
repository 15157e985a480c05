#if PostgreSQL
import AccountTables
import Accounts
import PasswordHashing

extension Connection {
    /// Locks an account for a change of it or of what belongs to it, and returns the number under which the tables know it; nil when there
    /// is none. Everything that decides about one account begins with this, so that it waits for whoever was first and then sees what they
    /// left. Rows that merely refer to the account can be inserted meanwhile.
    func lock(_ account: AccountID) throws -> Int64? {
        try first("SELECT number FROM accounts WHERE id = $1 FOR NO KEY UPDATE", [account]) { try $0.next() }
    }

    /// As ``lock(_:)``, against rows that refer to the account too: it is about to go.
    func lockForDeletion(_ account: AccountID) throws -> Int64? {
        try first("SELECT number FROM accounts WHERE id = $1 FOR UPDATE", [account]) { try $0.next() }
    }

    func lockForDeletion(_ account: Int64) throws {
        try queue("SELECT 1 FROM accounts WHERE number = $1 FOR UPDATE", [account])
    }

    /// The number of an account that is only read.
    func number(of account: AccountID) throws -> Int64? {
        try first("SELECT number FROM accounts WHERE id = $1", [account]) { try $0.next() }
    }

    /// Inserts an account and its password, if it has one, and returns its number; nil when the name is taken, and then nothing is changed.
    func insert(_ account: Account, hash: PasswordHash?) throws -> Int64? {
        let number: Int64? = try first(
            """
            INSERT INTO accounts (id, name, name_key, created_at, password_changed_at) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (name_key) DO NOTHING RETURNING number
            """,
            [account.id, account.userName?.text, account.userName?.key.text, account.createdAt, account.passwordChangedAt]
        ) { try $0.next() }
        guard let number else { return nil }
        if let hash { try queue("INSERT INTO passwords (account, hash, version) VALUES ($1, $2, 1)", [number, hash]) }
        return number
    }

    /// Gives an account its name; false, and nothing is changed, where another has it. Who takes the name between this look and the change
    /// makes the change fail, and the transaction look again.
    func take(_ name: UserName, for account: Int64) throws -> Bool {
        let owner: Int64? = try first("SELECT number FROM accounts WHERE name_key = $1", [name.key.text]) { try $0.next() }
        guard owner == nil || owner == account else { return false }
        try queue("UPDATE accounts SET name = $1, name_key = $2 WHERE number = $3", [name.text, name.key.text, account])
        return true
    }
}

extension UserNameKey {
    /// The key as PostgreSQL looks for it; nil for one that no account can have, since its texts hold no NUL.
    var searchText: String? {
        text.utf8.contains(0) ? nil : text
    }
}
#endif
