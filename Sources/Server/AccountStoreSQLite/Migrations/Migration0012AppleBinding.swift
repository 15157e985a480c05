// What binds a sign-in with Apple to its request.
extension Migration {
    static let appleBinding = Migration(
        number: 12, name: "apple-binding",
        sql: """
            -- Identity tokens without a nonce that were used: the SHA-256 of what Apple signed, and the token's own end.
            CREATE TABLE apple_used_tokens (
                digest BLOB PRIMARY KEY CHECK (length(digest) = 32),
                expires_at INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX apple_used_tokens_by_end ON apple_used_tokens (expires_at);

            -- As before, with a fourth purpose, converting the account of a session, and the moment of the proof to Apple. Web sign-ins
            -- that are under way, which live for ten minutes, begin again.
            DROP TABLE apple_web_attempts;
            CREATE TABLE apple_web_attempts (
                state BLOB PRIMARY KEY CHECK (length(state) = 32),
                browser BLOB NOT NULL CHECK (length(browser) = 32),
                nonce TEXT NOT NULL CHECK (length(nonce) = 43),
                purpose INTEGER NOT NULL CHECK (purpose IN (1, 2, 3, 4)),
                session BLOB CHECK (length(session) = 16),
                next TEXT NOT NULL CHECK (length(next) BETWEEN 1 AND 512),
                expires_at INTEGER NOT NULL,
                CHECK ((purpose = 1) = (session IS NULL))
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX apple_web_attempts_by_end ON apple_web_attempts (expires_at);

            DROP TABLE apple_parked;
            CREATE TABLE apple_parked (
                completion BLOB PRIMARY KEY CHECK (length(completion) = 32),
                browser BLOB NOT NULL CHECK (length(browser) = 32),
                purpose INTEGER NOT NULL CHECK (purpose IN (1, 2, 3, 4)),
                session BLOB CHECK (length(session) = 16),
                next TEXT NOT NULL CHECK (length(next) BETWEEN 1 AND 512),
                team TEXT NOT NULL CHECK (length(team) = 10),
                subject TEXT NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
                client TEXT NOT NULL CHECK (length(client) BETWEEN 1 AND 255),
                email TEXT CHECK (length(email) BETWEEN 3 AND 254),
                email_verified INTEGER NOT NULL CHECK (email_verified IN (0, 1)),
                email_private INTEGER NOT NULL CHECK (email_private IN (0, 1)),
                given_name TEXT NOT NULL CHECK (length(given_name) <= 100),
                family_name TEXT NOT NULL CHECK (length(family_name) <= 100),
                real_user INTEGER CHECK (real_user IN (0, 1, 2)),
                transfer_subject TEXT CHECK (length(transfer_subject) BETWEEN 1 AND 255),
                authenticated_at INTEGER NOT NULL,
                proved_at INTEGER NOT NULL,
                sealed BLOB CHECK (length(sealed) BETWEEN 34 AND 4096),
                flow INTEGER CHECK (flow IN (1, 2)),
                expires_at INTEGER NOT NULL,
                CHECK ((purpose = 1) = (session IS NULL)),
                CHECK (sealed IS NOT NULL OR flow IS NULL)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX apple_parked_by_end ON apple_parked (expires_at);
            CREATE INDEX apple_parked_by_key ON apple_parked (substr(sealed, 2, 4)) WHERE sealed IS NOT NULL;
            """)
}
