package import InternetAddresses
package import Secrets

/// Evidence that a request carried the token of a valid session. Only ``AccountService/session(for:address:now:)`` and the
/// ceremonies that open sessions create one. Every operation for a signed-in user requires this type.
package struct ActiveSession: Sendable {
    package let session: Session
    package let account: Account

    /// Whether a current credential opened the session. A session opened by the former password of an upgrade has none.
    package var hasCurrentCredential: Bool { !session.isByFormerPassword }

    /// Returns whether a credential, and a second factor if the account has one, was proved within the given time.
    package func isRecentlyAuthenticated(within lifetime: Duration, now: Timestamp) -> Bool {
        now - session.authenticatedAt <= lifetime && hasRecentFactor(within: lifetime, now: now)
    }

    /// Returns whether the account has no second factor, or one was proved within the given time.
    func hasRecentFactor(within lifetime: Duration, now: Timestamp) -> Bool {
        guard account.hasSecondFactor else { return true }
        return session.factorAuthenticatedAt.map { now - $0 <= lifetime } ?? false
    }
}

extension AccountService {
    /// Returns the valid session of this token, or nil. Its use is recorded at most once a minute.
    package func session(for token: OpaqueToken, address: IPAddress, now: Timestamp) async throws -> ActiveSession? {
        guard let stored = try await stores.session(token.digest, now: now) else { return nil }
        var session = stored.session
        if now - session.lastUsedAt >= lifetimes.useGranularity || session.lastAddress != address {
            let used = session.used(at: now, from: address, expiry: lifetimes.expiry(createdAt: session.createdAt, usedAt: now))
            do {
                try await stores.recordUse(of: session.id, at: now, idleExpiry: used.expiry.idle, address: address)
                session = used
            } catch let error as StoreError where error.code == .full {
                // If the store is full, the use is not recorded, but the session stays valid.
            }
        }
        return ActiveSession(session: session, account: stored.account)
    }

    /// Returns whether a change of the password ended the session of this token, which would be valid otherwise, so that a client
    /// can show its user the reason. Only a client that has the token learns it.
    package func isEndedByPasswordChange(_ token: OpaqueToken, now: Timestamp) async throws -> Bool {
        try await stores.isEndedByPasswordChange(token.digest, now: now)
    }

    /// Returns whether the account must have a second factor and has none, so that its sessions can only set one up.
    ///
    /// A session that a passkey opened with two factors shows that the account has them.
    package func mustEnrol(_ active: ActiveSession) -> Bool {
        active.session.assurance == .oneFactor && mustEnrol(active.account)
    }

    /// Returns whether the account must have a second factor and has none.
    func mustEnrol(_ account: Account) -> Bool {
        !account.hasSecondFactor && secondFactorRequirement.covers(account.id)
    }

    /// Returns the valid sessions of the signed-in account, the most recently used first.
    package func sessions(of active: ActiveSession, now: Timestamp) async throws -> [Session] {
        try await stores.sessions(of: active.account.id, now: now)
    }

    /// Ends the current session and keeps its device known.
    package func signOut(_ active: ActiveSession, client: Client, now: Timestamp) async throws {
        let event = event(.signedOut, active.account.id, by: client, at: now)
        if try await stores.revoke(active.session.id, of: active.account.id, device: .kept, event: event) { report(event) }
    }

    /// Ends one session of the signed-in account and forgets its device. Ending another session requires that a current credential
    /// was proved recently.
    package func revoke(
        _ session: SessionID, by active: ActiveSession, client: Client, now: Timestamp
    ) async throws -> RevocationOutcome {
        guard session == active.session.id || mayEndSessions(active, now: now) else { return .reauthenticationRequired }
        let event = event(.sessionRevoked, active.account.id, by: client, at: now)
        let revoked = try await stores.revoke(session, of: active.account.id, device: .forgotten, event: event)
        if revoked { report(event) }
        return .ended(revoked ? 1 : 0)
    }

    /// Ends all other sessions of the signed-in account and forgets their devices. Requires that a current credential was proved
    /// recently.
    package func revokeOthers(by active: ActiveSession, client: Client, now: Timestamp) async throws -> RevocationOutcome {
        guard mayEndSessions(active, now: now) else { return .reauthenticationRequired }
        let event = event(.otherSessionsRevoked, active.account.id, by: client, at: now)
        let count = try await stores.revokeAll(of: active.account.id, except: active.session.id, event: event)
        if count > 0 { report(event) }
        return .ended(count)
    }

    /// Ends all sessions of the signed-in account, including the current one, and forgets their devices. Also ends the waiting time
    /// and the open recoveries of the account, which a client other than the owner may have begun. Requires that a current credential
    /// was proved recently and, while a recovery waits, the account's second factor in the session or, without one, its
    /// passkey.
    package func revokeAll(by active: ActiveSession, client: Client, now: Timestamp) async throws -> FullRevocationOutcome {
        guard mayEndSessions(active, now: now) else { return .reauthenticationRequired }
        let event = event(.allSessionsRevoked, active.account.id, by: client, at: now)
        let recoveryEvent = event.joined(by: .recoveryCancelled, random: random)
        switch try await stores.revokeAll(by: active.session.id, event: event, recoveryEvent: recoveryEvent) {
        case .factorRequired: return .factorRequired
        case .sessionEnded: return .sessionEnded
        case .ended(let count, let withRecovery):
            if withRecovery { report(recoveryEvent) }
            if count > 0 { report(event) }
            return .ended(count)
        }
    }

    /// Returns whether the session may end the account's other sessions. A stolen session that was left open must not lock out the
    /// owner.
    package func mayEndSessions(_ active: ActiveSession, now: Timestamp) -> Bool {
        active.hasCurrentCredential && now - active.session.authenticatedAt <= lifetimes.recentAuthentication
    }

    /// Ends all sessions of an account for the operator and returns their number.
    package func revokeAll(of account: AccountID, client: Client, now: Timestamp) async throws -> Int {
        let event = event(.allSessionsRevoked, account, by: client, at: now)
        let count = try await stores.revokeAll(of: account, except: nil, event: event)
        if count > 0 { report(event) }
        return count
    }

    /// Ends all sessions of every account for the operator and returns their number. Each account is a separate transaction: after
    /// a failure the accounts already processed stay signed out, and the operation can be repeated.
    package func revokeAllOfEveryAccount(client: Client, now: Timestamp) async throws -> Int {
        var count = 0
        var last: AccountID?
        while true {
            let page = try await stores.accounts(after: last, limit: 500)
            guard let end = page.last else { return count }
            for account in page { count += try await revokeAll(of: account.id, client: client, now: now) }
            last = end.id
        }
    }

    /// Returns the events of the signed-in account, the newest first.
    package func events(of active: ActiveSession, before: AuditEventID?, limit: Int) async throws -> [AuditEvent] {
        try await stores.events(of: active.account.id, before: before, limit: limit)
    }

    /// Charges a session for a request that changes something, with any outcome, so that the session cannot fill the store with
    /// events. The session is charged and not the account, so that a thief of one session cannot prevent the owner's other sessions
    /// from ending it.
    package func chargeChange(by active: ActiveSession, now: Timestamp) async throws -> ThrottleDecision {
        let charge = ThrottleCharge(key: budgetKeys.changes(in: active.session.id), budget: throttles.changesPerSession)
        return try await stores.charge([charge], now: now)
    }

    /// Returns whether a credential was proved recently enough for a sensitive operation.
    package func isRecentlyAuthenticated(_ active: ActiveSession, now: Timestamp) -> Bool {
        active.isRecentlyAuthenticated(within: lifetimes.recentAuthentication, now: now)
    }
}

/// The result of ending sessions of the signed-in account.
package enum RevocationOutcome: Hashable, Sendable {
    /// The number of sessions that ended; 0 if the account has no such session.
    case ended(Int)
    /// The former password of an upgrade opened the session, or no credential was proved recently.
    case reauthenticationRequired
}

/// The result of ending all sessions of the signed-in account.
package enum FullRevocationOutcome: Hashable, Sendable {
    /// The number of sessions that ended.
    case ended(Int)
    /// The former password of an upgrade opened the session, or no credential was proved recently.
    case reauthenticationRequired
    /// A recovery waits, and the session did not prove the account's second factor or passkey. It may be the one of a client that has
    /// the password only.
    case factorRequired
    case sessionEnded
}
