// The apps for which the user has allowed or denied Face ID.
extension Migration {
    static let faceConsents = Migration(
        number: 7,
        sql: """
            ALTER TABLE installed_apps RENAME COLUMN app TO record;
            CREATE TABLE face_consents (
                identifier BLOB PRIMARY KEY CHECK (length(identifier) = 32),
                -- The identifier and the answer.
                record BLOB NOT NULL
            ) STRICT, WITHOUT ROWID;
            """)
}
