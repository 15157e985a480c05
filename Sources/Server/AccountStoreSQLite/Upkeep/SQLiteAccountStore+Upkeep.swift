import AccountTables
package import Accounts
import GRDB

extension SQLiteAccountStore {
    package func removeExpired(now: Timestamp, retention: Retention, limit: Int) async throws -> Int {
        try await write { connection in
            let sessions = try connection.execute(
                cached: """
                    DELETE FROM sessions WHERE number IN (
                        SELECT number FROM sessions WHERE idle_expiry <= ? ORDER BY idle_expiry LIMIT ?
                    )
                    """, [now, limit])
            let buckets = try connection.execute(
                cached: """
                    DELETE FROM buckets WHERE key IN (SELECT key FROM buckets WHERE arrival <= ? ORDER BY arrival LIMIT ?)
                    """, [now, limit])
            let devices = try connection.execute(
                cached: """
                    DELETE FROM devices WHERE number IN (
                        SELECT number FROM devices WHERE last_used_at < ? ORDER BY last_used_at LIMIT ?
                    )
                    """, [now - Device.lifetime, limit])
            let keys = try connection.execute(
                cached: """
                    DELETE FROM signing_keys WHERE number IN (
                        SELECT number FROM signing_keys WHERE verifies_until <= ? ORDER BY number LIMIT ?
                    )
                    """, [now, limit])
            let events = try connection.execute(
                cached: """
                    DELETE FROM events WHERE number IN (SELECT number FROM events WHERE at < ? ORDER BY at LIMIT ?)
                    """, [now - retention.events, limit])
            let eventsOfNobody = try connection.execute(
                cached: """
                    DELETE FROM events WHERE number IN (
                        SELECT number FROM events WHERE account IS NULL AND at < ? ORDER BY at LIMIT ?
                    )
                    """, [now - retention.eventsOfNobody, limit])
            return try sessions + buckets + devices + keys + events + eventsOfNobody
                + connection.removeExpiredOfApple(now: now, limit: limit) + connection.removeExpiredFactors(now: now, limit: limit)
                + connection.removeExpiredUpgrades(now: now, limit: limit)
                + connection.removeExpiredPasswordLinks(now: now, limit: limit)
        }
    }

    package func isReady() async -> Bool {
        let answer = try? await read { connection in
            try connection.first("SELECT 1 FROM event_kinds LIMIT 1") { try $0.next(as: Int.self) }
        }
        return answer == 1
    }
}
