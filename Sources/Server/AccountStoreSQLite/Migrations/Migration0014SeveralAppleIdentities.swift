// Several Apple identities of one team for one account: how many is the configuration's to say. SQLite cannot drop a constraint, so the
// identities are copied under their own numbers, which is what refers to them.
extension Migration {
    static let severalAppleIdentities = Migration(
        number: 14, name: "several-apple-identities", rebuildsTables: true,
        sql: """
            CREATE TABLE apple_identities_rebuilt (
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
                UNIQUE (transfer_team, transfer_subject),
                CHECK ((transfer_team IS NULL) = (transfer_subject IS NULL))
            ) STRICT;
            INSERT INTO apple_identities_rebuilt (
                    number, id, account, team, subject, email, email_verified, email_private, email_deliverable, email_changed_at, given_name,
                    family_name, real_user, linked_at, authenticated_at, revoked_at, consent_ended_at, transfer_team, transfer_subject
                ) SELECT number, id, account, team, subject, email, email_verified, email_private, email_deliverable, email_changed_at, given_name,
                    family_name, real_user, linked_at, authenticated_at, revoked_at, consent_ended_at, transfer_team, transfer_subject
                FROM apple_identities;
            DROP TABLE apple_identities;
            ALTER TABLE apple_identities_rebuilt RENAME TO apple_identities;
            CREATE INDEX apple_identities_by_account ON apple_identities (account);
            """)
}
