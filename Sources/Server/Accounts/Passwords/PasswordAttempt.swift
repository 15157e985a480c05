import PasswordHashing

/// A password submitted for an account, or for a user name that belongs to no account. Both are processed the same way, so that the
/// response and its time do not distinguish them.
struct PasswordAttempt: Sendable {
    let password: Password
    let credential: PasswordCredential?

    /// The budgets charged before the attempt and refunded if the password is right.
    let charges: [ThrottleCharge]

    /// The budgets for the cost of hashing, which are not refunded if the password is right.
    let costs: [ThrottleCharge]

    /// The client's identity in the hashing queue.
    let client: HashingClient

    /// Returns the hash to verify against: the account's, or a decoy of equal cost if there is no account.
    func hash(decoy: PasswordHash) -> PasswordHash {
        credential?.hash ?? decoy
    }

    /// Returns evidence that the password is right, or nil. Without an account no password is right, even if it matches the decoy.
    func verified(matches: Bool) -> VerifiedPassword? {
        guard matches, let credential else { return nil }
        return VerifiedPassword(credential: credential, isFormer: false)
    }

    /// Returns the hash of the former password during an upgrade, or nil after the upgrade's grace period.
    func former(at now: Timestamp) -> PasswordHash? {
        credential?.former.flatMap { now < $0.until ? $0.hash : nil }
    }

    /// Returns evidence that the former password was submitted.
    func verifiedFormer() -> VerifiedPassword? {
        credential.map { VerifiedPassword(credential: $0, isFormer: true) }
    }
}

/// Evidence that a client has just submitted an account's password. Only ``PasswordAttempt`` creates one.
struct VerifiedPassword: Sendable {
    let credential: PasswordCredential
    /// Whether this is the password before an unconfirmed upgrade.
    let isFormer: Bool

    /// The version of the submitted password. A session opens only if this version is still valid.
    var version: Int { isFormer ? credential.version - 1 : credential.version }

    fileprivate init(credential: PasswordCredential, isFormer: Bool) {
        self.credential = credential
        self.isFormer = isFormer
    }
}

/// The result of an attempt.
enum PasswordAttemptOutcome: Sendable {
    case verified(VerifiedPassword)
    case rejected
    case throttled(retryAfter: Duration)
}

extension AccountService {
    /// Verifies the attempt as ``verify(_:failure:now:)`` does, and refunds the charge if the password is right.
    func attempt(_ attempt: PasswordAttempt, failure: AuditEvent, now: Timestamp) async throws -> PasswordAttemptOutcome {
        let outcome = try await verify(attempt, failure: failure, now: now)
        if case .verified = outcome { try await stores.refund(attempt.charges, now: now) }
        return outcome
    }

    /// Charges the attempt and verifies it. The charge comes first, so that a hundred simultaneous guesses count as a hundred. If the
    /// password is right, the caller refunds the charge.
    ///
    /// If the hasher fails before it verifies a guess, the charge is refunded. A cancelled attempt is not refunded, because it may
    /// have been verified.
    func verify(_ attempt: PasswordAttempt, failure: AuditEvent, now: Timestamp) async throws -> PasswordAttemptOutcome {
        if case .exhausted(let retryAfter) = try await stores.charge(attempt.charges + attempt.costs, now: now) {
            return .throttled(retryAfter: retryAfter)
        }

        let matches: Bool
        do {
            matches = try await hasher.verify(
                attempt.password.bytes, against: attempt.hash(decoy: hasher.decoy), for: attempt.client)
        } catch {
            if error.isBeforeAnyGuess { try await stores.refund(attempt.charges + attempt.costs, now: now) }
            throw error
        }

        var shown = attempt.verified(matches: matches)
        // The former password is tried only after the current one was wrong, which counts as a guess: a failure here refunds
        // nothing.
        if shown == nil, let former = attempt.former(at: now),
            try await hasher.verify(attempt.password.bytes, against: former, for: attempt.client)
        {
            shown = attempt.verifiedFormer()
        }
        guard let verified = shown else {
            try await stores.record(failure)
            report(failure)
            return .rejected
        }
        return .verified(verified)
    }

    /// Returns the cost of a hash requested in a session. It is charged to the session and not to the account, so that a thief of
    /// one session cannot use up the budget of the owner's other sessions.
    func hashCosts(in active: ActiveSession, client: Client) -> [ThrottleCharge] {
        [
            ThrottleCharge(key: budgetKeys.hashes(in: active.session.id), budget: throttles.hashesPerClient),
            ThrottleCharge(key: budgetKeys.hashes(from: client.address), budget: throttles.hashesPerAddress),
        ]
    }

    /// Rehashes a verified password under the current parameters if they have risen. If the hasher or the store is busy, the rehash
    /// waits for the next sign-in.
    func rehashIfNeeded(_ password: Password, verified: VerifiedPassword, client: Client) async {
        let old = verified.credential.hash
        // A rehash must not replace the new password by the former one.
        guard !verified.isFormer else { return }
        guard hasher.needsRehash(old), let new = try? await hasher.hash(password.bytes, for: client.hashing()) else { return }
        try? await stores.rehashPassword(of: verified.credential.account.id, from: old, to: new)
    }
}

extension PasswordHashingError {
    fileprivate var isBeforeAnyGuess: Bool {
        switch self {
        case .busy, .memoryShortage, .stopped: true
        case .cancelled: false
        }
    }
}
