#if PostgreSQL
// What binds a sign-in with Apple to its request.
extension Migration {
    static let appleBinding = Migration(
        number: 12, name: "apple-binding",
        sql: """
            -- Identity tokens without a nonce that were used: the SHA-256 of what Apple signed, and the token's own end.
            CREATE TABLE apple_used_tokens (
                digest bytea PRIMARY KEY CHECK (octet_length(digest) = 32),
                expires_at bigint NOT NULL
            );
            CREATE INDEX apple_used_tokens_by_end ON apple_used_tokens (expires_at);
            """)
}
#endif
