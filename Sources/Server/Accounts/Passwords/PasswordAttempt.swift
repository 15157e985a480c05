import PasswordHashing

/// A password offered for an account, or for a name that no account has: both go the same way, so that neither the answer nor its
/// time tells them apart.
struct PasswordAttempt: Sendable {
    let password: Password
    let credential: PasswordCredential?

    /// What the attempt costs before it may be tried, and what comes back where it was right.
    let charges: [ThrottleCharge]

    /// What the hash costs; a right password pays it too.
    let costs: [ThrottleCharge]

    /// Whose turn in the hashing queue it takes.
    let client: HashingClient

    /// The hash to try it against; the decoy, of equal cost, where there is no account.
    func hash(decoy: PasswordHash) -> PasswordHash {
        credential?.hash ?? decoy
    }

    /// Evidence that the password is right, or nil. Without an account nothing is right, whatever the decoy said.
    func verified(matches: Bool) -> VerifiedPassword? {
        guard matches, let credential else { return nil }
        return VerifiedPassword(credential: credential, isFormer: false)
    }

    /// The hash of the former password of an upgrade under way; nil where there is none any more.
    func former(at now: Timestamp) -> PasswordHash? {
        credential?.former.flatMap { now < $0.until ? $0.hash : nil }
    }

    /// Evidence that the former password was shown.
    func verifiedFormer() -> VerifiedPassword? {
        credential.map { VerifiedPassword(credential: $0, isFormer: true) }
    }
}

/// Evidence that somebody has just shown an account's password. Only ``PasswordAttempt`` makes one.
struct VerifiedPassword: Sendable {
    let credential: PasswordCredential
    /// Whether it is the one before an upgrade under way.
    let isFormer: Bool

    /// Of the password that was shown. A session that it opens opens for this version only.
    var version: Int { isFormer ? credential.version - 1 : credential.version }

    fileprivate init(credential: PasswordCredential, isFormer: Bool) {
        self.credential = credential
        self.isFormer = isFormer
    }
}

/// How an attempt ended.
enum PasswordAttemptOutcome: Sendable {
    case verified(VerifiedPassword)
    case refused
    case throttled(retryAfter: Duration)
}

extension AccountService {
    /// Charges the attempt, tries it, and gives the charge back if it was right. Charging comes first, so that a hundred guesses sent
    /// at once are a hundred guesses counted.
    ///
    /// A failure of the hasher that let no guess through gives the charge back too; a cancelled attempt does not, since it may
    /// have been tried.
    func attempt(_ attempt: PasswordAttempt, failure: AuditEvent, now: Timestamp) async throws -> PasswordAttemptOutcome {
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
        // Tried only after the other was wrong, which has counted by now: a failure here gives nothing back.
        if shown == nil, let former = attempt.former(at: now),
            try await hasher.verify(attempt.password.bytes, against: former, for: attempt.client)
        {
            shown = attempt.verifiedFormer()
        }
        guard let verified = shown else {
            try await stores.record(failure)
            report(failure)
            return .refused
        }
        try await stores.refund(attempt.charges, now: now)
        return .verified(verified)
    }

    /// What a hash costs that a session asks for. It is charged to the session and not to the account: a thief of one session cannot use up
    /// what the owner's other sessions need.
    func hashCosts(in active: ActiveSession, client: Client) -> [ThrottleCharge] {
        [
            ThrottleCharge(key: budgetKeys.hashes(in: active.session.id), budget: throttles.hashesPerClient),
            ThrottleCharge(key: budgetKeys.hashes(from: client.address), budget: throttles.hashesPerAddress),
        ]
    }

    /// Stores a password just shown under today's parameters, if they have risen. It can wait for the next sign-in: a busy hasher or
    /// store fails nothing here.
    func rehashIfNeeded(_ password: Password, verified: VerifiedPassword, client: Client) async {
        let old = verified.credential.hash
        // The former password is not to come back in the place of the new one.
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
