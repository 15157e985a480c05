// Tables refer to accounts by a small number, not by the public identifier. With ten million accounts and twenty events each,
// sixteen random bytes in every row and index of a child table take gigabytes; a number takes three or four bytes. Random keys
// (identifiers, digests, names) are indexed only where they are looked up.
//
// Times are milliseconds since 1970. Addresses are 4 or 16 bytes. Constraints state what is always true of a row; they exclude what
// a configuration change or a clock set back can change.
extension StoreTable {
    /// All tables with user data, each after the tables that it refers to.
    package static let all: [StoreTable] =
        accounts + passkeys + emailAddresses + sessions + events + keys + secondFactors + upgrades + apple + addressUndos
        + recoveries + operators

    private static let accounts = [
        StoreTable(
            "accounts",
            [
                .identifier("id").unique, .text("name", 1...254).optional, .exactText("name_key", 1...2_048).optional.unique,
                .integer("created_at"), .integer("password_changed_at").optional,
                // The version of the password that was removed last. The next password gets a higher version, so that a write based
                // on the old password never matches the new one.
                .integer("removed_password_version").initially("0").check("removed_password_version >= 0"),
                // The time since which the account has a second factor; NULL for none. It summarizes two tables in one column.
                .integer("second_factor_since").optional,
                // A BCP 47 tag; NULL for an account without a setting.
                .exactText("language", 2...35).optional,
                // An identifier of the time-zone database; NULL for an account without a setting.
                .exactText("time_zone", 1...64).optional,
                // The time at which the operator locked the account; NULL for an account that is not locked.
                .integer("locked_at").optional,
                // Whether the account gets a notice of a sign-in on a new device.
                .flag("new_device_notices").initially("true"),
            ],
            constraints: [
                "CHECK ((name IS NULL) = (name_key IS NULL))", "CHECK (password_changed_at IS NULL OR name IS NOT NULL)",
            ]),
        // Separate from accounts, so that queries about accounts do not read hashes.
        StoreTable(
            "passwords", by: ["account"],
            [.integer("account").of("accounts"), .text("hash", 1...1_024), .integer("version").check("version >= 1")]),
        // authenticated_at, consent_ended_at and email_changed_at are times of Apple's clock; the others are times of ours.
        StoreTable(
            "apple_identities",
            [
                .identifier("id").unique, .integer("account").of("accounts"), .exactText("team", 10...10),
                .exactText("subject", 1...255), .text("email", 3...254).optional, .flag("email_verified"), .flag("email_private"),
                .flag("email_deliverable").initially("true"), .integer("email_changed_at").optional,
                .text("given_name", 0...100), .text("family_name", 0...100),
                .integer("real_user").optional.check("real_user IN (0, 1, 2)"),
                .integer("linked_at"), .integer("authenticated_at"), .integer("revoked_at").optional,
                .integer("consent_ended_at").optional, .exactText("transfer_team", 10...10).optional,
                .exactText("transfer_subject", 1...255).optional,
                // The time when a recovery suspended the credential; NULL for one that can be used.
                .integer("suspended_at").optional,
            ],
            constraints: [
                "UNIQUE (team, subject)", "UNIQUE (transfer_team, transfer_subject)",
                "CHECK ((transfer_team IS NULL) = (transfer_subject IS NULL))",
            ],
            indexes: [Index("apple_identities_by_account", on: "account")]),
        // At most one for each account. It is valid while the account has this user name and a password of this version; 0 for
        // none.
        StoreTable(
            "password_links", by: ["account"],
            [
                .integer("account").of("accounts"), .octets("digest", 32).unique, .exactText("name_key", 1...2_048),
                .integer("password_version").check("password_version >= 0"), .integer("expires_at"),
            ],
            indexes: [Index("password_links_by_end", on: "expires_at")]),
    ]

    private static let passkeys = [
        // The user handles of accounts: 64 bytes, from the first registration of a passkey.
        StoreTable(
            "user_handles", by: ["account"], [.integer("account").of("accounts"), .octets("handle", 1...64).unique]),
        // The identity of the store in which signals are on: at most one row. A restored copy has another identity, or no row.
        StoreTable("confirmed_stores", by: ["identity"], [.exactText("identity", 1...100)]),
        // way_in says whether the passkey can be the only credential. registration is the tag of the challenge that it was
        // registered with.
        StoreTable(
            "passkeys",
            [
                .identifier("id").unique, .integer("account").of("accounts"), .octets("credential", 1...1_023).unique,
                .octets("public_key", 1...4_096), .integer("sign_count").check("sign_count BETWEEN 0 AND 4294967295"),
                .flag("user_verified"), .flag("backup_eligible"), .flag("backed_up"), .text("transports", 0...200),
                .octets("aaguid", 16),
                .exactText("attestation", 4...6).check("attestation IN ('none', 'self', 'basic', 'attca', 'anonca')"),
                .exactText("relying_party", 1...253), .text("name", 1...100), .text("device_name", 1...100), .flag("way_in"),
                .octets("registration", 32),
                // The version of the password that the first assertion removes.
                .integer("replaced_password").optional.check("replaced_password >= 1"),
                .integer("created_at"), .integer("last_used_at").optional, .integer("backup_changed_at").optional,
                .integer("suspended_at").optional,
            ],
            constraints: ["CHECK (backup_eligible OR NOT backed_up)"],
            indexes: [
                Index("passkeys_by_account", on: "account"), Index("passkeys_by_relying_party", on: "relying_party"),
            ]),
        // Challenges of passkeys are not stored until they are answered.
        StoreTable(
            "used_challenges", by: ["digest"], [.octets("digest", 32), .integer("expires_at")],
            indexes: [Index("used_challenges_by_end", on: "expires_at")]),
    ]

    private static let sessions = [
        // An ended session has no row, or its idle_expiry has passed. apple_identity, passkey or a code to email_address opened the
        // session; a password opened one without all of them.
        // factor_at is when a second factor was last proved in it, and password_at when the present password was.
        StoreTable(
            "sessions", changesOften: true,
            [
                .identifier("id").unique, .octets("digest", 32).unique, .integer("account").of("accounts"), .integer("created_at"),
                .integer("last_used_at"), .integer("authenticated_at"), .integer("idle_expiry"), .integer("absolute_expiry"),
                .text("client_name", 1...100), .octets("client_address", 4, 16), .octets("last_address", 4, 16),
                .integer("apple_identity").optional.of("apple_identities"), .integer("passkey").optional.of("passkeys"),
                .integer("factor_at").optional, .integer("email_address").optional.of("email_addresses"),
                .integer("password_at").optional,
            ],
            constraints: [
                "CHECK (last_used_at >= created_at)", "CHECK (idle_expiry <= absolute_expiry)",
                "CHECK (apple_identity IS NULL OR passkey IS NULL)",
                "CHECK (email_address IS NULL OR (apple_identity IS NULL AND passkey IS NULL))",
            ],
            indexes: [
                // Lists an account's sessions, and finds them to end all of them.
                Index("sessions_by_account", on: "account"),
                Index("sessions_by_end", on: "idle_expiry"),
                Index("sessions_by_apple_identity", on: "apple_identity", where: "apple_identity IS NOT NULL"),
                Index("sessions_by_passkey", on: "passkey", where: "passkey IS NOT NULL"),
                Index("sessions_by_email_address", on: "email_address", where: "email_address IS NOT NULL"),
            ]),
        // Sessions that a change of the password ended, until they would have expired: their browsers learn why they are signed out.
        StoreTable(
            "ended_sessions", by: ["digest"],
            [.octets("digest", 32), .integer("account").of("accounts"), .integer("expires_at")],
            indexes: [
                Index("ended_sessions_by_account", on: "account"), Index("ended_sessions_by_end", on: "expires_at"),
            ]),
        // session is the identifier of the session that registered the device. It is not a foreign key, because the device outlives
        // the session.
        StoreTable(
            "devices",
            [
                .octets("digest", 32).unique, .integer("account").of("accounts"), .identifier("session"), .integer("last_used_at"),
            ],
            indexes: [
                // Enforces the limit for each account, and finds its devices to forget all of them.
                Index("devices_by_account", on: "account, last_used_at"), Index("devices_by_use", on: "last_used_at"),
            ]),
        StoreTable(
            "buckets", by: ["key"], changesOften: true, [.octets("key", 32), .integer("arrival")],
            indexes: [Index("buckets_by_arrival", on: "arrival")]),
    ]

    private static let events = [
        // number is the order in which events were written. The identifier has no index: it is always looked up together with its
        // account, and a random index over all events would cost more than the events.
        StoreTable(
            "events",
            [
                .identifier("id"), .integer("kind").referring(to: "event_kinds"), .integer("account").optional.of("accounts"),
                .integer("at"), .text("client_name", 1...100), .octets("client_address", 4, 16),
            ],
            indexes: [
                // Pages through an account's events. Contains the identifier to find the start of a page without reading the rows.
                Index("events_by_account", on: "account, number, id", where: "account IS NOT NULL"),
                Index("events_by_time", on: "at"),
                // Events without an account are kept for a shorter time.
                Index("events_without_account_by_time", on: "at", where: "account IS NULL"),
            ])
    ]

    private static let keys = [
        // A small table; number is the order in which the keys were added.
        StoreTable(
            "signing_keys",
            [
                .exactText("id", 1...128).unique, .octets("sealed", 1...4_096), .integer("created_at"), .integer("signs_until"),
                .integer("verifies_until"),
            ],
            constraints: ["CHECK (created_at <= signs_until AND signs_until <= verifies_until)"]),
        // Apple's public keys as last fetched, for a server that starts while Apple is unreachable: one row.
        StoreTable(
            "apple_keys", by: ["number"],
            [
                .integer("number").check("number = 1"), .text("source", 1...2_048), .octets("record", 1...4_194_304),
                .integer("fetched_at"),
            ]),
        // Purposes: 1 sign-in, 2 linking, 3 reauthentication, 4 adding a device key. All but the first belong to one session.
        // session is not a foreign key: after the session's end, its challenges expire.
        StoreTable(
            "challenges", by: ["digest"],
            [
                .octets("digest", 32), .integer("purpose").check("purpose IN (1, 2, 3, 4)"), .identifier("session").optional,
                .integer("expires_at"),
            ],
            constraints: ["CHECK ((purpose = 1) = (session IS NULL))"], indexes: [Index("challenges_by_end", on: "expires_at")]),
    ]

    private static let secondFactors = [
        // One for each account. last_step is the time step of the last accepted code: its code and all earlier ones are used up.
        // late_step is the step of the last code that arrived in the step after its own, accepted or not; NULL after a code that
        // was on time. Both are equal while the device's clock is slow. begun_by is the session that may confirm an unconfirmed one.
        StoreTable(
            "totp_generators", by: ["account"],
            [
                .integer("account").of("accounts"), .identifier("id"), .octets("sealed", 34...4_096), .integer("created_at"),
                .integer("confirmed_at").optional,
                .identifier("begun_by").optional.check("(begun_by IS NULL) = (confirmed_at IS NOT NULL)"),
                .integer("last_step").optional.check("last_step >= 0"), .integer("late_step").optional.check("late_step >= 0"),
            ],
            constraints: ["CHECK ((confirmed_at IS NULL) = (last_step IS NULL))"],
            indexes: [
                Index("totp_generators_begun", on: "created_at", where: "confirmed_at IS NULL"),
                sealed("totp_generators", "account"),
            ]),
        StoreTable(
            "recovery_codes", by: ["digest"], [.octets("digest", 32), .integer("account").of("accounts")],
            indexes: [Index("recovery_codes_by_account", on: "account")]),
        // attested_by is the name of the attestation key that attested this key when it was added.
        StoreTable(
            "device_keys",
            [
                .identifier("id").unique, .integer("account").of("accounts"), .octets("public_key", 65), .text("name", 1...100),
                .integer("created_at"), .integer("last_used_at").optional, .octets("attested_by", 34).optional,
            ],
            constraints: ["UNIQUE (account, public_key)"]),
        // Belongs to one session, or to a sign-in after a password of that version, an Apple identity, a code to an e-mail address
        // or a passkey, whose authenticator verified the user if passkey_verified says so. session is not a foreign key: after the
        // session's end, its challenge expires.
        StoreTable(
            "factor_challenges", by: ["digest"],
            [
                .octets("digest", 32), .integer("account").of("accounts"), .identifier("session").optional,
                .integer("password_version").optional.check("password_version >= 1"),
                .integer("apple_identity").optional.of("apple_identities"), .integer("passkey").optional.of("passkeys"),
                .flag("passkey_verified").optional, .integer("email_address").optional.of("email_addresses"),
                .octets("recovery", 32).optional, .octets("device", 32).optional,
                .integer("attempts").initially("0").check("attempts BETWEEN 0 AND 5"), .integer("issued_at"),
                .integer("expires_at"),
            ],
            constraints: [
                """
                CHECK (CASE WHEN session IS NULL THEN 0 ELSE 1 END + CASE WHEN password_version IS NULL THEN 0 ELSE 1 END
                    + CASE WHEN apple_identity IS NULL THEN 0 ELSE 1 END + CASE WHEN passkey IS NULL THEN 0 ELSE 1 END
                    + CASE WHEN email_address IS NULL THEN 0 ELSE 1 END + CASE WHEN recovery IS NULL THEN 0 ELSE 1 END = 1)
                """,
                "CHECK ((passkey IS NULL) = (passkey_verified IS NULL))",
            ],
            indexes: [
                Index("factor_challenges_by_account", on: "account, issued_at"),
                Index("factor_challenges_by_apple_identity", on: "apple_identity", where: "apple_identity IS NOT NULL"),
                Index("factor_challenges_by_passkey", on: "passkey", where: "passkey IS NOT NULL"),
                Index("factor_challenges_by_email_address", on: "email_address", where: "email_address IS NOT NULL"),
                Index("factor_challenges_by_end", on: "expires_at"),
            ]),
    ]

    // The last one of each kind for each account, so that a client that lost the response can get it again.
    private static let upgrades = [
        // version is that of the password that the upgrade set. The former password is valid until former_until. session is the
        // requesting session, NULL if the request carried the password; it may have ended.
        StoreTable(
            "password_upgrades", by: ["account"],
            [
                .integer("account").of("accounts"), .identifier("key"), .integer("version").check("version >= 1"),
                .text("former_hash", 1...1_024).optional, .integer("former_until").optional, .integer("committed_at"),
                .identifier("session").optional,
            ],
            constraints: ["CHECK ((former_hash IS NULL) = (former_until IS NULL))"],
            indexes: [
                Index("password_upgrades_by_end", on: "former_until", where: "former_until IS NOT NULL"),
                Index("password_upgrades_by_time", on: "committed_at"),
            ]),
        StoreTable(
            "apple_upgrades", by: ["account"],
            [
                .integer("account").of("accounts"), .identifier("key"), .octets("nonce", 32), .integer("expires_at"),
                .integer("converted_at").optional,
            ],
            indexes: [Index("apple_upgrades_by_end", on: "expires_at")]),
    ]

    private static let apple = [
        // One row for each client that the user gave consent to. The token is NULL if none could be obtained.
        StoreTable(
            "apple_tokens",
            [
                .integer("identity").of("apple_identities"), .exactText("client", 1...255), .octets("sealed", 34...4_096).optional,
                .integer("checked_at").optional,
            ],
            constraints: ["UNIQUE (identity, client)", "CHECK (sealed IS NOT NULL OR checked_at IS NULL)"],
            indexes: [sealed("apple_tokens", "number", where: "sealed IS NOT NULL")]),
        // Names of identities that have no account yet. Apple sends a name only once.
        StoreTable(
            "apple_names", by: ["team", "subject"],
            [
                .exactText("team", 10...10), .exactText("subject", 1...255), .text("given_name", 0...100),
                .text("family_name", 0...100), .integer("seen_at"),
            ],
            constraints: ["CHECK (given_name <> '' OR family_name <> '')"], indexes: [Index("apple_names_by_time", on: "seen_at")]),
        StoreTable(
            "apple_notifications", by: ["id"], [.exactText("id", 1...255), .integer("expires_at")],
            indexes: [Index("apple_notifications_by_end", on: "expires_at")]),
        // Used identity tokens without a nonce: the SHA-256 of the signed part and the expiry of the token.
        StoreTable(
            "apple_used_tokens", by: ["digest"], [.octets("digest", 32), .integer("expires_at")],
            indexes: [Index("apple_used_tokens_by_end", on: "expires_at")]),
        // Purposes in these two tables: 1 sign-in, 2 linking, 3 reauthentication, 4 converting the account of a session. replaced is
        // the account whose deletion the user confirmed. It is not a foreign key: the account may be deleted meanwhile.
        StoreTable(
            "apple_web_attempts", by: ["state"],
            [
                .octets("state", 32), .octets("browser", 32), .exactText("nonce", 43...43),
                .integer("purpose").check("purpose IN (1, 2, 3, 4)"), .identifier("session").optional, .text("next", 1...512),
                .integer("expires_at"), .identifier("replaced").optional.check("replaced IS NULL OR purpose IN (2, 4)"),
            ],
            constraints: ["CHECK ((purpose = 1) = (session IS NULL))"],
            indexes: [Index("apple_web_attempts_by_end", on: "expires_at")]),
        // Apple's assertion for an attempt, kept for a minute or two. sealed is a code if flow is set, and a refresh token
        // otherwise.
        StoreTable(
            "apple_parked", by: ["completion"],
            [
                .octets("completion", 32), .octets("browser", 32), .integer("purpose").check("purpose IN (1, 2, 3, 4)"),
                .identifier("session").optional, .text("next", 1...512), .exactText("team", 10...10),
                .exactText("subject", 1...255),
                .exactText("client", 1...255), .text("email", 3...254).optional, .flag("email_verified"), .flag("email_private"),
                .text("given_name", 0...100), .text("family_name", 0...100),
                .integer("real_user").optional.check("real_user IN (0, 1, 2)"),
                .exactText("transfer_subject", 1...255).optional, .integer("authenticated_at"), .integer("proved_at"),
                .octets("sealed", 34...4_096).optional, .integer("flow").optional.check("flow IN (1, 2)"), .integer("expires_at"),
                .identifier("replaced").optional.check("replaced IS NULL OR purpose IN (2, 4)"),
            ],
            constraints: ["CHECK ((purpose = 1) = (session IS NULL))", "CHECK (sealed IS NOT NULL OR flow IS NULL)"],
            indexes: [
                Index("apple_parked_by_end", on: "expires_at"), sealed("apple_parked", "completion", where: "sealed IS NOT NULL"),
            ]),
        // Kinds: 1 exchange a code, 2 check a token, 3 revoke a token, 4 exchange the code of a deleted account and revoke its
        // token, 5 send a message, 6 deliver an event. due_at of a claimed job is the end of its lease. Kinds 3 and 4 outlive the
        // identity, so they contain everything they need. Kinds 1 and 2 are deleted with their token's row, which has at most one
        // of each kind.
        // Kind 5: identity is the identifier of the message, and recipient the one of the account's address that it goes to, which
        // it may outlive. reply is the code of the last reply.
        // Kind 6: identity is the identifier of the event, event_account the one of its account, which it may outlive, event_successor
        // its AuditEvent.successor. The deliveries of an account to a target are made in the order of their numbers.
        StoreTable(
            "jobs", numbers: .neverReused, changesOften: true,
            [
                .integer("kind").check("kind >= 1"), .integer("due_at"), .integer("claim").initially("0").check("claim >= 0"),
                .integer("retries").initially("0").check("retries >= 0"), .integer("apple_token").optional.of("apple_tokens"),
                .identifier("identity").optional, .exactText("client", 1...255).optional, .octets("sealed", 34...4_096).optional,
                .integer("flow").optional.check("flow IN (1, 2)"), .integer("expires_at").optional,
                .exactText("team", 10...10).optional, .exactText("subject", 1...255).optional,
                .integer("template").optional.check("template BETWEEN 1 AND 999"), .exactText("language", 2...35).optional,
                .exactText("time_zone", 1...64).optional,
                .integer("queued_at").optional, .identifier("recipient").optional, .exactText("reply", 1...64).optional,
                .exactText("target", 1...40).optional, .identifier("event_account").optional,
                .integer("event_kind").optional.referring(to: "event_kinds"), .integer("event_at").optional,
                .identifier("event_successor").optional,
            ],
            constraints: [
                "UNIQUE (apple_token, kind)",
                """
                CHECK (kind <> 1 OR (apple_token IS NOT NULL AND sealed IS NOT NULL AND flow IS NOT NULL AND expires_at IS NOT NULL))
                """,
                "CHECK (kind <> 2 OR (apple_token IS NOT NULL AND expires_at IS NULL))",
                """
                CHECK (kind <> 3 OR (apple_token IS NULL AND identity IS NOT NULL AND client IS NOT NULL AND sealed IS NOT NULL
                    AND expires_at IS NOT NULL))
                """,
                """
                CHECK (kind <> 4 OR (apple_token IS NULL AND identity IS NOT NULL AND client IS NOT NULL AND sealed IS NOT NULL
                    AND flow IS NOT NULL AND expires_at IS NOT NULL AND team IS NOT NULL AND subject IS NOT NULL))
                """,
                """
                CHECK (kind <> 5 OR (apple_token IS NULL AND identity IS NOT NULL AND sealed IS NOT NULL AND expires_at IS NOT NULL
                    AND template IS NOT NULL AND language IS NOT NULL AND queued_at IS NOT NULL AND recipient IS NOT NULL))
                """,
                """
                CHECK ((kind = 6) = (target IS NOT NULL) AND (kind <> 6 OR (apple_token IS NULL AND identity IS NOT NULL
                    AND expires_at IS NOT NULL AND event_account IS NOT NULL AND event_kind IS NOT NULL AND event_at IS NOT NULL)))
                """,
            ],
            indexes: [
                Index("jobs_by_due", on: "kind, due_at"), Index("jobs_by_end", on: "expires_at", where: "expires_at IS NOT NULL"),
                Index("jobs_with_codes", on: "kind, due_at", where: JobSelection.isMailedCode),
                Index("jobs_of_leavers", on: "identity", where: "kind = 4"), sealed("jobs", "number", where: "sealed IS NOT NULL"),
                Index("jobs_by_recipient", on: "recipient", where: "recipient IS NOT NULL"),
                Index("jobs_by_target", on: "target, due_at", where: "target IS NOT NULL"),
                Index("jobs_of_accounts", on: "target, event_account, number", where: "target IS NOT NULL"),
                Index("jobs_by_queueing", on: "queued_at", where: "queued_at IS NOT NULL"),
            ]),
    ]

    /// Returns an index that finds sealed values by the master key that seals them, in the order of their rows. It covers four
    /// bytes of the header; see ``SealedColumn``.
    private static func sealed(_ table: String, _ key: String, where condition: String? = nil) -> Index {
        Index("\(table)_by_key", on: "substr(sealed, 2, 4), \(key)", where: condition)
    }
}
