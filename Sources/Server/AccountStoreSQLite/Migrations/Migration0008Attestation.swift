// What TPMs state of device keys, and the challenges for that.
extension Migration {
    static let attestation = Migration(
        number: 8, name: "attestation",
        sql: """
            -- The name of the attestation key that vouched for this one when it was added; NULL where none did.
            ALTER TABLE device_keys ADD COLUMN attested_by BLOB CHECK (length(attested_by) = 34);

            -- As before, with a fourth purpose: SQLite changes no CHECK in place. Nothing refers to the table.
            CREATE TABLE challenges_of_four (
                digest BLOB PRIMARY KEY CHECK (length(digest) = 32),
                purpose INTEGER NOT NULL CHECK (purpose IN (1, 2, 3, 4)),
                session BLOB CHECK (length(session) = 16),
                expires_at INTEGER NOT NULL,
                CHECK ((purpose = 1) = (session IS NULL))
            ) STRICT, WITHOUT ROWID;
            INSERT INTO challenges_of_four (digest, purpose, session, expires_at)
                SELECT digest, purpose, session, expires_at FROM challenges;
            DROP TABLE challenges;
            ALTER TABLE challenges_of_four RENAME TO challenges;
            CREATE INDEX challenges_by_end ON challenges (expires_at);
            """)
}
