/// An account upgrade that was started and not confirmed yet. Stored before the request, so that a crash cannot lose a password
/// that the server may have accepted.
package struct PendingUpgrade: Hashable, Sendable {
    /// The target of the upgrade.
    package enum Target: Hashable, Sendable {
        /// A strong password: the candidate.
        case password(PrivateText)
        /// Sign in with Apple.
        case signInWithApple
    }

    /// The maximum length of a key in UTF-8 bytes.
    package static let maximumKeyLength = 128

    /// The maximum number of candidates of one upgrade.
    package static let maximumCandidates = 8

    package let target: Target
    /// The earlier candidates under the same key that the server may have accepted, newest first.
    package let earlierCandidates: [PrivateText]
    /// The key that makes repeated requests idempotent. Chosen once for the upgrade.
    package let idempotencyKey: String

    /// Creates an upgrade. Returns nil for an empty or too long candidate or key, a duplicate candidate, and more than
    /// ``maximumCandidates``.
    package init?(_ target: Target, earlierCandidates: [PrivateText] = [], idempotencyKey: String) {
        guard (1...Self.maximumKeyLength).contains(idempotencyKey.utf8.count) else { return nil }
        self.target = target
        self.earlierCandidates = earlierCandidates
        self.idempotencyKey = idempotencyKey
        let all = self.candidates
        guard all.count <= Self.maximumCandidates, all.isEmpty == (target == .signInWithApple), Set(all).count == all.count,
            all.allSatisfy({ (1...SavedCredential.maximumPasswordLength).contains($0.length) })
        else { return nil }
    }

    /// All passwords that the server may have accepted, newest first. Empty for Sign in with Apple.
    package var candidates: [PrivateText] {
        if case .password(let candidate) = target { [candidate] + earlierCandidates } else { earlierCandidates }
    }

    /// Returns the upgrade with the candidates of an earlier announcement, so that no possibly accepted password is lost. Returns
    /// nil if there are too many.
    func following(_ begun: PendingUpgrade?) -> PendingUpgrade? {
        guard let begun, begun.idempotencyKey == idempotencyKey, case .password(let candidate) = target else { return self }
        return PendingUpgrade(
            target, earlierCandidates: begun.candidates.filter { $0 != candidate }, idempotencyKey: idempotencyKey)
    }
}

extension PendingUpgrade: Comparable {
    /// Compares in an arbitrary but fixed order, for merging.
    package static func < (left: PendingUpgrade, right: PendingUpgrade) -> Bool {
        if left.candidates != right.candidates {
            return left.candidates.isEmpty == right.candidates.isEmpty
                ? left.candidates.lexicographicallyPrecedes(right.candidates) : right.candidates.isEmpty
        }
        return left.idempotencyKey.utf8.lexicographicallyPrecedes(right.idempotencyKey.utf8)
    }
}

/// The upgrade that a device started, or nil if it ended, with its time.
struct StampedUpgrade: Hashable, Sendable {
    let upgrade: PendingUpgrade?
    let stamp: VersionStamp
}

extension StampedUpgrade: Comparable {
    /// Orders by stamp, then by content. Devices never use a stamp twice.
    static func < (left: StampedUpgrade, right: StampedUpgrade) -> Bool {
        if left.stamp != right.stamp { return left.stamp < right.stamp }
        switch (left.upgrade, right.upgrade) {
        case (nil, nil), (_?, nil): return false
        case (nil, _?): return true
        case (let one?, let other?): return one < other
        }
    }
}
