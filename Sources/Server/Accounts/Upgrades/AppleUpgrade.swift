package import Secrets

/// A request to put Sign in with Apple in the place of the password.
///
/// The ceremony: whoever may is admitted (``AppleAccountService/admitUpgrade(_:answering:now:)``); it begins with a nonce of its own, which goes to
/// Apple; the second request brings what Apple said, verified against it. In one step the identity becomes the account's, the password goes, and
/// every session but the one that asked ends. Until then it may be asked as often as one likes. Once it is done the password gives no right any
/// more, and the token of the session that asked is an old one: whoever lost that answer signs in with Apple, and is told under the same key
/// that it is done.
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

/// Evidence that somebody may convert an account. Only ``AppleAccountService/admitUpgrade(_:answering:now:)`` makes one.
package struct AdmittedAppleUpgrade: Sendable {
    let request: AppleUpgrade
    let authorization: UpgradeAuthorization
    /// The password that is to go.
    let credential: PasswordCredential

    init(request: AppleUpgrade, authorization: UpgradeAuthorization, credential: PasswordCredential) {
        self.request = request
        self.authorization = authorization
        self.credential = credential
    }
}

package enum AppleUpgradeAdmission: Sendable {
    case admitted(AdmittedAppleUpgrade)
    /// It is done already.
    case converted
    case denied(UpgradeDenial)
    case noPassword
    /// The password was upgraded by somebody else, and whoever asks did not hear of it, or came too early after that.
    case superseded
    /// The nonce is not the one of this upgrade, or has expired.
    case challengeRefused
}

package enum AppleUpgradeBeginning: Sendable {
    case begun(Challenge)
    case throttled(retryAfter: Duration)
}

package enum AppleUpgradeOutcome: Sendable {
    /// The session that asked, under a new token; nil where the password did, or where it was done before.
    case converted(SignedIn?)
    /// The nonce is no longer the one of this upgrade, or has expired.
    case challengeRefused
    /// Apple told since that consent has ended: nobody could sign in by it.
    case outdated
    case identityTaken
    /// The account has another identity of this team.
    case alreadyLinked
    /// The account got a second factor at the same moment.
    case factorRequired(FactorChallenge)
    /// The password changed, or the session ended, at the same moment.
    case superseded
}

/// How a conversion on the pages ended.
package enum AppleWebConversion: Sendable {
    case finished(AppleUpgradeOutcome)
    case denied(UpgradeDenial)
    case noPassword
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
