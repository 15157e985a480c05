import AccountTables
import Accounts
import GRDB
import Secrets

extension Database {
    func requiresFactor(_ account: Int64) throws -> Bool {
        try first("SELECT second_factor_since IS NOT NULL FROM accounts WHERE number = ?", [account]) { try $0.next() } ?? false
    }

    /// Makes the account one with a second factor, if it was none, and then keeps its first recovery codes. Whether it was none.
    func addFactor(to account: Int64, _ addition: FactorAddition) throws -> Bool {
        let isFirst = try !requiresFactor(account)
        if isFirst {
            try execute(
                cached: "UPDATE accounts SET second_factor_since = ? WHERE number = ?", [addition.event.at, account])
            try replaceRecoveryCodes(of: account, with: addition.recoveryCodes)
        }
        try insert(addition.event, of: account)
        return isFirst
    }

    /// After a factor was removed: with the last one goes all that stands in for it.
    func settleFactors(of account: Int64) throws {
        let left: Int? = try first(
            """
            SELECT 1 FROM totp_generators WHERE account = ?1 AND confirmed_at IS NOT NULL
            UNION ALL SELECT 1 FROM device_keys WHERE account = ?1 LIMIT 1
            """, [account]
        ) { try $0.next() }
        guard left == nil else { return }
        try execute(cached: "UPDATE accounts SET second_factor_since = NULL WHERE number = ?", [account])
        try execute(cached: "DELETE FROM recovery_codes WHERE account = ?", [account])
        try execute(cached: "DELETE FROM factor_challenges WHERE account = ?", [account])
    }

    func replaceRecoveryCodes(of account: Int64, with codes: [TokenDigest]) throws {
        try execute(cached: "DELETE FROM recovery_codes WHERE account = ?", [account])
        for code in codes {
            try execute(cached: "INSERT INTO recovery_codes (digest, account) VALUES (?, ?)", [code, account])
        }
    }

    /// Uses up a factor. False, and nothing is changed, where it is used up already or gone.
    func use(_ factor: FactorUse, of account: Int64, at now: Timestamp) throws -> Bool {
        switch factor {
        case .totp(let id, let step, let isLate):
            try execute(
                cached:
                    "UPDATE totp_generators SET last_step = ?1, late_step = ?4 WHERE account = ?2 AND id = ?3 AND last_step < ?1",
                [step, account, id, isLate ? step : nil]) == 1
        case .recoveryCode(let code):
            try execute(cached: "DELETE FROM recovery_codes WHERE digest = ? AND account = ?", [code, account]) == 1
        case .deviceKey(let id):
            try execute(cached: "UPDATE device_keys SET last_used_at = ? WHERE id = ? AND account = ?", [now, id, account]) == 1
        }
    }

    /// The challenge, unless it has expired or is bound to another session.
    func factorChallenge(_ digest: TokenDigest, in session: SessionID?, now: Timestamp) throws -> KeptFactorChallenge? {
        try first(
            """
            \(KeptFactorChallenge.selection)
            WHERE factor_challenges.digest = ? AND factor_challenges.session IS ? AND factor_challenges.expires_at > ?
            """, [digest, session, now]
        ) { try KeptFactorChallenge(from: &$0, digest: digest) }
    }

    /// Whether what was shown first still signs in, and opens this session.
    func holds(_ kept: KeptFactorChallenge, for opening: SessionOpening) throws -> Bool {
        switch kept.challenge.purpose {
        case .stepUp: true
        case .signIn(.password(let version)): try opens(opening, by: version, of: kept.account)
        case .signIn(.apple):
            try first(
                "SELECT 1 FROM apple_identities WHERE number = ? AND account = ? AND revoked_at IS NULL",
                [kept.appleIdentity, kept.account]
            ) { try $0.next(as: Int.self) } != nil
        }
    }
}
