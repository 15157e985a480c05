import AccountTables
import Accounts
import GRDB
import Secrets

extension Database {
    /// Keeps what a grant brought, for one client of an identity.
    func keep(_ grant: SealedAppleGrant, of identity: Int64, client: AppleClientID, at now: Timestamp) throws {
        try execute(
            cached: "INSERT INTO apple_tokens (identity, client) VALUES (?, ?) ON CONFLICT (identity, client) DO NOTHING",
            [identity, client])
        let token: Int64? = try first("SELECT number FROM apple_tokens WHERE identity = ? AND client = ?", [identity, client]) {
            try $0.next()
        }
        guard let token else { return }
        switch grant {
        case .none: break
        case .refreshToken(let sealed, let nextCheckAt): try keep(sealed, in: token, nextCheckAt: nextCheckAt)
        case .code(let sealed, let flow, let expiresAt):
            // A claim counted up is out of the hands of whoever held the job for the code before.
            try execute(
                cached: """
                    INSERT INTO jobs (kind, due_at, apple_token, sealed, flow, expires_at) VALUES (?, ?, ?, ?, ?, ?)
                    ON CONFLICT (apple_token, kind) DO UPDATE SET due_at = excluded.due_at, claim = claim + 1, retries = 0,
                        sealed = excluded.sealed, flow = excluded.flow, expires_at = excluded.expires_at
                    """, [JobKind.exchangeAppleCode, now, token, sealed, flow, expiresAt])
        }
    }

    /// Puts a refresh token in its row, in place of the one before, and has it checked from that moment on. A code that still waits is
    /// of no use any more.
    func keep(_ sealed: Sealed, in token: Int64, nextCheckAt: Timestamp) throws {
        try execute(cached: "UPDATE apple_tokens SET sealed = ?, checked_at = NULL WHERE number = ?", [sealed, token])
        try execute(cached: "DELETE FROM jobs WHERE apple_token = ? AND kind = ?", [token, JobKind.exchangeAppleCode])
        try execute(
            cached: """
                INSERT INTO jobs (kind, due_at, apple_token) VALUES (?, ?, ?)
                ON CONFLICT (apple_token, kind) DO UPDATE SET due_at = excluded.due_at, claim = claim + 1, retries = 0
                """, [JobKind.checkAppleToken, nextCheckAt, token])
    }

    /// Queues all tokens of an identity for revocation, and codes that wait in the place of one. The jobs outlive the identity.
    func queueRevocation(of identity: Int64, at now: Timestamp) throws {
        let tokens = try all(
            """
            SELECT apple_identities.id, apple_tokens.client, apple_tokens.sealed
            FROM apple_tokens JOIN apple_identities ON apple_identities.number = apple_tokens.identity
            WHERE apple_tokens.identity = ? AND apple_tokens.sealed IS NOT NULL
            """, [identity]
        ) { AppleStoredToken(identity: try $0.next(), client: try $0.next(), token: try $0.next()) }
        for token in tokens { try queueRevocation(of: token, at: now) }
        try queueRevocationOfCodes(of: identity, at: now)
    }

    /// Gives the codes of an identity that is about to go jobs of their own. One that is being exchanged keeps its lease: whoever
    /// exchanges it gives the token back and takes this job away, and is only missed where they die of it.
    private func queueRevocationOfCodes(of identity: Int64, at now: Timestamp) throws {
        try execute(
            cached: """
                INSERT INTO jobs (kind, due_at, retries, identity, client, sealed, flow, expires_at, team, subject)
                SELECT ?, jobs.due_at, jobs.retries, apple_identities.id, apple_tokens.client, jobs.sealed, jobs.flow,
                    jobs.expires_at, apple_identities.team, apple_identities.subject
                FROM apple_tokens JOIN apple_identities ON apple_identities.number = apple_tokens.identity
                    JOIN jobs ON jobs.apple_token = apple_tokens.number
                WHERE apple_tokens.identity = ? AND apple_tokens.sealed IS NULL AND jobs.kind = ? AND jobs.expires_at > ?
                """, [JobKind.revokeAppleCode, identity, JobKind.exchangeAppleCode, now])
    }

    /// The code that went along with somebody who left is spent.
    func removeCode(of token: AppleStoredToken) throws {
        try execute(
            cached: "DELETE FROM jobs WHERE kind = ? AND identity = ? AND client = ?",
            [JobKind.revokeAppleCode, token.identity, token.client])
    }

    func queueRevocation(of token: AppleStoredToken, at now: Timestamp) throws {
        try execute(
            cached: "INSERT INTO jobs (kind, due_at, identity, client, sealed, expires_at) VALUES (?, ?, ?, ?, ?, ?)",
            [JobKind.revokeAppleToken, now, token.identity, token.client, token.token, now + AppleJobs.revocationLimit])
    }

    /// What the owner of these identities is to be told when their tokens go.
    func revocationNotice(for identities: [Int64]) throws -> AppleRevocationNotice {
        var notice = AppleRevocationNotice.notNeeded
        for identity in identities {
            let isRevoked = try first("SELECT revoked_at IS NOT NULL FROM apple_identities WHERE number = ?", [identity]) {
                try $0.next(as: Bool.self)
            }
            let tokens = try all("SELECT sealed IS NOT NULL FROM apple_tokens WHERE identity = ?", [identity]) {
                try $0.next(as: Bool.self)
            }
            guard isRevoked == false else { continue }
            guard !tokens.isEmpty, tokens.allSatisfy({ $0 }) else { return .byHand }
            notice = .queued
        }
        return notice
    }
}
