import Accounts
import GRDB

extension Database {
    /// Removes challenges for second factors past their expiry and generators that nobody confirmed, at most `limit` rows of each kind, and
    /// returns how many.
    func removeExpiredFactors(now: Timestamp, limit: Int) throws -> Int {
        let challenges = try execute(
            cached: """
                DELETE FROM factor_challenges WHERE digest IN (
                    SELECT digest FROM factor_challenges WHERE expires_at <= ? ORDER BY expires_at LIMIT ?
                )
                """, [now, limit])
        let generators = try execute(
            cached: """
                DELETE FROM totp_generators WHERE account IN (
                    SELECT account FROM totp_generators WHERE confirmed_at IS NULL AND created_at <= ? ORDER BY created_at LIMIT ?
                )
                """, [now - StoredTOTP.confirmationTime, limit])
        return challenges + generators
    }
}
