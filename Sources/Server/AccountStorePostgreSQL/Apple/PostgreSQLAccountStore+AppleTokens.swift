#if PostgreSQL
import AccountTables
package import Accounts
import Secrets

extension PostgreSQLAccountStore {
    package func appleTokens(of identity: AppleIdentityID) async throws -> [AppleTokenState] {
        try await all(
            """
            SELECT client, sealed IS NOT NULL, checked_at FROM apple_tokens
            WHERE identity = (SELECT number FROM apple_identities WHERE id = $1) ORDER BY client
            """, [identity]
        ) { AppleTokenState(client: try $0.next(), isStored: try $0.next(), checkedAt: try $0.nextIfPresent()) }
    }

    package func finishExchange(
        _ job: Job, with token: AppleStoredToken, at now: Timestamp, nextCheckAt: Timestamp
    ) async throws -> AppleExchangeResult {
        try await write { connection in
            let known = try connection.lock(token.identity)
            if let row = try connection.token(of: job) {
                try connection.keep(token.token, in: row, nextCheckAt: nextCheckAt)
                return .kept
            }
            // Unlinked or deleted while Apple was asked: nobody else will ever know of this token.
            guard known == nil else { return .notHeld }
            try connection.removeCode(of: token)
            try connection.queueRevocation(of: token, at: now)
            return .queuedForRevocation
        }
    }

    package func finishCheck(_ job: Job, at now: Timestamp, nextCheckAt: Timestamp) async throws -> Bool {
        try await write { connection in
            guard try connection.lock(job.work.identity) != nil, let row = try connection.token(of: job) else { return false }
            try connection.queue("UPDATE apple_tokens SET checked_at = $1 WHERE number = $2", [now, row])
            return try connection.execute(
                "UPDATE jobs SET due_at = $1, claim = claim + 1, retries = 0 WHERE number = $2", [nextCheckAt, job.id]) == 1
        }
    }

    package func finishCheckRevoked(_ job: Job, event: AuditEvent) async throws -> AccountID? {
        try await write { connection in
            guard let known = try connection.lock(job.work.identity), try connection.token(of: job) != nil else { return nil }
            try connection.revokeConsent(of: known.number, account: known.accountNumber, at: event.at)
            try connection.insert(event.of(known.identity.account), of: known.accountNumber)
            return known.identity.account
        }
    }
}

extension JobWork {
    /// The identity that the job is or was about.
    fileprivate var identity: AppleIdentityID {
        switch self {
        case .exchangeAppleCode(let exchange), .revokeAppleCode(let exchange, _): exchange.identity
        case .checkAppleToken(let token), .revokeAppleToken(let token, _): token.identity
        }
    }
}

extension Connection {
    /// After its identity was locked: the row of the token that a claimed job is about; nil when the job is no longer its holder's.
    fileprivate func token(of job: Job) throws -> Int64? {
        try first(
            "SELECT apple_token FROM jobs WHERE number = $1 AND claim = $2 AND kind = $3", [job.id, job.claim, job.work.kind]
        ) { try $0.nextIfPresent() } ?? nil
    }
}
#endif
