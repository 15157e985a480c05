import Accounts
import GRDB

extension Database {
    /// Removes what Sign in with Apple left behind, at most `limit` rows of each kind, and returns how many.
    func removeExpiredOfApple(now: Timestamp, limit: Int) throws -> Int {
        let challenges = try execute(
            cached: """
                DELETE FROM challenges WHERE digest IN (
                    SELECT digest FROM challenges WHERE expires_at <= ? ORDER BY expires_at LIMIT ?
                )
                """, [now, limit])
        let attempts = try execute(
            cached: """
                DELETE FROM apple_web_attempts WHERE state IN (
                    SELECT state FROM apple_web_attempts WHERE expires_at <= ? ORDER BY expires_at LIMIT ?
                )
                """, [now, limit])
        let parked = try execute(
            cached: """
                DELETE FROM apple_parked WHERE completion IN (
                    SELECT completion FROM apple_parked WHERE expires_at <= ? ORDER BY expires_at LIMIT ?
                )
                """, [now, limit])
        let notifications = try execute(
            cached: """
                DELETE FROM apple_notifications WHERE id IN (
                    SELECT id FROM apple_notifications WHERE expires_at <= ? ORDER BY expires_at LIMIT ?
                )
                """, [now - AppleNotification.margin, limit])
        let tokens = try execute(
            cached: """
                DELETE FROM apple_used_tokens WHERE digest IN (
                    SELECT digest FROM apple_used_tokens WHERE expires_at <= ? ORDER BY expires_at LIMIT ?
                )
                """, [now - UnboundAppleToken.margin, limit])
        let names = try execute(
            cached: """
                DELETE FROM apple_names WHERE (team, subject) IN (
                    SELECT team, subject FROM apple_names WHERE seen_at < ? ORDER BY seen_at LIMIT ?
                )
                """, [now - PersonName.retention, limit])
        // Whoever performs jobs abandons these itself, and says so. This is for where nobody does.
        let jobs = try execute(
            cached: """
                DELETE FROM jobs WHERE number IN (
                    SELECT number FROM jobs WHERE expires_at <= ? ORDER BY expires_at LIMIT ?
                )
                """, [now - Job.margin, limit])
        return challenges + attempts + parked + notifications + tokens + names + jobs
    }
}
