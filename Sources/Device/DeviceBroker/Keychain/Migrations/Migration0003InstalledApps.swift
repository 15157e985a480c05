// Apps that keep their socket, their name and their groups across restarts of the broker.
extension Migration {
    static let installedApps = Migration(
        number: 3,
        sql: """
            CREATE TABLE installed_apps (
                identifier BLOB PRIMARY KEY CHECK (length(identifier) = 32),
                -- The identifier and the access groups, sealed: a writer of this file cannot add a group.
                app BLOB NOT NULL
            ) STRICT, WITHOUT ROWID;
            """)
}
