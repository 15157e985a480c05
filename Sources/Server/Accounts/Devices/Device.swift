package import Secrets

/// A device on which this account has signed in before, known by a token given to it then. It signs nobody in: it lets its
/// owner's attempts be told from a stranger's, so that a stranger's failures cannot keep the owner out.
package struct Device: Sendable {
    package let account: AccountID
    package let digest: TokenDigest
    package let lastUsedAt: Timestamp

    package init(account: AccountID, digest: TokenDigest, lastUsedAt: Timestamp) {
        self.account = account
        self.digest = digest
        self.lastUsedAt = lastUsedAt
    }

    /// A device not used for this long is a stranger again.
    package static var lifetime: Duration { .seconds(400 * 86_400) }

    /// How many devices of one account are known at a time; the least recently used gives way.
    package static var limit: Int { 20 }
}
