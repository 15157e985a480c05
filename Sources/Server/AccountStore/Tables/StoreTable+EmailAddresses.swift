extension StoreTable {
    static let emailAddresses = [
        // verified_key is the key of a verified address, NULL for a claimed one: any number of accounts claim an address, and one
        // has it. rejected_at is when a mail server first rejected it since the last delivery.
        StoreTable(
            "email_addresses",
            [
                .identifier("id").unique, .integer("account").of("accounts"), .text("address", 3...254),
                .exactText("address_key", 3...254), .exactText("verified_key", 3...254).optional.unique, .integer("claimed_at"),
                .integer("verified_at").optional, .integer("rejected_at").optional, .integer("undeliverable_at").optional,
            ],
            constraints: [
                "UNIQUE (account, address_key)", "CHECK ((verified_key IS NULL) = (verified_at IS NULL))",
                "CHECK (verified_key IS NULL OR verified_key = address_key)",
                "CHECK (undeliverable_at IS NULL OR rejected_at IS NOT NULL)",
            ],
            indexes: [
                Index("email_addresses_claimed", on: "claimed_at", where: "verified_at IS NULL"),
                Index("email_addresses_by_key", on: "address_key"),
            ]),
        // holder is the digest of the secret of the client that asked. session is not a foreign key: after the session's end, its
        // codes expire.
        StoreTable(
            "email_codes", by: ["holder"],
            [
                .octets("holder", 32), .integer("address").of("email_addresses"), .identifier("session"), .octets("code", 32),
                .integer("attempts").initially("0").check("attempts BETWEEN 0 AND 4"), .integer("expires_at"),
            ],
            constraints: ["UNIQUE (address, session)"], indexes: [Index("email_codes_by_end", on: "expires_at")]),
    ]

    static let addressUndos = [
        // digest is that of the code that restores the removed address. verified_at is when the address was first verified.
        StoreTable(
            "address_undos", by: ["digest"],
            [
                .octets("digest", 32), .integer("account").of("accounts"), .text("address", 3...254),
                .exactText("address_key", 3...254), .integer("verified_at"), .integer("expires_at"),
            ],
            indexes: [
                Index("address_undos_by_account", on: "account"), Index("address_undos_by_end", on: "expires_at"),
            ])
    ]

    static let recoveries = [
        // The codes that recover an account or sign in; the digest of a code is bound to its purpose. holder is the digest of the secret of
        // the client that asked. address is NULL if the submitted name has no address; then no code matches.
        StoreTable(
            "account_codes", by: ["holder"],
            [
                .octets("holder", 32), .integer("address").optional.of("email_addresses"), .octets("code", 32),
                .integer("attempts").initially("0").check("attempts BETWEEN 0 AND 5"), .integer("expires_at"),
            ],
            indexes: [
                Index("account_codes_by_address", on: "address", where: "address IS NOT NULL"),
                Index("account_codes_by_end", on: "expires_at"),
            ]),
        // password_version is 0 for an account without a password.
        StoreTable(
            "recovery_sessions", by: ["digest"],
            [
                .octets("digest", 32), .integer("account").of("accounts"), .integer("address").of("email_addresses"),
                .integer("password_version").check("password_version >= 0"), .integer("factor_at").optional, .integer("expires_at"),
            ],
            indexes: [
                Index("recovery_sessions_by_account", on: "account"), Index("recovery_sessions_by_address", on: "address"),
                Index("recovery_sessions_by_end", on: "expires_at"),
            ]),
        // digest is that of the mailed code that cancels the wait.
        StoreTable(
            "recovery_waits", by: ["account"],
            [
                .integer("account").of("accounts"), .octets("digest", 32).unique, .integer("ready_at"), .integer("ends_at"),
            ],
            constraints: ["CHECK (ready_at <= ends_at)"], indexes: [Index("recovery_waits_by_end", on: "ends_at")]),
    ]
}
