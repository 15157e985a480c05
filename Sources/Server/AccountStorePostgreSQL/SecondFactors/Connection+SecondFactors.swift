#if PostgreSQL
import AccountTables
import Accounts
import Secrets

extension Connection {
    func requiresFactor(_ account: Int64) throws -> Bool {
        try first("SELECT second_factor_since IS NOT NULL FROM accounts WHERE number = $1", [account]) { try $0.next() } ?? false
    }

    /// Makes the account one with a second factor, if it was none, and then keeps its first recovery codes. Whether it was none.
    func addFactor(to account: Int64, _ addition: FactorAddition) throws -> Bool {
        let isFirst = try !requiresFactor(account)
        if isFirst {
            try queue("UPDATE accounts SET second_factor_since = $1 WHERE number = $2", [addition.event.at, account])
            try replaceRecoveryCodes(of: account, with: addition.recoveryCodes)
        }
        try insert(addition.event, of: account)
        return isFirst
    }

    /// After a factor was removed: with the last one goes all that stands in for it.
    func settleFactors(of account: Int64) throws {
        let isLeft: Bool? = try first(
            """
            SELECT EXISTS (SELECT FROM totp_generators WHERE account = $1 AND confirmed_at IS NOT NULL)
                OR EXISTS (SELECT FROM device_keys WHERE account = $1)
            """, [account]
        ) { try $0.next() }
        guard isLeft != true else { return }
        try queue("UPDATE accounts SET second_factor_since = NULL WHERE number = $1", [account])
        try queue("DELETE FROM recovery_codes WHERE account = $1", [account])
        try queue("DELETE FROM factor_challenges WHERE account = $1", [account])
    }

    func replaceRecoveryCodes(of account: Int64, with codes: [TokenDigest]) throws {
        try queue("DELETE FROM recovery_codes WHERE account = $1", [account])
        for code in codes { try queue("INSERT INTO recovery_codes (digest, account) VALUES ($1, $2)", [code, account]) }
    }

    /// Uses up a factor. False, and nothing is changed, where it is used up already or gone.
    func use(_ factor: FactorUse, of account: Int64, at now: Timestamp) throws -> Bool {
        switch factor {
        case .totp(let id, let step, let isLate):
            try execute(
                "UPDATE totp_generators SET last_step = $1, late_step = $4 WHERE account = $2 AND id = $3 AND last_step < $1",
                [step, account, id, isLate ? step : nil]) == 1
        case .recoveryCode(let code):
            try execute("DELETE FROM recovery_codes WHERE digest = $1 AND account = $2", [code, account]) == 1
        case .deviceKey(let id):
            try execute("UPDATE device_keys SET last_used_at = $1 WHERE id = $2 AND account = $3", [now, id, account]) == 1
        }
    }

    /// The challenge, unless it has expired or is bound to another session.
    func factorChallenge(_ digest: TokenDigest, in session: SessionID?, now: Timestamp) throws -> KeptFactorChallenge? {
        try first(
            """
            \(KeptFactorChallenge.selection)
            WHERE factor_challenges.digest = $1 AND factor_challenges.session IS NOT DISTINCT FROM $2
                AND factor_challenges.expires_at > $3
            """, [digest, session, now]
        ) { try KeptFactorChallenge(from: &$0, digest: digest) }
    }

    /// Locks the account of a challenge, and returns the challenge as it stands then: whoever answered it before has used it up.
    func lockedFactorChallenge(_ digest: TokenDigest, in session: SessionID?, now: Timestamp) throws -> KeptFactorChallenge? {
        let account: AccountID? = try first(
            "SELECT id FROM accounts WHERE number = (SELECT account FROM factor_challenges WHERE digest = $1)", [digest]
        ) { try $0.next() }
        guard let account, try lock(account) != nil else { return nil }
        return try factorChallenge(digest, in: session, now: now)
    }

    /// Whether what was shown first still signs in, and opens this session.
    func holds(_ kept: KeptFactorChallenge, for opening: SessionOpening) throws -> Bool {
        switch kept.challenge.purpose {
        case .stepUp: true
        case .signIn(.password(let version)): try opens(opening, by: version, of: kept.account)
        case .signIn(.apple):
            try first(
                "SELECT true FROM apple_identities WHERE number = $1 AND account = $2 AND revoked_at IS NULL",
                [kept.appleIdentity, kept.account]
            ) { try $0.next(as: Bool.self) } != nil
        }
    }
}
#endif
