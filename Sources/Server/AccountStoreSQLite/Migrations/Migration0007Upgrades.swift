// Upgrades: the last of each kind for each account, so that a client that lost the answer gets it again.
extension Migration {
    static let upgrades = Migration(
        number: 7, name: "upgrades",
        sql: """
            -- version is that of the password that the upgrade made. The former one signs in besides, until former_until.
            CREATE TABLE password_upgrades (
                account INTEGER PRIMARY KEY REFERENCES accounts (number) ON DELETE CASCADE,
                key BLOB NOT NULL CHECK (length(key) = 16),
                version INTEGER NOT NULL CHECK (version >= 1),
                former_hash TEXT CHECK (length(former_hash) BETWEEN 1 AND 1024),
                former_until INTEGER,
                committed_at INTEGER NOT NULL,
                CHECK ((former_hash IS NULL) = (former_until IS NULL))
            ) STRICT;
            -- Forgetting former passwords, and upgrades that nobody asks for again.
            CREATE INDEX password_upgrades_by_end ON password_upgrades (former_until) WHERE former_until IS NOT NULL;
            CREATE INDEX password_upgrades_by_time ON password_upgrades (committed_at);

            CREATE TABLE apple_upgrades (
                account INTEGER PRIMARY KEY REFERENCES accounts (number) ON DELETE CASCADE,
                key BLOB NOT NULL CHECK (length(key) = 16),
                nonce BLOB NOT NULL CHECK (length(nonce) = 32),
                expires_at INTEGER NOT NULL,
                converted_at INTEGER
            ) STRICT;
            CREATE INDEX apple_upgrades_by_end ON apple_upgrades (expires_at);

            INSERT INTO event_kinds (number, name) VALUES (34, 'password-upgraded'), (35, 'apple-upgraded');
            """)
}
