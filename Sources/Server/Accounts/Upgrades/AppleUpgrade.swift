package import Secrets

/// A request to put Sign in with Apple in the place of the password.
///
/// The ceremony: it begins with a nonce of its own, which goes to Apple; the second request brings what Apple said, verified against it. In one
/// step the identity becomes the account's, the password goes, and every session but the one that asked ends. The same request again, under
/// the same key, gets the same answer.
package struct AppleUpgrade: Sendable {
    package let key: UpgradeKey
    package let authority: UpgradeAuthority
    package let client: Client

    package init(key: UpgradeKey, authority: UpgradeAuthority, client: Client) {
        self.key = key
        self.authority = authority
        self.client = client
    }
}

package enum AppleUpgradeBeginning: Sendable {
    /// In place of what was begun before.
    case begun(Challenge)
    /// It is done already.
    case converted
    case denied(UpgradeDenial)
    case noPassword
    /// The password shown is the former one of an upgrade under way.
    case superseded
}

package enum AppleUpgradeOutcome: Sendable {
    /// The session that asked, under a new token; nil where the password did, or where it was done before.
    case converted(SignedIn?)
    /// The nonce is not the one of this upgrade, or has expired.
    case challengeRefused
    /// Apple told since that consent has ended: nobody could sign in by it.
    case outdated
    case identityTaken
    /// The account has another identity of this team.
    case alreadyLinked
    case denied(UpgradeDenial)
    case noPassword
    /// The password changed, or the session ended, at the same moment.
    case superseded
}

/// A conversion as a store keeps it: the last one of each account.
package struct StoredAppleUpgrade: Hashable, Sendable {
    package let key: UpgradeKey
    /// Of the nonce.
    package let nonce: TokenDigest
    package let expiresAt: Timestamp
    /// Nil until it is done.
    package let convertedAt: Timestamp?

    package init(key: UpgradeKey, nonce: TokenDigest, expiresAt: Timestamp, convertedAt: Timestamp? = nil) {
        self.key = key
        self.nonce = nonce
        self.expiresAt = expiresAt
        self.convertedAt = convertedAt
    }
}
