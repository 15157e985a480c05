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
