/// A table as it is copied from one kind of store to another. All stores name their tables and columns alike.
package struct StoreTable: Sendable {
    package struct Column: Sendable {
        package let name: String
        package let kind: ColumnKind
    }

    package let name: String
    package let columns: [Column]
    /// The columns that give the rows an order that is the same in every store.
    package let key: [String]

    /// Whether rows are numbered by the store: the next number has to be past those copied.
    package var isNumbered: Bool { columns.contains { $0.name == "number" } && key == ["number"] && name != "apple_keys" }

    init(_ name: String, by key: [String] = ["number"], _ columns: KeyValuePairs<String, ColumnKind>) {
        self.name = name
        self.key = key
        self.columns = columns.map { Column(name: $0.key, kind: $0.value) }
    }
}

/// Calls its argument with each row of a table, in the order of the table's key.
package typealias StoreRows = (StoreTable, @escaping ([StoreCell]) throws -> Void) throws -> Void

extension StoreTable {
    /// All tables that hold something of people's, each after those that it refers to.
    package static let all: [StoreTable] = [
        StoreTable(
            "accounts",
            [
                "number": .integer, "id": .identifier, "name": .text, "name_key": .text, "created_at": .integer,
                "password_changed_at": .integer, "removed_password_version": .integer, "second_factor_since": .integer,
            ]),
        StoreTable("passwords", by: ["account"], ["account": .integer, "hash": .text, "version": .integer]),
        StoreTable(
            "apple_identities",
            [
                "number": .integer, "id": .identifier, "account": .integer, "team": .text, "subject": .text, "email": .text,
                "email_verified": .flag, "email_private": .flag, "email_deliverable": .flag, "email_changed_at": .integer,
                "given_name": .text, "family_name": .text, "real_user": .integer, "linked_at": .integer,
                "authenticated_at": .integer, "revoked_at": .integer, "consent_ended_at": .integer, "transfer_team": .text,
                "transfer_subject": .text,
            ]),
        StoreTable(
            "sessions",
            [
                "number": .integer, "id": .identifier, "digest": .octets, "account": .integer, "created_at": .integer,
                "last_used_at": .integer, "authenticated_at": .integer, "idle_expiry": .integer, "absolute_expiry": .integer,
                "client_name": .text, "client_address": .octets, "last_address": .octets, "apple_identity": .integer,
                "factor_at": .integer,
            ]),
        StoreTable(
            "devices",
            [
                "number": .integer, "digest": .octets, "account": .integer, "session": .identifier, "last_used_at": .integer,
            ]),
        StoreTable("buckets", by: ["key"], ["key": .octets, "arrival": .integer]),
        StoreTable(
            "events",
            [
                "number": .integer, "id": .identifier, "kind": .integer, "account": .integer, "at": .integer,
                "client_name": .text, "client_address": .octets,
            ]),
        StoreTable(
            "signing_keys",
            [
                "number": .integer, "id": .text, "sealed": .octets, "created_at": .integer, "signs_until": .integer,
                "verifies_until": .integer,
            ]),
        StoreTable(
            "apple_tokens",
            ["number": .integer, "identity": .integer, "client": .text, "sealed": .octets, "checked_at": .integer]),
        StoreTable(
            "apple_names", by: ["team", "subject"],
            ["team": .text, "subject": .text, "given_name": .text, "family_name": .text, "seen_at": .integer]),
        StoreTable("apple_notifications", by: ["id"], ["id": .text, "expires_at": .integer]),
        StoreTable("apple_used_tokens", by: ["digest"], ["digest": .octets, "expires_at": .integer]),
        StoreTable(
            "challenges", by: ["digest"],
            ["digest": .octets, "purpose": .integer, "session": .identifier, "expires_at": .integer]),
        StoreTable(
            "apple_web_attempts", by: ["state"],
            [
                "state": .octets, "browser": .octets, "nonce": .text, "purpose": .integer, "session": .identifier,
                "next": .text, "expires_at": .integer,
            ]),
        StoreTable(
            "apple_parked", by: ["completion"],
            [
                "completion": .octets, "browser": .octets, "purpose": .integer, "session": .identifier, "next": .text,
                "team": .text, "subject": .text, "client": .text, "email": .text, "email_verified": .flag,
                "email_private": .flag, "given_name": .text, "family_name": .text, "real_user": .integer,
                "transfer_subject": .text, "authenticated_at": .integer, "proved_at": .integer, "sealed": .octets,
                "flow": .integer, "expires_at": .integer,
            ]),
        StoreTable(
            "jobs",
            [
                "number": .integer, "kind": .integer, "due_at": .integer, "claim": .integer, "retries": .integer,
                "apple_token": .integer, "identity": .identifier, "client": .text, "sealed": .octets, "flow": .integer,
                "expires_at": .integer, "team": .text, "subject": .text,
            ]),
        StoreTable(
            "apple_keys", ["number": .integer, "source": .text, "record": .octets, "fetched_at": .integer]),
        StoreTable(
            "totp_generators", by: ["account"],
            [
                "account": .integer, "id": .identifier, "sealed": .octets, "created_at": .integer, "confirmed_at": .integer,
                "last_step": .integer, "late_step": .integer,
            ]),
        StoreTable(
            "password_upgrades", by: ["account"],
            [
                "account": .integer, "key": .identifier, "version": .integer, "former_hash": .text, "former_until": .integer,
                "committed_at": .integer, "session": .identifier,
            ]),
        StoreTable(
            "apple_upgrades", by: ["account"],
            [
                "account": .integer, "key": .identifier, "nonce": .octets, "expires_at": .integer, "converted_at": .integer,
            ]),
        StoreTable(
            "password_links", by: ["account"],
            [
                "account": .integer, "digest": .octets, "name_key": .text, "password_version": .integer, "expires_at": .integer,
            ]),
        StoreTable("recovery_codes", by: ["digest"], ["digest": .octets, "account": .integer]),
        StoreTable(
            "device_keys",
            [
                "number": .integer, "id": .identifier, "account": .integer, "public_key": .octets, "name": .text,
                "created_at": .integer, "last_used_at": .integer, "attested_by": .octets,
            ]),
        StoreTable(
            "factor_challenges", by: ["digest"],
            [
                "digest": .octets, "account": .integer, "session": .identifier, "password_version": .integer,
                "apple_identity": .integer, "device": .octets, "attempts": .integer, "issued_at": .integer,
                "expires_at": .integer,
            ]),
    ]
}
