package import Accounts
import Secrets

extension StoreEngine {
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
            // The identity was unlinked or deleted during the exchange. Only this transaction knows the new token, so it queues the
            // revocation.
            guard known == nil else { return .notHeld }
            try connection.removeCode(of: token)
            try connection.queueRevocation(of: token, at: now)
            return .queuedForRevocation
        }
    }

    package func finishCheck(_ job: Job, at now: Timestamp, nextCheckAt: Timestamp) async throws -> Bool {
        try await write { connection in
            guard let identity = job.work.identity, try connection.lock(identity) != nil, let row = try connection.token(of: job)
            else { return false }
            try connection.queue("UPDATE apple_tokens SET checked_at = $1 WHERE number = $2", [now, row])
            return try connection.execute(
                "UPDATE jobs SET due_at = $1, claim = claim + 1, retries = 0 WHERE number = $2", [nextCheckAt, job.id]) == 1
        }
    }

    package func finishCheckRevoked(_ job: Job, event: AuditEvent) async throws -> AccountID? {
        try await write { connection in
            guard let identity = job.work.identity, let known = try connection.lock(identity), try connection.token(of: job) != nil
            else { return nil }
            try connection.revokeConsent(of: known.number, account: known.accountNumber, at: event.at)
            try connection.insert(event.of(known.identity.account), of: known.accountNumber)
            return known.identity.account
        }
    }
}

extension JobWork {
    /// The identity that the job concerns; nil for a message or an event.
    fileprivate var identity: AppleIdentityID? {
        switch self {
        case .exchangeAppleCode(let exchange), .revokeAppleCode(let exchange, _): exchange.identity
        case .checkAppleToken(let token), .revokeAppleToken(let token, _): token.identity
        case .mail, .event: nil
        }
    }
}

extension StoreConnection {
    /// Returns the row of the token that a claimed job concerns, or nil if the caller no longer holds the job. The identity must be
    /// locked.
    fileprivate func token(of job: Job) throws -> Int64? {
        try first(
            "SELECT apple_token FROM jobs WHERE number = $1 AND claim = $2 AND kind = $3", [job.id, job.claim, job.work.kind]
        ) { try $0.nextIfPresent() } ?? nil
    }
}

extension StoreConnection {
    /// Stores a grant for one client of an identity.
    func keep(_ grant: SealedAppleGrant, of identity: Int64, client: AppleClientID, at now: Timestamp) throws {
        try queue(
            "INSERT INTO apple_tokens (identity, client) VALUES ($1, $2) ON CONFLICT (identity, client) DO NOTHING",
            [identity, client])
        let token: Int64? = try first("SELECT number FROM apple_tokens WHERE identity = $1 AND client = $2", [identity, client]) {
            try $0.next()
        }
        guard let token else { return }
        switch grant {
        case .none: break
        case .refreshToken(let sealed, let nextCheckAt): try keep(sealed, in: token, nextCheckAt: nextCheckAt)
        case .code(let sealed, let flow, let expiresAt):
            // A higher claim number takes the job away from a worker that still holds it for the previous code.
            try queue(
                """
                INSERT INTO jobs (kind, due_at, apple_token, sealed, flow, expires_at) VALUES ($1, $2, $3, $4, $5, $6)
                ON CONFLICT (apple_token, kind) DO UPDATE SET due_at = excluded.due_at, claim = jobs.claim + 1, retries = 0,
                    sealed = excluded.sealed, flow = excluded.flow, expires_at = excluded.expires_at
                """, [JobKind.exchangeAppleCode, now, token, sealed, flow, expiresAt])
        }
    }

    /// Stores a refresh token in its row, which replaces the previous one and is checked from the given time on. A waiting code is
    /// no longer needed and is deleted.
    func keep(_ sealed: Sealed, in token: Int64, nextCheckAt: Timestamp) throws {
        try queue("UPDATE apple_tokens SET sealed = $1, checked_at = NULL WHERE number = $2", [sealed, token])
        try queue("DELETE FROM jobs WHERE apple_token = $1 AND kind = $2", [token, JobKind.exchangeAppleCode])
        try queue(
            """
            INSERT INTO jobs (kind, due_at, apple_token) VALUES ($1, $2, $3)
            ON CONFLICT (apple_token, kind) DO UPDATE SET due_at = excluded.due_at, claim = jobs.claim + 1, retries = 0
            """, [JobKind.checkAppleToken, nextCheckAt, token])
    }

    /// Queues all tokens of an identity for revocation, and waiting codes in place of missing tokens. The jobs outlive the
    /// identity.
    func queueRevocation(of identity: Int64, at now: Timestamp) throws {
        let tokens = try all(
            """
            SELECT apple_identities.id, apple_tokens.client, apple_tokens.sealed
            FROM apple_tokens JOIN apple_identities ON apple_identities.number = apple_tokens.identity
            WHERE apple_tokens.identity = $1 AND apple_tokens.sealed IS NOT NULL
            """, [identity]
        ) { AppleStoredToken(identity: try $0.next(), client: try $0.next(), token: try $0.next()) }
        for token in tokens { try queueRevocation(of: token, at: now) }
        try queueRevocationOfCodes(of: identity, at: now)
    }

    /// Moves the codes of an identity that is about to be deleted to separate jobs. A code that is being exchanged keeps its lease:
    /// that worker revokes the token and removes this job, which only runs if the worker fails.
    private func queueRevocationOfCodes(of identity: Int64, at now: Timestamp) throws {
        try queue(
            """
            INSERT INTO jobs (kind, due_at, retries, identity, client, sealed, flow, expires_at, team, subject)
            SELECT $1, jobs.due_at, jobs.retries, apple_identities.id, apple_tokens.client, jobs.sealed, jobs.flow,
                jobs.expires_at, apple_identities.team, apple_identities.subject
            FROM apple_tokens JOIN apple_identities ON apple_identities.number = apple_tokens.identity
                JOIN jobs ON jobs.apple_token = apple_tokens.number
            WHERE apple_tokens.identity = $2 AND apple_tokens.sealed IS NULL AND jobs.kind = $3 AND jobs.expires_at > $4
            """, [JobKind.revokeAppleCode, identity, JobKind.exchangeAppleCode, now])
    }

    /// Removes the queued code of a deleted account after its exchange.
    func removeCode(of token: AppleStoredToken) throws {
        try queue(
            "DELETE FROM jobs WHERE kind = $1 AND identity = $2 AND client = $3",
            [JobKind.revokeAppleCode, token.identity, token.client])
    }

    func queueRevocation(of token: AppleStoredToken, at now: Timestamp) throws {
        try queue(
            "INSERT INTO jobs (kind, due_at, identity, client, sealed, expires_at) VALUES ($1, $2, $3, $4, $5, $6)",
            [JobKind.revokeAppleToken, now, token.identity, token.client, token.token, now + AppleJobs.revocationLimit])
    }

    /// Returns the notice for the owner of these identities about the deletion of their tokens.
    func revocationNotice(for identities: [Int64]) throws -> AppleRevocationNotice {
        var notice = AppleRevocationNotice.notNeeded
        for identity in identities {
            let isRevoked = try first("SELECT revoked_at IS NOT NULL FROM apple_identities WHERE number = $1", [identity]) {
                try $0.next(as: Bool.self)
            }
            let tokens = try all("SELECT sealed IS NOT NULL FROM apple_tokens WHERE identity = $1", [identity]) {
                try $0.next(as: Bool.self)
            }
            guard isRevoked == false else { continue }
            guard !tokens.isEmpty, tokens.allSatisfy({ $0 }) else { return .byHand }
            notice = .queued
        }
        return notice
    }
}
