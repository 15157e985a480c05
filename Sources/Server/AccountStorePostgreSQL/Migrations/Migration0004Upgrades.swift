#if PostgreSQL
// Upgrades: the last of each kind for each account, so that a client that lost the answer gets it again.
extension Migration {
    static let upgrades = Migration(
        number: 4, name: "upgrades",
        sql: """
            -- version is that of the password that the upgrade made. The former one signs in besides, until former_until.
            CREATE TABLE password_upgrades (
                account bigint PRIMARY KEY REFERENCES accounts (number) ON DELETE CASCADE,
                key uuid NOT NULL,
                version bigint NOT NULL CHECK (version >= 1),
                former_hash text CHECK (char_length(former_hash) BETWEEN 1 AND 1024),
                former_until bigint,
                committed_at bigint NOT NULL,
                CHECK ((former_hash IS NULL) = (former_until IS NULL))
            );
            -- Forgetting former passwords, and upgrades that nobody asks for again.
            CREATE INDEX password_upgrades_by_end ON password_upgrades (former_until) WHERE former_until IS NOT NULL;
            CREATE INDEX password_upgrades_by_time ON password_upgrades (committed_at);

            CREATE TABLE apple_upgrades (
                account bigint PRIMARY KEY REFERENCES accounts (number) ON DELETE CASCADE,
                key uuid NOT NULL,
                nonce bytea NOT NULL CHECK (octet_length(nonce) = 32),
                expires_at bigint NOT NULL,
                converted_at bigint
            );
            CREATE INDEX apple_upgrades_by_end ON apple_upgrades (expires_at);

            INSERT INTO event_kinds (number, name) VALUES (34, 'password-upgraded'), (35, 'apple-upgraded');
            """)
}
#endif
