package import Accounts
import PasswordHashing

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
