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

    package let target: Target
    /// What makes asking the server again harmless: chosen once for this upgrade.
    package let idempotencyKey: String

    /// Gives nothing for a candidate or key that is empty or too long.
    package init?(_ target: Target, idempotencyKey: String) {
        guard (1...Self.maximumKeyLength).contains(idempotencyKey.utf8.count) else { return nil }
        if case .password(let candidate) = target, !(1...SavedCredential.maximumPasswordLength).contains(candidate.length) {
            return nil
        }
        self.target = target
        self.idempotencyKey = idempotencyKey
    }
}

extension PendingUpgrade: Comparable {
    /// An order for merging, of no meaning to people.
    package static func < (left: PendingUpgrade, right: PendingUpgrade) -> Bool {
        switch (left.target, right.target) {
        case (.password(let one), .password(let other)) where one != other: one < other
        case (.password, .signInWithApple): true
        case (.signInWithApple, .password): false
        default: left.idempotencyKey.utf8.lexicographicallyPrecedes(right.idempotencyKey.utf8)
        }
    }
}
