// The links by which owners set new passwords.
extension Migration {
    static let passwordLinks = Migration(
        number: 13, name: "password-links",
        sql: """
            -- At most one for each account. It is good while the account has this name and a password of this version; 0 for none.
            CREATE TABLE password_links (
                account INTEGER PRIMARY KEY REFERENCES accounts (number) ON DELETE CASCADE,
                digest BLOB NOT NULL UNIQUE CHECK (length(digest) = 32),
                name_key TEXT NOT NULL,
                password_version INTEGER NOT NULL CHECK (password_version >= 0),
                expires_at INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX password_links_by_end ON password_links (expires_at);

            INSERT INTO event_kinds (number, name) VALUES (36, 'password-link-made'), (37, 'password-set-by-link');
            """)
}
