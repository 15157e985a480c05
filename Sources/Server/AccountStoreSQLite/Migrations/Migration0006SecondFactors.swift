// Second factors: generators of one-time codes, recovery codes, keys of devices, and the challenges to show one of them.
extension Migration {
    static let secondFactors = Migration(
        number: 6, name: "second-factors",
        sql: """
            -- Since when the account has a factor; NULL for none. It says at once what two tables say together, for whoever opens sessions.
            ALTER TABLE accounts ADD COLUMN second_factor_since INTEGER;

            -- When a second factor was last shown in the session; NULL for never.
            ALTER TABLE sessions ADD COLUMN factor_at INTEGER;

            -- One for each account. last_step is the step of the last code that was taken: codes of it and before are used up.
            CREATE TABLE totp_generators (
                account INTEGER PRIMARY KEY REFERENCES accounts (number) ON DELETE CASCADE,
                id BLOB NOT NULL CHECK (length(id) = 16),
                sealed BLOB NOT NULL CHECK (length(sealed) BETWEEN 34 AND 4096),
                created_at INTEGER NOT NULL,
                confirmed_at INTEGER,
                last_step INTEGER CHECK (last_step >= 0),
                CHECK ((confirmed_at IS NULL) = (last_step IS NULL))
            ) STRICT;
            -- Removing those that nobody confirmed.
            CREATE INDEX totp_generators_begun ON totp_generators (created_at) WHERE confirmed_at IS NULL;

            CREATE TABLE recovery_codes (
                digest BLOB PRIMARY KEY CHECK (length(digest) = 32),
                account INTEGER NOT NULL REFERENCES accounts (number) ON DELETE CASCADE
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX recovery_codes_by_account ON recovery_codes (account);

            CREATE TABLE device_keys (
                number INTEGER PRIMARY KEY,
                id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
                account INTEGER NOT NULL REFERENCES accounts (number) ON DELETE CASCADE,
                public_key BLOB NOT NULL CHECK (length(public_key) = 65),
                name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
                created_at INTEGER NOT NULL,
                last_used_at INTEGER,
                UNIQUE (account, public_key)
            ) STRICT;

            -- For one session, or for signing in after a password of that version, or after an Apple identity. session is no foreign key: one
            -- that ends leaves its challenge to expire.
            CREATE TABLE factor_challenges (
                digest BLOB PRIMARY KEY CHECK (length(digest) = 32),
                account INTEGER NOT NULL REFERENCES accounts (number) ON DELETE CASCADE,
                session BLOB CHECK (length(session) = 16),
                password_version INTEGER CHECK (password_version >= 1),
                apple_identity INTEGER REFERENCES apple_identities (number) ON DELETE CASCADE,
                device BLOB CHECK (length(device) = 32),
                attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts BETWEEN 0 AND 5),
                issued_at INTEGER NOT NULL,
                expires_at INTEGER NOT NULL,
                CHECK ((session IS NOT NULL) + (password_version IS NOT NULL) + (apple_identity IS NOT NULL) = 1)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX factor_challenges_by_account ON factor_challenges (account, issued_at);
            CREATE INDEX factor_challenges_by_apple_identity ON factor_challenges (apple_identity) WHERE apple_identity IS NOT NULL;
            CREATE INDEX factor_challenges_by_end ON factor_challenges (expires_at);

            INSERT INTO event_kinds (number, name) VALUES
                (25, 'totp-added'), (26, 'totp-removed'), (27, 'device-key-added'), (28, 'device-key-removed'),
                (29, 'recovery-codes-made'), (30, 'recovery-code-used'), (31, 'second-factor-shown'),
                (32, 'second-factor-failed'), (33, 'second-factors-removed');
            """)
}
