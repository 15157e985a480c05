package import Accounts

extension StoredPasswordLink {
    /// The accounts with a link that is still good for their name and password, as `Account(from:)` takes them: the beginning of a statement
    /// that says which link, and at what moment.
    package static let accounts = """
        SELECT \(Account.columns)
        FROM password_links JOIN accounts ON accounts.number = password_links.account
        LEFT JOIN passwords ON passwords.account = accounts.number
        WHERE password_links.name_key = accounts.name_key
            AND password_links.password_version = coalesce(passwords.version, 0)
        """
}
