#if PostgreSQL
import AccountTables
package import Accounts

extension PostgreSQLAccountStore {
    package func removeExpired(now: Timestamp, retention: Retention, limit: Int) async throws -> Int {
        try await write { connection in
            let forgotten = try connection.execute(Self.formerPasswords, [now, limit])
            return try Expiry.all.reduce(forgotten) { count, expiry in
                try count + connection.execute(expiry.sql, [expiry.cutoff(now, retention), limit])
            }
        }
    }

    /// What forgets the former passwords of upgrades whose time has passed; the upgrades stay.
    private static var formerPasswords: String {
        """
        UPDATE password_upgrades SET former_hash = NULL, former_until = NULL WHERE account IN (
            SELECT account FROM password_upgrades WHERE former_until <= $1 ORDER BY former_until LIMIT $2 FOR UPDATE SKIP LOCKED
        )
        """
    }

    package func isReady() async -> Bool {
        let answer = try? await first("SELECT true FROM event_kinds LIMIT 1") { try $0.next(as: Bool.self) }
        return answer == true
    }
}

/// Rows of one table that no longer have an effect.
private struct Expiry: Sendable {
    let table: String
    let key: String
    let condition: String
    let order: String
    let cutoff: @Sendable (Timestamp, Retention) -> Timestamp

    init(
        _ table: String, by key: String, where condition: String, order: String,
        before cutoff: @escaping @Sendable (Timestamp, Retention) -> Timestamp = { now, _ in now }
    ) {
        self.table = table
        self.key = key
        self.condition = condition
        self.order = order
        self.cutoff = cutoff
    }

    /// Rows that somebody else is changing at this moment are left for the next time: upkeep waits for nobody.
    var sql: String {
        """
        DELETE FROM \(table) WHERE (\(key)) IN (
            SELECT \(key) FROM \(table) WHERE \(condition) ORDER BY \(order) LIMIT $2 FOR UPDATE SKIP LOCKED
        )
        """
    }

    static let all = [
        Expiry("sessions", by: "number", where: "idle_expiry <= $1", order: "idle_expiry"),
        Expiry("buckets", by: "key", where: "arrival <= $1", order: "arrival"),
        Expiry("devices", by: "number", where: "last_used_at < $1", order: "last_used_at") { now, _ in now - Device.lifetime },
        Expiry("signing_keys", by: "number", where: "verifies_until <= $1", order: "number"),
        Expiry("events", by: "number", where: "at < $1", order: "at") { now, retention in now - retention.events },
        Expiry("events", by: "number", where: "account IS NULL AND at < $1", order: "at") { now, retention in
            now - retention.eventsOfNobody
        },
        Expiry("challenges", by: "digest", where: "expires_at <= $1", order: "expires_at"),
        Expiry("apple_web_attempts", by: "state", where: "expires_at <= $1", order: "expires_at"),
        Expiry("apple_parked", by: "completion", where: "expires_at <= $1", order: "expires_at"),
        Expiry("apple_notifications", by: "id", where: "expires_at <= $1", order: "expires_at") { now, _ in
            now - AppleNotification.margin
        },
        Expiry("apple_used_tokens", by: "digest", where: "expires_at <= $1", order: "expires_at") { now, _ in
            now - UnboundAppleToken.margin
        },
        Expiry("apple_names", by: "team, subject", where: "seen_at < $1", order: "seen_at") { now, _ in
            now - PersonName.retention
        },
        Expiry("password_upgrades", by: "account", where: "committed_at <= $1", order: "committed_at") { now, _ in
            now - AccountUpgrade.memory
        },
        Expiry("apple_upgrades", by: "account", where: "expires_at <= $1", order: "expires_at") { now, _ in
            now - AccountUpgrade.memory
        },
        Expiry("password_links", by: "account", where: "expires_at <= $1", order: "expires_at"),
        Expiry("factor_challenges", by: "digest", where: "expires_at <= $1", order: "expires_at"),
        Expiry(
            "totp_generators", by: "account", where: "confirmed_at IS NULL AND created_at <= $1", order: "created_at"
        ) { now, _ in now - StoredTOTP.confirmationTime },
        // Whoever performs jobs abandons these itself, and says so. This is for where nobody does.
        Expiry("jobs", by: "number", where: "expires_at <= $1", order: "expires_at") { now, _ in now - Job.margin },
    ]
}
#endif
