#if PostgreSQL
// Several Apple identities of one team for one account: how many is the configuration's to say.
extension Migration {
    static let severalAppleIdentities = Migration(
        number: 14, name: "several-apple-identities",
        sql: """
            ALTER TABLE apple_identities DROP CONSTRAINT apple_identities_account_team_key;
            CREATE INDEX apple_identities_by_account ON apple_identities (account);
            """)
}
#endif
