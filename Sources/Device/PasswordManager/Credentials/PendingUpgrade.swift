/// An upgrade of an account that was begun and not yet confirmed. It is written before anybody is asked, so that no crash loses a password
/// that the server may already have taken.
package struct PendingUpgrade: Hashable, Sendable {
    /// What the account is to become.
    package enum Target: Hashable, Sendable {
        /// A strong password: the candidate.
        case password(PrivateText)
        /// Sign in with Apple.
        case signInWithApple
    }

    /// The longest key, in bytes of UTF-8.
    package static let maximumKeyLength = 128

    /// The most candidates of one upgrade.
    package static let maximumCandidates = 8

    package let target: Target
    /// What the server may have taken before the candidate was announced, the newest first: under one key, several can have been asked for.
    package let earlierCandidates: [PrivateText]
    /// What makes asking the server again harmless: chosen once for this upgrade.
    package let idempotencyKey: String

    /// Gives nothing for a candidate or key that is empty or too long, for a candidate that is there twice, and for more than ``maximumCandidates``.
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

    /// All that the server may have taken, the newest first; none for Sign in with Apple.
    package var candidates: [PrivateText] {
        if case .password(let candidate) = target { [candidate] + earlierCandidates } else { earlierCandidates }
    }

    /// The same with what is known of an earlier announcement of it, so that no password is forgotten that the server may have taken. Nil where these are too
    /// many.
    func following(_ begun: PendingUpgrade?) -> PendingUpgrade? {
        guard let begun, begun.idempotencyKey == idempotencyKey, case .password(let candidate) = target else { return self }
        return PendingUpgrade(
            target, earlierCandidates: begun.candidates.filter { $0 != candidate }, idempotencyKey: idempotencyKey)
    }
}

extension PendingUpgrade: Comparable {
    /// An order for merging, of no meaning to people.
    package static func < (left: PendingUpgrade, right: PendingUpgrade) -> Bool {
        if left.candidates != right.candidates {
            return left.candidates.isEmpty == right.candidates.isEmpty
                ? left.candidates.lexicographicallyPrecedes(right.candidates) : right.candidates.isEmpty
        }
        return left.idempotencyKey.utf8.lexicographicallyPrecedes(right.idempotencyKey.utf8)
    }
}

/// What a device has begun, or (nil) ended, and when.
struct StampedUpgrade: Hashable, Sendable {
    let upgrade: PendingUpgrade?
    let stamp: VersionStamp
}

extension StampedUpgrade: Comparable {
    /// By stamp; under one stamp, which no honest device gives twice, by content.
    static func < (left: StampedUpgrade, right: StampedUpgrade) -> Bool {
        if left.stamp != right.stamp { return left.stamp < right.stamp }
        switch (left.upgrade, right.upgrade) {
        case (nil, nil), (_?, nil): return false
        case (nil, _?): return true
        case (let one?, let other?): return one < other
        }
    }
}
