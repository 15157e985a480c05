import Accounts
import GRDB

extension Database {
    /// Forgets former passwords whose time has passed, and upgrades that nobody asks for any more, at most `limit` rows of each kind; returns
    /// how many.
    func removeExpiredUpgrades(now: Timestamp, limit: Int) throws -> Int {
        let former = try execute(
            cached: """
                UPDATE password_upgrades SET former_hash = NULL, former_until = NULL WHERE account IN (
                    SELECT account FROM password_upgrades WHERE former_until <= ? ORDER BY former_until LIMIT ?
                )
                """, [now, limit])
        let passwords = try execute(
            cached: """
                DELETE FROM password_upgrades WHERE account IN (
                    SELECT account FROM password_upgrades WHERE committed_at <= ? ORDER BY committed_at LIMIT ?
                )
                """, [now - AccountUpgrade.memory, limit])
        let conversions = try execute(
            cached: """
                DELETE FROM apple_upgrades WHERE account IN (
                    SELECT account FROM apple_upgrades WHERE expires_at <= ? ORDER BY expires_at LIMIT ?
                )
                """, [now - AccountUpgrade.memory, limit])
        return former + passwords + conversions
    }
}
