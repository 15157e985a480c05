#if PostgreSQL
// Where an upgrade was asked for: that session has heard of it, and others have not.
extension Migration {
    static let upgradeSessions = Migration(
        number: 6, name: "upgrade-sessions",
        sql: """
            -- NULL for an upgrade by the password. The session may have ended.
            ALTER TABLE password_upgrades ADD COLUMN session uuid;
            """)
}
#endif
