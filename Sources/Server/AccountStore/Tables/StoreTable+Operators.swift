extension StoreTable {
    static let operators = [
        StoreTable(
            "operators", by: ["account"],
            [.integer("account").of("accounts"), .exactText("role", 1...32), .integer("granted_at")]),
        // The acts that wait for an administrator who did not order them. requester is the account of the operator who ordered the act.
        StoreTable(
            "approval_requests", by: ["id"],
            [
                .identifier("id"), .integer("account").of("accounts"), .exactText("act", 1...32), .text("reason", 1...500),
                .integer("requester").of("accounts"), .integer("requested_at"), .integer("expires_at"),
            ],
            constraints: ["UNIQUE (account, act)", "CHECK (account <> requester)"],
            indexes: [
                Index("approval_requests_by_requester", on: "requester"), Index("approval_requests_by_end", on: "expires_at"),
            ]),
        // actor, account and approver are identifiers and not foreign keys, because the trail outlives the accounts. actor is NULL for
        // the command.
        StoreTable(
            "operator_records",
            [
                .identifier("id").unique, .exactText("kind", 1...32), .exactText("act", 1...32).optional,
                .exactText("role", 1...32).optional, .identifier("actor").optional, .identifier("account"),
                .identifier("approver").optional, .text("reason", 1...500).optional, .integer("at"), .text("client_name", 1...100),
                .octets("client_address", 4, 16),
            ],
            indexes: [
                Index("operator_records_by_account", on: "account, number"), Index("operator_records_by_time", on: "at"),
            ]),
    ]
}
