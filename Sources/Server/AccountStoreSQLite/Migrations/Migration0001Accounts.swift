// Accounts, passwords, sessions, devices, budgets, events and signing keys.
//
// Tables refer to accounts by a small number of their own, not by the identifier that the world sees: with ten million accounts and
// twenty events each, sixteen random octets in every row and index of a child table are gigabytes, and a number is three or four
// octets. Random keys (identifiers, digests, names) are indexed once, where they are looked up, and nowhere else.
//
// Times are milliseconds since 1970. Addresses are 4 or 16 octets. CHECK says what is true of a row for ever; what configuration or
// a clock set back can change is left out.
extension Migration {
    static let accounts = Migration(
        number: 1, name: "accounts",
        sql: """
            CREATE TABLE accounts (
                number INTEGER PRIMARY KEY,
                id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
                name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 254),
                name_key TEXT NOT NULL UNIQUE CHECK (length(name_key) BETWEEN 1 AND 2048),
                created_at INTEGER NOT NULL,
                password_changed_at INTEGER NOT NULL
            ) STRICT;

            -- Apart from accounts, so that no query about accounts meets a hash.
            CREATE TABLE passwords (
                account INTEGER PRIMARY KEY REFERENCES accounts (number) ON DELETE CASCADE,
                hash TEXT NOT NULL CHECK (length(hash) BETWEEN 1 AND 1024),
                version INTEGER NOT NULL CHECK (version >= 1)
            ) STRICT;

            -- An ended session is a row that is gone, or one whose idle_expiry has come.
            CREATE TABLE sessions (
                number INTEGER PRIMARY KEY,
                id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
                digest BLOB NOT NULL UNIQUE CHECK (length(digest) = 32),
                account INTEGER NOT NULL REFERENCES accounts (number) ON DELETE CASCADE,
                created_at INTEGER NOT NULL,
                last_used_at INTEGER NOT NULL,
                authenticated_at INTEGER NOT NULL,
                idle_expiry INTEGER NOT NULL,
                absolute_expiry INTEGER NOT NULL,
                client_name TEXT NOT NULL CHECK (length(client_name) BETWEEN 1 AND 100),
                client_address BLOB NOT NULL CHECK (length(client_address) IN (4, 16)),
                last_address BLOB NOT NULL CHECK (length(last_address) IN (4, 16)),
                CHECK (last_used_at >= created_at),
                CHECK (idle_expiry <= absolute_expiry)
            ) STRICT;
            -- The list of an account's sessions, and ending all of them.
            CREATE INDEX sessions_by_account ON sessions (account);
            -- Removing what has ended.
            CREATE INDEX sessions_by_end ON sessions (idle_expiry);

            -- session is the identifier of the session that the device came with. It is no foreign key: the device outlives it.
            CREATE TABLE devices (
                number INTEGER PRIMARY KEY,
                digest BLOB NOT NULL UNIQUE CHECK (length(digest) = 32),
                account INTEGER NOT NULL REFERENCES accounts (number) ON DELETE CASCADE,
                session BLOB NOT NULL CHECK (length(session) = 16),
                last_used_at INTEGER NOT NULL
            ) STRICT;
            -- The limit for each account, and ending all of them.
            CREATE INDEX devices_by_account ON devices (account, last_used_at);
            -- Removing what is unused.
            CREATE INDEX devices_by_use ON devices (last_used_at);

            -- Rows of forty octets found by their key alone: one tree is half of two.
            CREATE TABLE buckets (
                key BLOB PRIMARY KEY CHECK (length(key) = 32),
                arrival INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            -- Removing what has drained.
            CREATE INDEX buckets_by_arrival ON buckets (arrival);

            -- A table and not a CHECK: a new kind is then a new row, and not two hundred million rows copied.
            CREATE TABLE event_kinds (
                number INTEGER PRIMARY KEY,
                name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 64)
            ) STRICT;
            INSERT INTO event_kinds (number, name) VALUES
                (1, 'account-created'), (2, 'account-imported'), (3, 'user-name-changed'), (4, 'signed-in'), (5, 'sign-in-failed'),
                (6, 'signed-out'), (7, 'reauthenticated'), (8, 'reauthentication-failed'), (9, 'password-changed'),
                (10, 'session-revoked'), (11, 'other-sessions-revoked'), (12, 'all-sessions-revoked'), (13, 'account-deleted');

            -- The number is the order in which things happened. The identifier has no index of its own: it is always sought
            -- together with its account, and a random one over every event would cost more than the events.
            CREATE TABLE events (
                number INTEGER PRIMARY KEY,
                id BLOB NOT NULL CHECK (length(id) = 16),
                kind INTEGER NOT NULL REFERENCES event_kinds (number),
                account INTEGER REFERENCES accounts (number) ON DELETE CASCADE,
                at INTEGER NOT NULL,
                client_name TEXT NOT NULL CHECK (length(client_name) BETWEEN 1 AND 100),
                client_address BLOB NOT NULL CHECK (length(client_address) IN (4, 16))
            ) STRICT;
            -- Pages of an account's events; the identifier, to find where a page begins without reading the rows.
            CREATE INDEX events_by_account ON events (account, number, id) WHERE account IS NOT NULL;
            -- Removing what is past retention.
            CREATE INDEX events_by_time ON events (at);

            -- A handful of rows; the number is the order in which they were added.
            CREATE TABLE signing_keys (
                number INTEGER PRIMARY KEY,
                id TEXT NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 128),
                sealed BLOB NOT NULL CHECK (length(sealed) BETWEEN 1 AND 4096),
                created_at INTEGER NOT NULL,
                signs_until INTEGER NOT NULL,
                verifies_until INTEGER NOT NULL,
                CHECK (created_at <= signs_until AND signs_until <= verifies_until)
            ) STRICT;
            """)
}
