import PasswordHashing
package import Secrets

/// The permission to set a new password or add a passkey, for a client that has returned a mailed code. It is not a session of the
/// account: it reads and changes nothing else.
///
/// It ends when it is used, after ten minutes, when the password changes otherwise, and with the address that it was opened by. Only
/// the digest of its token is stored.
package struct RecoverySession: Hashable, Sendable {
    package let account: Account
    package let expiresAt: Timestamp
    /// Whether the account has a passkey that signs in by itself and is not suspended.
    package let hasPasskey: Bool
    /// Whether a second factor was proved in it.
    package let hasProvedFactor: Bool
    /// The end of the account's waiting time; nil if it does not wait.
    package let waitsUntil: Timestamp?

    package init(account: Account, expiresAt: Timestamp, hasPasskey: Bool, hasProvedFactor: Bool, waitsUntil: Timestamp?) {
        self.account = account
        self.expiresAt = expiresAt
        self.hasPasskey = hasPasskey
        self.hasProvedFactor = hasProvedFactor
        self.waitsUntil = waitsUntil
    }

    /// Returns whether a second factor must be proved before the recovery can be completed. For an account with a passkey, a mailed
    /// code must not be a weaker way in, so the passkey is such a factor.
    package func requiresFactor(at now: Timestamp) -> Bool {
        (account.hasSecondFactor || hasPasskey) && !hasProvedFactor && !hasWaited(at: now)
    }

    /// Returns whether the account's waiting time is over.
    package func hasWaited(at now: Timestamp) -> Bool { waitsUntil.map { $0 <= now } ?? false }

    package static var lifetime: Duration { .seconds(600) }
}

extension RecoveryService {
    /// Creates a challenge for a second factor, which replaces the previous one of the session. Returns nil if none is required.
    package func challenge(in token: OpaqueToken, now: Timestamp) async throws -> FactorChallenge? {
        guard let session = try await session(token, now: now), session.requiresFactor(at: now) else { return nil }
        return try await accounts.challenge(session.account.id, for: .recovery(token.digest), device: nil, now: now)
    }

    /// Proves a second factor in a recovery session. Wrong ones are charged like those after the right password.
    package func prove(
        _ proof: FactorProof, answering challenge: OpaqueToken, in token: OpaqueToken, client: Client, now: Timestamp
    ) async throws -> RecoveryFactorOutcome {
        switch try await factors.attempt(proof, at: challenge, in: nil, client: client, now: now) {
        case .challengeRejected: return .challengeRejected
        case .rejected: return .rejected
        case .suspended: return .suspended
        case .throttled(let retryAfter): return .throttled(retryAfter: retryAfter)
        case .verified(let stored, let use, let charges):
            guard stored.purpose == .recovery(token.digest) else { return .challengeRejected }
            let completion = FactorRecoveryCompletion(
                challenge: stored.digest, use: use, recovery: token.digest,
                event: accounts.event(.factorShown, stored.account, by: client, at: now),
                codeEvent: factors.codeEvent(of: use, stored.account, by: client, at: now))
            switch try await stores.completeRecoveryFactor(completion) {
            case .challengeInvalid: return .challengeRejected
            case .factorUsed:
                _ = try await factors.rejection(of: stored.account, client: client, now: now)
                return .rejected
            case .completed, .replacedPassword:
                try await stores.refund(charges, now: now)
                (use.events + [completion.codeEvent, completion.event].compactMap(\.self)).forEach(accounts.report)
                return .proved
            }
        }
    }
}

package enum RecoveryFactorOutcome: Hashable, Sendable {
    case proved
    /// The factor is wrong, arrived too late or was used before. The client may try again.
    case rejected
    /// A recovery suspended the passkey. The client may try another factor.
    case suspended
    /// The challenge is not one of this recovery session, was answered, or has expired; or the session has ended.
    case challengeRejected
    case throttled(retryAfter: Duration)
}

/// A request to complete a recovery by a new password.
package struct RecoveredPassword: Sendable {
    package let password: Password
    /// The user name, which is required only by an account without a user name.
    package let userName: String?
    package let client: Client

    package init(_ password: Password, userName: String? = nil, client: Client) {
        self.password = password
        self.userName = userName
        self.client = client
    }
}

package enum RecoveryOutcome: Hashable, Sendable {
    /// The password is set. All sessions of the account have ended and its devices are forgotten.
    case recovered
    /// The recovery session stays valid.
    case rejected([RegistrationRejection])
    case userNameRequired
    case factorRequired
    case throttled(retryAfter: Duration)
    /// The recovery session has ended.
    case ended
}

extension RecoveryService {
    /// Sets the password of a recovery session's account, and completes the recovery (``complete(_:by:in:of:event:now:)``).
    package func setPassword(
        _ request: RecoveredPassword, in token: OpaqueToken, now: Timestamp
    ) async throws -> RecoveryOutcome {
        guard let session = try await session(token, now: now) else { return .ended }
        guard !session.requiresFactor(at: now) else { return .factorRequired }
        let account = session.account
        let isNamed = account.userName != nil
        let first = FirstPassword(
            userName: isNamed ? nil : request.userName, password: request.password, client: request.client)
        switch first.checked(by: accounts.passwordPolicy, current: account.userName) {
        case .rejected(let rejections): return .rejected(rejections)
        case .userNameRequired: return .userNameRequired
        case .good(let name):
            guard try await !accounts.passwordPolicy.isLeaked(request.password) else { return .rejected([.password(.leaked)]) }
            return try await set(request, as: isNamed ? nil : name, session, token, now: now)
        }
    }

    private func set(
        _ request: RecoveredPassword, as name: UserName?, _ session: RecoverySession, _ token: OpaqueToken,
        now: Timestamp
    ) async throws -> RecoveryOutcome {
        let (account, client) = (session.account.id, request.client)
        let key = (name ?? session.account.userName)?.key
        let costs = key.map { accounts.budgetKeys.hashCosts(for: $0, client: client, budgets: accounts.throttles) } ?? []
        if case .exhausted(let retryAfter) = try await stores.charge(costs, now: now) {
            return .throttled(retryAfter: retryAfter)
        }
        let hash = try await accounts.hasher.hash(request.password.bytes, for: client.hashing())
        let result = try await complete(
            .password(hash, userName: name), by: client, in: token, of: account, event: .passwordRecovered, now: now)
        switch result {
        case .recovered: return .recovered
        case .ended: return .ended
        case .factorRequired: return .factorRequired
        case .userNameTaken: return .rejected([.userNameTaken])
        case .challengeUsed, .credentialTaken, .tooManyPasskeys:
            throw StoreError(.failed, reason: "a recovery with a password was rejected for a passkey")
        }
    }

    /// Completes a recovery and reports its events. It uses up the session. All sessions, devices, links for passwords and other
    /// recoveries of the account end, and all its verified addresses get a notice.
    ///
    /// A recovery after the waiting time also removes the second factors, because their owner has lost them. One without a proved
    /// second factor removes the addresses that are newer than the one with the code, because a client that had the password may
    /// have added them. It also suspends the passkeys and Apple identities that are older than the verification of that address
    /// (``SuspendedCredential``).
    func complete(
        _ credential: RecoveredCredential, by client: Client, in token: OpaqueToken, of account: AccountID, event: AuditEventKind,
        now: Timestamp
    ) async throws -> RecoveryCompletionResult {
        let completion = RecoveryCompletion(
            session: token.digest, credential: credential,
            event: accounts.event(event, account, by: client, at: now, notices: sealer),
            factorEvent: accounts.event(.secondFactorsRemoved, account, by: client, at: now),
            addressEvent: accounts.event(.emailAddressRemoved, account, by: client, at: now),
            suspensionEvent: accounts.event(.credentialsSuspended, account, by: client, at: now))
        let result = try await stores.completeRecovery(completion)
        if case .recovered(let removedFactors, let removedAddresses, let suspendedCredentials) = result {
            accounts.report(completion.event)
            if removedFactors { accounts.report(completion.factorEvent) }
            if removedAddresses { accounts.report(completion.addressEvent) }
            if suspendedCredentials { accounts.report(completion.suspensionEvent) }
        }
        return result
    }
}
