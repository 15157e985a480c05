#if PostgreSQL
// Accounts, passwords, sessions, devices, budgets, events and signing keys.
//
// Tables refer to accounts by a small number of their own, not by the identifier that the world sees: random keys are indexed once, where
// they are looked up, and nowhere else. Names are compared octet by octet (COLLATE "C"): what is the same name was decided before.
//
// Times are milliseconds since 1970. Addresses are 4 or 16 octets. CHECK says what is true of a row for ever; what configuration or
// a clock set back can change is left out.
extension Migration {
    static let accounts = Migration(
        number: 1, name: "accounts",
        sql: """
            CREATE TABLE accounts (
                number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                id uuid NOT NULL UNIQUE,
                name text CHECK (char_length(name) BETWEEN 1 AND 254),
                name_key text COLLATE "C" UNIQUE CHECK (octet_length(name_key) BETWEEN 1 AND 2048),
                created_at bigint NOT NULL,
                password_changed_at bigint,
                -- The version of the password that was removed last: the next one counts on, so that nothing that rests on the old one
                -- passes for the new.
                removed_password_version bigint NOT NULL DEFAULT 0 CHECK (removed_password_version >= 0),
                CHECK ((name IS NULL) = (name_key IS NULL)),
                CHECK (password_changed_at IS NULL OR name IS NOT NULL)
            );

            -- Apart from accounts, so that no query about accounts meets a hash.
            CREATE TABLE passwords (
                account bigint PRIMARY KEY REFERENCES accounts (number) ON DELETE CASCADE,
                hash text NOT NULL CHECK (char_length(hash) BETWEEN 1 AND 1024),
                version bigint NOT NULL CHECK (version >= 1)
            );

            -- An ended session is a row that is gone, or one whose idle_expiry has come. Rows are changed at each use: room is left for that
            -- within their pages, and the columns that change have no index but the one that upkeep needs.
            CREATE TABLE sessions (
                number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                id uuid NOT NULL UNIQUE,
                digest bytea NOT NULL UNIQUE CHECK (octet_length(digest) = 32),
                account bigint NOT NULL REFERENCES accounts (number) ON DELETE CASCADE,
                created_at bigint NOT NULL,
                last_used_at bigint NOT NULL,
                authenticated_at bigint NOT NULL,
                idle_expiry bigint NOT NULL,
                absolute_expiry bigint NOT NULL,
                client_name text NOT NULL CHECK (char_length(client_name) BETWEEN 1 AND 100),
                client_address bytea NOT NULL CHECK (octet_length(client_address) IN (4, 16)),
                last_address bytea NOT NULL CHECK (octet_length(last_address) IN (4, 16)),
                CHECK (last_used_at >= created_at),
                CHECK (idle_expiry <= absolute_expiry)
            ) WITH (fillfactor = 80);
            -- The list of an account's sessions, and ending all of them.
            CREATE INDEX sessions_by_account ON sessions (account);
            -- Removing what has ended.
            CREATE INDEX sessions_by_end ON sessions (idle_expiry);

            -- session is the identifier of the session that the device came with. It is no foreign key: the device outlives it.
            CREATE TABLE devices (
                number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                digest bytea NOT NULL UNIQUE CHECK (octet_length(digest) = 32),
                account bigint NOT NULL REFERENCES accounts (number) ON DELETE CASCADE,
                session uuid NOT NULL,
                last_used_at bigint NOT NULL
            );
            -- The limit for each account, and ending all of them.
            CREATE INDEX devices_by_account ON devices (account, last_used_at);
            -- Removing what is unused.
            CREATE INDEX devices_by_use ON devices (last_used_at);

            CREATE TABLE buckets (
                key bytea PRIMARY KEY CHECK (octet_length(key) = 32),
                arrival bigint NOT NULL
            ) WITH (fillfactor = 80);
            -- Removing what has drained.
            CREATE INDEX buckets_by_arrival ON buckets (arrival);

            -- A table and not a CHECK: a new kind is then a new row, and no lock on a table of two hundred million.
            CREATE TABLE event_kinds (
                number bigint PRIMARY KEY,
                name text COLLATE "C" NOT NULL UNIQUE CHECK (char_length(name) BETWEEN 1 AND 64)
            );
            INSERT INTO event_kinds (number, name) VALUES
                (1, 'account-created'), (2, 'account-imported'), (3, 'user-name-changed'), (4, 'signed-in'), (5, 'sign-in-failed'),
                (6, 'signed-out'), (7, 'reauthenticated'), (8, 'reauthentication-failed'), (9, 'password-changed'),
                (10, 'session-revoked'), (11, 'other-sessions-revoked'), (12, 'all-sessions-revoked'), (13, 'account-deleted'),
                (14, 'apple-linked'), (15, 'apple-unlinked'), (16, 'apple-consent-revoked'), (17, 'apple-account-deleted'),
                (18, 'apple-email-disabled'), (19, 'apple-email-enabled'), (20, 'apple-identity-transferred'),
                (21, 'password-set'), (22, 'password-removed'), (23, 'apple-reauthenticated'),
                (24, 'apple-reauthentication-failed');

            -- The number is the order in which things were written down. The identifier has no index of its own: it is always sought
            -- together with its account, and a random one over every event would cost more than the events.
            CREATE TABLE events (
                number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                id uuid NOT NULL,
                kind bigint NOT NULL REFERENCES event_kinds (number),
                account bigint REFERENCES accounts (number) ON DELETE CASCADE,
                at bigint NOT NULL,
                client_name text NOT NULL CHECK (char_length(client_name) BETWEEN 1 AND 100),
                client_address bytea NOT NULL CHECK (octet_length(client_address) IN (4, 16))
            );
            -- Pages of an account's events; the identifier, to find where a page begins without reading the rows.
            CREATE INDEX events_by_account ON events (account, number, id) WHERE account IS NOT NULL;
            -- Removing what is past retention, and sooner what is nobody's.
            CREATE INDEX events_by_time ON events (at);
            CREATE INDEX events_of_nobody_by_time ON events (at) WHERE account IS NULL;

            -- A handful of rows; the number is the order in which they were added.
            CREATE TABLE signing_keys (
                number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                id text COLLATE "C" NOT NULL UNIQUE CHECK (char_length(id) BETWEEN 1 AND 128),
                sealed bytea NOT NULL CHECK (octet_length(sealed) BETWEEN 1 AND 4096),
                created_at bigint NOT NULL,
                signs_until bigint NOT NULL,
                verifies_until bigint NOT NULL,
                CHECK (created_at <= signs_until AND signs_until <= verifies_until)
            );
            """)
}
#endif
