// Apple's public keys as they were last fetched, for a server that starts while Apple cannot be asked: one row.
extension Migration {
    static let appleKeys = Migration(
        number: 4, name: "apple-keys",
        sql: """
            CREATE TABLE apple_keys (
                number INTEGER PRIMARY KEY CHECK (number = 1),
                source TEXT NOT NULL CHECK (length(source) BETWEEN 1 AND 2048),
                record BLOB NOT NULL CHECK (length(record) BETWEEN 1 AND 4194304),
                fetched_at INTEGER NOT NULL
            ) STRICT;
            """)
}
