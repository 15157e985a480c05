package import Accounts

extension StoreEngine {
    package func removeExpired(now: Timestamp, retention: Retention, limit: Int) async throws -> Int {
        try await write { connection in
            try MaintenanceBatch.all.reduce(0) { count, batch in
                try count + connection.perform(batch, before: batch.cutoff(now, retention), limit: limit)
            }
        }
    }

    package func isReady() async -> Bool {
        let answer = try? await first("SELECT 1 FROM event_kinds LIMIT 1") { try $0.next(as: Int.self) }
        return answer == 1
    }
}

/// A maintenance batch: rows of one table that no longer have an effect, and the action on them.
package struct MaintenanceBatch: Sendable {
    /// The statement before its condition, such as `DELETE FROM sessions`.
    package let action: String
    package let table: String
    /// The columns that identify a row.
    package let key: String
    /// The condition on the rows. `$1` is the time from ``cutoff``.
    package let condition: String
    /// The order in which rows are processed if they exceed the limit.
    package let order: String
    let cutoff: @Sendable (Timestamp, Retention) -> Timestamp

    private init(
        _ table: String, by key: String, where condition: String, order: String, action: String? = nil,
        before cutoff: @escaping @Sendable (Timestamp, Retention) -> Timestamp = { now, _ in now }
    ) {
        self.action = action ?? "DELETE FROM \(table)"
        self.table = table
        self.key = key
        self.condition = condition
        self.order = order
        self.cutoff = cutoff
    }

    static let all = [
        // The upgrades themselves are kept.
        MaintenanceBatch(
            "password_upgrades", by: "account", where: "former_until <= $1", order: "former_until",
            action: "UPDATE password_upgrades SET former_hash = NULL, former_until = NULL"),
        MaintenanceBatch("sessions", by: "number", where: "idle_expiry <= $1", order: "idle_expiry"),
        MaintenanceBatch("ended_sessions", by: "digest", where: "expires_at <= $1", order: "expires_at"),
        MaintenanceBatch("buckets", by: "key", where: "arrival <= $1", order: "arrival"),
        MaintenanceBatch("devices", by: "number", where: "last_used_at < $1", order: "last_used_at") { now, _ in
            now - Device.lifetime
        },
        MaintenanceBatch("signing_keys", by: "number", where: "verifies_until <= $1", order: "number"),
        MaintenanceBatch("events", by: "number", where: "at < $1", order: "at") { now, retention in now - retention.events },
        MaintenanceBatch("events", by: "number", where: "account IS NULL AND at < $1", order: "at") { now, retention in
            now - retention.eventsWithoutAccount
        },
        MaintenanceBatch("operator_records", by: "number", where: "at < $1", order: "at") { now, retention in
            now - retention.operatorRecords
        },
        MaintenanceBatch("challenges", by: "digest", where: "expires_at <= $1", order: "expires_at"),
        MaintenanceBatch("used_challenges", by: "digest", where: "expires_at <= $1", order: "expires_at") { now, _ in
            now - UsedChallenge.margin
        },
        MaintenanceBatch("apple_web_attempts", by: "state", where: "expires_at <= $1", order: "expires_at"),
        MaintenanceBatch("apple_parked", by: "completion", where: "expires_at <= $1", order: "expires_at"),
        MaintenanceBatch("apple_notifications", by: "id", where: "expires_at <= $1", order: "expires_at") { now, _ in
            now - AppleNotification.margin
        },
        MaintenanceBatch("apple_used_tokens", by: "digest", where: "expires_at <= $1", order: "expires_at") { now, _ in
            now - UnboundAppleToken.margin
        },
        MaintenanceBatch("apple_names", by: "team, subject", where: "seen_at < $1", order: "seen_at") { now, _ in
            now - PersonName.retention
        },
        MaintenanceBatch("password_upgrades", by: "account", where: "committed_at <= $1", order: "committed_at") { now, _ in
            now - AccountUpgrade.memory
        },
        MaintenanceBatch("apple_upgrades", by: "account", where: "expires_at <= $1", order: "expires_at") { now, _ in
            now - AccountUpgrade.memory
        },
        MaintenanceBatch("password_links", by: "account", where: "expires_at <= $1", order: "expires_at"),
        MaintenanceBatch("factor_challenges", by: "digest", where: "expires_at <= $1", order: "expires_at"),
        MaintenanceBatch(
            "totp_generators", by: "account", where: "confirmed_at IS NULL AND created_at <= $1", order: "created_at"
        ) { now, _ in now - StoredTOTP.confirmationTime },
        MaintenanceBatch("email_codes", by: "holder", where: "expires_at <= $1", order: "expires_at"),
        MaintenanceBatch(
            "email_addresses", by: "number", where: "verified_at IS NULL AND claimed_at <= $1", order: "claimed_at"
        ) { now, _ in now - AccountAddress.claimLifetime },
        MaintenanceBatch("address_undos", by: "digest", where: "expires_at <= $1", order: "expires_at"),
        MaintenanceBatch("account_codes", by: "holder", where: "expires_at <= $1", order: "expires_at"),
        MaintenanceBatch("recovery_sessions", by: "digest", where: "expires_at <= $1", order: "expires_at"),
        MaintenanceBatch("recovery_waits", by: "account", where: "ends_at <= $1", order: "ends_at"),
        MaintenanceBatch("approval_requests", by: "id", where: "expires_at <= $1", order: "expires_at"),
        // Workers abandon these jobs and log it. This covers a deployment without workers.
        MaintenanceBatch("jobs", by: "number", where: "expires_at <= $1", order: "expires_at") { now, _ in now - Job.margin },
    ]
}
