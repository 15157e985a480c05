import AccountTables
package import Accounts
import GRDB
import Secrets

extension SQLiteAccountStore {
    package func appleTokens(of identity: AppleIdentityID) async throws -> [AppleTokenState] {
        try await read { connection in
            try connection.all(
                """
                SELECT client, sealed IS NOT NULL, checked_at FROM apple_tokens
                WHERE identity = (SELECT number FROM apple_identities WHERE id = ?) ORDER BY client
                """, [identity]
            ) {
                AppleTokenState(
                    client: try $0.next(), isStored: try $0.next(), checkedAt: try $0.nextIfPresent())
            }
        }
    }

    package func finishExchange(
        _ job: Job, with token: AppleStoredToken, at now: Timestamp, nextCheckAt: Timestamp
    ) async throws -> AppleExchangeResult {
        try await write { connection in
            if let row = try connection.token(of: job) {
                try connection.keep(token.token, in: row, nextCheckAt: nextCheckAt)
                return .kept
            }
            // Unlinked or deleted while Apple was asked: nobody else will ever know of this token.
            guard try connection.appleIdentity(token.identity) == nil else { return .notHeld }
            try connection.removeCode(of: token)
            try connection.queueRevocation(of: token, at: now)
            return .queuedForRevocation
        }
    }

    package func finishCheck(_ job: Job, at now: Timestamp, nextCheckAt: Timestamp) async throws -> Bool {
        try await write { connection in
            guard let row = try connection.token(of: job) else { return false }
            try connection.execute(cached: "UPDATE apple_tokens SET checked_at = ? WHERE number = ?", [now, row])
            return try connection.execute(
                cached: "UPDATE jobs SET due_at = ?, claim = claim + 1, retries = 0 WHERE number = ?", [nextCheckAt, job.id]) == 1
        }
    }

    package func finishCheckRevoked(_ job: Job, event: AuditEvent) async throws -> AccountID? {
        try await write { connection in
            guard let row = try connection.token(of: job) else { return nil }
            let owner: AppleIdentityID? = try connection.first(
                """
                SELECT apple_identities.id FROM apple_tokens JOIN apple_identities ON apple_identities.number = apple_tokens.identity
                WHERE apple_tokens.number = ?
                """, [row]
            ) { try $0.next() }
            guard let owner, let known = try connection.appleIdentity(owner) else { return nil }
            try connection.revokeConsent(of: known.number, account: known.accountNumber, at: event.at)
            try connection.insert(event.of(known.identity.account), of: known.accountNumber)
            return known.identity.account
        }
    }
}

extension Database {
    /// The row of the token that a claimed job is about; nil when the job is no longer its holder's.
    fileprivate func token(of job: Job) throws -> Int64? {
        try first(
            "SELECT apple_token FROM jobs WHERE number = ? AND claim = ? AND kind = ?", [job.id, job.claim, job.work.kind]
        ) { try $0.nextIfPresent() } ?? nil
    }
}
