// Apps that keep their socket, their name and their groups over a restart of the broker.
extension Migration {
    static let installedApps = Migration(
        number: 3,
        sql: """
            CREATE TABLE installed_apps (
                identifier BLOB PRIMARY KEY CHECK (length(identifier) = 32),
                -- The identifier and the access groups: nobody who writes this file can add a group.
                app BLOB NOT NULL
            ) STRICT, WITHOUT ROWID;
            """)
}
