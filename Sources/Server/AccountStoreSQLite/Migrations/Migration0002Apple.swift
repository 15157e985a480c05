import AccountTables
// Sign in with Apple: identities beside passwords, so that an account may have no name and no password; challenges, web attempts, tokens,
// notifications; and jobs.
//
// SQLite cannot make a column nullable, so accounts are copied under their own numbers. What refers to them refers to the numbers.
extension Migration {
    static let apple = Migration(
        number: 2, name: "apple", rebuildsTables: true,
        sql: """
            CREATE TABLE accounts_rebuilt (
                number INTEGER PRIMARY KEY,
                id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
                name TEXT CHECK (length(name) BETWEEN 1 AND 254),
                name_key TEXT UNIQUE CHECK (length(name_key) BETWEEN 1 AND 2048),
                created_at INTEGER NOT NULL,
                password_changed_at INTEGER,
                -- The version of the password that was removed last: the next one counts on, so that nothing that rests on the old one
                -- passes for the new.
                removed_password_version INTEGER NOT NULL DEFAULT 0 CHECK (removed_password_version >= 0),
                CHECK ((name IS NULL) = (name_key IS NULL)),
                CHECK (password_changed_at IS NULL OR name IS NOT NULL)
            ) STRICT;
            INSERT INTO accounts_rebuilt (number, id, name, name_key, created_at, password_changed_at)
                SELECT number, id, name, name_key, created_at, password_changed_at FROM accounts;
            DROP TABLE accounts;
            ALTER TABLE accounts_rebuilt RENAME TO accounts;

            -- authenticated_at, consent_ended_at and email_changed_at are moments of Apple's clock, the others of ours.
            CREATE TABLE apple_identities (
                number INTEGER PRIMARY KEY,
                id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
                account INTEGER NOT NULL REFERENCES accounts (number) ON DELETE CASCADE,
                team TEXT NOT NULL CHECK (length(team) = 10),
                subject TEXT NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
                email TEXT CHECK (length(email) BETWEEN 3 AND 254),
                email_verified INTEGER NOT NULL CHECK (email_verified IN (0, 1)),
                email_private INTEGER NOT NULL CHECK (email_private IN (0, 1)),
                email_deliverable INTEGER NOT NULL DEFAULT 1 CHECK (email_deliverable IN (0, 1)),
                email_changed_at INTEGER,
                given_name TEXT NOT NULL CHECK (length(given_name) <= 100),
                family_name TEXT NOT NULL CHECK (length(family_name) <= 100),
                real_user INTEGER CHECK (real_user IN (0, 1, 2)),
                linked_at INTEGER NOT NULL,
                authenticated_at INTEGER NOT NULL,
                revoked_at INTEGER,
                consent_ended_at INTEGER,
                transfer_team TEXT CHECK (length(transfer_team) = 10),
                transfer_subject TEXT CHECK (length(transfer_subject) BETWEEN 1 AND 255),
                UNIQUE (team, subject),
                UNIQUE (account, team),
                UNIQUE (transfer_team, transfer_subject),
                CHECK ((transfer_team IS NULL) = (transfer_subject IS NULL))
            ) STRICT;

            -- A row for each client that consent was given to. Without a token where none could be had.
            CREATE TABLE apple_tokens (
                number INTEGER PRIMARY KEY,
                identity INTEGER NOT NULL REFERENCES apple_identities (number) ON DELETE CASCADE,
                client TEXT NOT NULL CHECK (length(client) BETWEEN 1 AND 255),
                sealed BLOB CHECK (length(sealed) BETWEEN 34 AND 4096),
                checked_at INTEGER,
                UNIQUE (identity, client),
                CHECK (sealed IS NOT NULL OR checked_at IS NULL)
            ) STRICT;

            -- Names that Apple told, once, of identities that have no account yet.
            CREATE TABLE apple_names (
                team TEXT NOT NULL CHECK (length(team) = 10),
                subject TEXT NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
                given_name TEXT NOT NULL CHECK (length(given_name) <= 100),
                family_name TEXT NOT NULL CHECK (length(family_name) <= 100),
                seen_at INTEGER NOT NULL,
                PRIMARY KEY (team, subject),
                CHECK (given_name <> '' OR family_name <> '')
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX apple_names_by_time ON apple_names (seen_at);

            CREATE TABLE apple_notifications (
                id TEXT PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 255),
                expires_at INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX apple_notifications_by_end ON apple_notifications (expires_at);

            -- Purposes: 1 sign-in, 2 linking, 3 re-authentication, the last two for one session each. It is no foreign key: a session that
            -- ends leaves them to expire.
            CREATE TABLE challenges (
                digest BLOB PRIMARY KEY CHECK (length(digest) = 32),
                purpose INTEGER NOT NULL CHECK (purpose IN (1, 2, 3)),
                session BLOB CHECK (length(session) = 16),
                expires_at INTEGER NOT NULL,
                CHECK ((purpose = 1) = (session IS NULL))
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX challenges_by_end ON challenges (expires_at);

            CREATE TABLE apple_web_attempts (
                state BLOB PRIMARY KEY CHECK (length(state) = 32),
                browser BLOB NOT NULL CHECK (length(browser) = 32),
                nonce TEXT NOT NULL CHECK (length(nonce) = 43),
                purpose INTEGER NOT NULL CHECK (purpose IN (1, 2, 3)),
                session BLOB CHECK (length(session) = 16),
                next TEXT NOT NULL CHECK (length(next) BETWEEN 1 AND 512),
                expires_at INTEGER NOT NULL,
                CHECK ((purpose = 1) = (session IS NULL))
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX apple_web_attempts_by_end ON apple_web_attempts (expires_at);

            -- What Apple said to an attempt, for a minute or two. sealed is a code where there is a flow, and else a refresh token.
            CREATE TABLE apple_parked (
                completion BLOB PRIMARY KEY CHECK (length(completion) = 32),
                browser BLOB NOT NULL CHECK (length(browser) = 32),
                purpose INTEGER NOT NULL CHECK (purpose IN (1, 2, 3)),
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
                sealed BLOB CHECK (length(sealed) BETWEEN 34 AND 4096),
                flow INTEGER CHECK (flow IN (1, 2)),
                expires_at INTEGER NOT NULL,
                CHECK ((purpose = 1) = (session IS NULL)),
                CHECK (sealed IS NOT NULL OR flow IS NULL)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX apple_parked_by_end ON apple_parked (expires_at);

            -- Kinds: 1 exchange a code, 2 check a token, 3 revoke a token. due_at of a claimed job is the end of its lease. Revocations
            -- outlive the identity, so they carry all they need; the others go with their token's row, one of each kind for it. Numbers
            -- are never used twice: a worker may still hold one that is gone.
            CREATE TABLE jobs (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                kind INTEGER NOT NULL CHECK (kind >= 1),
                due_at INTEGER NOT NULL,
                claim INTEGER NOT NULL DEFAULT 0 CHECK (claim >= 0),
                retries INTEGER NOT NULL DEFAULT 0 CHECK (retries >= 0),
                apple_token INTEGER REFERENCES apple_tokens (number) ON DELETE CASCADE,
                identity BLOB CHECK (length(identity) = 16),
                client TEXT CHECK (length(client) BETWEEN 1 AND 255),
                sealed BLOB CHECK (length(sealed) BETWEEN 34 AND 4096),
                flow INTEGER CHECK (flow IN (1, 2)),
                expires_at INTEGER,
                UNIQUE (apple_token, kind),
                CHECK (kind <> 1 OR
                    (apple_token IS NOT NULL AND sealed IS NOT NULL AND flow IS NOT NULL AND expires_at IS NOT NULL)),
                CHECK (kind <> 2 OR (apple_token IS NOT NULL AND expires_at IS NULL)),
                CHECK (kind <> 3 OR (apple_token IS NULL AND identity IS NOT NULL AND client IS NOT NULL
                    AND sealed IS NOT NULL AND expires_at IS NOT NULL))
            ) STRICT;
            CREATE INDEX jobs_by_due ON jobs (kind, due_at);
            CREATE INDEX jobs_by_end ON jobs (expires_at) WHERE expires_at IS NOT NULL;

            -- The identity that opened the session; NULL for a password. With the identity the session goes.
            ALTER TABLE sessions ADD COLUMN apple_identity INTEGER REFERENCES apple_identities (number) ON DELETE CASCADE;
            CREATE INDEX sessions_by_apple_identity ON sessions (apple_identity) WHERE apple_identity IS NOT NULL;

            INSERT INTO event_kinds (number, name) VALUES
                (14, 'apple-linked'), (15, 'apple-unlinked'), (16, 'apple-consent-revoked'), (17, 'apple-account-deleted'),
                (18, 'apple-email-disabled'), (19, 'apple-email-enabled'), (20, 'apple-identity-transferred'),
                (21, 'password-set'), (22, 'password-removed');
            """)
}
