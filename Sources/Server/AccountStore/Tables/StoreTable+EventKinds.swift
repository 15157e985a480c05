extension StoreTable {
    /// The identity of a store with accounts: one row, and no user data. A restored copy has another identity or no row, until a
    /// server prepares it and records that time as restored_at (``RestorationStore``).
    static let identities = StoreTable(
        "store_identities", by: ["identity"], [.exactText("identity", 1...100), .integer("restored_at").optional])

    /// A table rather than a constraint: a new kind is a new row, and does not require copying or locking two hundred million rows.
    /// It contains no user data.
    static let eventKinds = StoreTable("event_kinds", by: ["number"], [.integer("number"), .exactText("name", 1...64).unique])

    /// The rows of ``eventKinds``. A migration adds later kinds.
    static let eventKindRows = """
        INSERT INTO event_kinds (number, name) VALUES
            (1, 'account-created'), (2, 'account-imported'), (3, 'user-name-changed'), (4, 'signed-in'), (5, 'sign-in-failed'),
            (6, 'signed-out'), (7, 'reauthenticated'), (8, 'reauthentication-failed'), (9, 'password-changed'),
            (10, 'session-revoked'), (11, 'other-sessions-revoked'), (12, 'all-sessions-revoked'), (13, 'account-deleted'),
            (14, 'apple-linked'), (15, 'apple-unlinked'), (16, 'apple-consent-revoked'), (17, 'apple-account-deleted'),
            (18, 'apple-email-disabled'), (19, 'apple-email-enabled'), (20, 'apple-identity-transferred'), (21, 'password-set'),
            (22, 'password-removed'), (23, 'apple-reauthenticated'), (24, 'apple-reauthentication-failed'), (25, 'totp-added'),
            (26, 'totp-removed'), (27, 'device-key-added'), (28, 'device-key-removed'), (29, 'recovery-codes-made'),
            (30, 'recovery-code-used'), (31, 'second-factor-shown'), (32, 'second-factor-failed'), (33, 'second-factors-removed'),
            (34, 'password-upgraded'), (35, 'apple-upgraded'), (36, 'password-link-made'), (37, 'password-set-by-link'),
            (38, 'passkey-added'), (39, 'passkey-removed'), (40, 'passkey-renamed'), (41, 'passkey-reauthenticated'),
            (42, 'passkey-reauthentication-failed'), (43, 'passkey-backup-changed'), (44, 'passkey-counter-regressed'),
            (45, 'passkey-sign-in-failed'), (46, 'email-address-claimed'), (47, 'email-address-verified'),
            (48, 'email-address-removed'), (49, 'email-address-undeliverable'), (50, 'recovery-opened'), (51, 'password-recovered'),
            (52, 'recovery-wait-begun'), (53, 'recovery-cancelled'), (54, 'passkey-recovered'), (55, 'credentials-suspended'),
            (56, 'credential-confirmed'), (57, 'suspended-credential-failed'),
            (58, 'email-address-restored'), (59, 'signed-in-by-mail'), (60, 'signed-in-by-apple'),
            (61, 'signed-in-by-passkey'), (62, 'account-locked'), (63, 'account-unlocked'), (64, 'recovery-started'),
            (65, 'notices-changed');
        """
}
