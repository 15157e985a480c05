#if PostgreSQL
import AccountTables

// Sign in with Apple: identities beside passwords; challenges, web attempts, tokens, notifications; jobs; and Apple's keys.
extension Migration {
    static let apple = Migration(
        number: 2, name: "apple",
        sql: """
            -- authenticated_at, consent_ended_at and email_changed_at are moments of Apple's clock, the others of ours.
            CREATE TABLE apple_identities (
                number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                id uuid NOT NULL UNIQUE,
                account bigint NOT NULL REFERENCES accounts (number) ON DELETE CASCADE,
                team text COLLATE "C" NOT NULL CHECK (char_length(team) = 10),
                subject text COLLATE "C" NOT NULL CHECK (char_length(subject) BETWEEN 1 AND 255),
                email text CHECK (char_length(email) BETWEEN 3 AND 254),
                email_verified boolean NOT NULL,
                email_private boolean NOT NULL,
                email_deliverable boolean NOT NULL DEFAULT true,
                email_changed_at bigint,
                given_name text NOT NULL CHECK (char_length(given_name) <= 100),
                family_name text NOT NULL CHECK (char_length(family_name) <= 100),
                real_user bigint CHECK (real_user IN (0, 1, 2)),
                linked_at bigint NOT NULL,
                authenticated_at bigint NOT NULL,
                revoked_at bigint,
                consent_ended_at bigint,
                transfer_team text COLLATE "C" CHECK (char_length(transfer_team) = 10),
                transfer_subject text COLLATE "C" CHECK (char_length(transfer_subject) BETWEEN 1 AND 255),
                UNIQUE (team, subject),
                UNIQUE (account, team),
                UNIQUE (transfer_team, transfer_subject),
                CHECK ((transfer_team IS NULL) = (transfer_subject IS NULL))
            );

            -- A row for each client that consent was given to. Without a token where none could be had.
            CREATE TABLE apple_tokens (
                number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                identity bigint NOT NULL REFERENCES apple_identities (number) ON DELETE CASCADE,
                client text COLLATE "C" NOT NULL CHECK (char_length(client) BETWEEN 1 AND 255),
                sealed bytea CHECK (octet_length(sealed) BETWEEN 34 AND 4096),
                checked_at bigint,
                UNIQUE (identity, client),
                CHECK (sealed IS NOT NULL OR checked_at IS NULL)
            );

            -- Names that Apple told, once, of identities that have no account yet.
            CREATE TABLE apple_names (
                team text COLLATE "C" NOT NULL CHECK (char_length(team) = 10),
                subject text COLLATE "C" NOT NULL CHECK (char_length(subject) BETWEEN 1 AND 255),
                given_name text NOT NULL CHECK (char_length(given_name) <= 100),
                family_name text NOT NULL CHECK (char_length(family_name) <= 100),
                seen_at bigint NOT NULL,
                PRIMARY KEY (team, subject),
                CHECK (given_name <> '' OR family_name <> '')
            );
            CREATE INDEX apple_names_by_time ON apple_names (seen_at);

            CREATE TABLE apple_notifications (
                id text COLLATE "C" PRIMARY KEY CHECK (char_length(id) BETWEEN 1 AND 255),
                expires_at bigint NOT NULL
            );
            CREATE INDEX apple_notifications_by_end ON apple_notifications (expires_at);

            -- Purposes: 1 sign-in, 2 linking, 3 re-authentication, the last two for one session each. It is no foreign key: a session that
            -- ends leaves them to expire.
            CREATE TABLE challenges (
                digest bytea PRIMARY KEY CHECK (octet_length(digest) = 32),
                purpose bigint NOT NULL CHECK (purpose IN (1, 2, 3)),
                session uuid,
                expires_at bigint NOT NULL,
                CHECK ((purpose = 1) = (session IS NULL))
            );
            CREATE INDEX challenges_by_end ON challenges (expires_at);

            CREATE TABLE apple_web_attempts (
                state bytea PRIMARY KEY CHECK (octet_length(state) = 32),
                browser bytea NOT NULL CHECK (octet_length(browser) = 32),
                nonce text NOT NULL CHECK (char_length(nonce) = 43),
                purpose bigint NOT NULL CHECK (purpose IN (1, 2, 3)),
                session uuid,
                next text NOT NULL CHECK (char_length(next) BETWEEN 1 AND 512),
                expires_at bigint NOT NULL,
                CHECK ((purpose = 1) = (session IS NULL))
            );
            CREATE INDEX apple_web_attempts_by_end ON apple_web_attempts (expires_at);

            -- What Apple said to an attempt, for a minute or two. sealed is a code where there is a flow, and else a refresh token.
            CREATE TABLE apple_parked (
                completion bytea PRIMARY KEY CHECK (octet_length(completion) = 32),
                browser bytea NOT NULL CHECK (octet_length(browser) = 32),
                purpose bigint NOT NULL CHECK (purpose IN (1, 2, 3)),
                session uuid,
                next text NOT NULL CHECK (char_length(next) BETWEEN 1 AND 512),
                team text NOT NULL CHECK (char_length(team) = 10),
                subject text NOT NULL CHECK (char_length(subject) BETWEEN 1 AND 255),
                client text NOT NULL CHECK (char_length(client) BETWEEN 1 AND 255),
                email text CHECK (char_length(email) BETWEEN 3 AND 254),
                email_verified boolean NOT NULL,
                email_private boolean NOT NULL,
                given_name text NOT NULL CHECK (char_length(given_name) <= 100),
                family_name text NOT NULL CHECK (char_length(family_name) <= 100),
                real_user bigint CHECK (real_user IN (0, 1, 2)),
                transfer_subject text CHECK (char_length(transfer_subject) BETWEEN 1 AND 255),
                authenticated_at bigint NOT NULL,
                sealed bytea CHECK (octet_length(sealed) BETWEEN 34 AND 4096),
                flow bigint CHECK (flow IN (1, 2)),
                expires_at bigint NOT NULL,
                CHECK ((purpose = 1) = (session IS NULL)),
                CHECK (sealed IS NOT NULL OR flow IS NULL)
            );
            CREATE INDEX apple_parked_by_end ON apple_parked (expires_at);

            -- Kinds: 1 exchange a code, 2 check a token, 3 revoke a token, 4 exchange and give back the code of somebody who left. due_at of
            -- a claimed job is the end of its lease. Revocations outlive the identity, so they carry all they need; the others go with
            -- their token's row, one of each kind for it.
            CREATE TABLE jobs (
                number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                kind bigint NOT NULL CHECK (kind >= 1),
                due_at bigint NOT NULL,
                claim bigint NOT NULL DEFAULT 0 CHECK (claim >= 0),
                retries bigint NOT NULL DEFAULT 0 CHECK (retries >= 0),
                apple_token bigint REFERENCES apple_tokens (number) ON DELETE CASCADE,
                identity uuid,
                client text COLLATE "C" CHECK (char_length(client) BETWEEN 1 AND 255),
                sealed bytea CHECK (octet_length(sealed) BETWEEN 34 AND 4096),
                flow bigint CHECK (flow IN (1, 2)),
                expires_at bigint,
                team text COLLATE "C" CHECK (char_length(team) = 10),
                subject text COLLATE "C" CHECK (char_length(subject) BETWEEN 1 AND 255),
                UNIQUE (apple_token, kind),
                CHECK (kind <> 1 OR
                    (apple_token IS NOT NULL AND sealed IS NOT NULL AND flow IS NOT NULL AND expires_at IS NOT NULL)),
                CHECK (kind <> 2 OR (apple_token IS NOT NULL AND expires_at IS NULL)),
                CHECK (kind <> 3 OR (apple_token IS NULL AND identity IS NOT NULL AND client IS NOT NULL
                    AND sealed IS NOT NULL AND expires_at IS NOT NULL)),
                CHECK (kind <> 4 OR (apple_token IS NULL AND identity IS NOT NULL AND client IS NOT NULL AND sealed IS NOT NULL
                    AND flow IS NOT NULL AND expires_at IS NOT NULL AND team IS NOT NULL AND subject IS NOT NULL))
            ) WITH (fillfactor = 80);
            CREATE INDEX jobs_by_due ON jobs (kind, due_at);
            CREATE INDEX jobs_by_end ON jobs (expires_at) WHERE expires_at IS NOT NULL;
            -- The code that went along with somebody who left.
            CREATE INDEX jobs_of_leavers ON jobs (identity) WHERE kind = 4;

            -- The identity that opened the session; NULL for a password. With the identity the session goes.
            ALTER TABLE sessions ADD COLUMN apple_identity bigint REFERENCES apple_identities (number) ON DELETE CASCADE;
            CREATE INDEX sessions_by_apple_identity ON sessions (apple_identity) WHERE apple_identity IS NOT NULL;

            CREATE TABLE apple_keys (
                number bigint PRIMARY KEY CHECK (number = 1),
                source text NOT NULL CHECK (char_length(source) BETWEEN 1 AND 2048),
                record bytea NOT NULL CHECK (octet_length(record) BETWEEN 1 AND 4194304),
                fetched_at bigint NOT NULL
            );
            """)
}
#endif
