package enum AppleLinkingOutcome: Hashable, Sendable {
    case linked(AppleIdentity)
    /// It was linked before, and nothing was changed.
    case unchanged(AppleIdentity)
    /// The identity is a credential of another account. Accounts are never merged.
    case identityTaken
    /// This account has as many identities of this team as it may. One must be unlinked first.
    case alreadyLinked
    case reauthenticationRequired
    case challengeRefused
    case throttled(retryAfter: Duration)
    /// The session ended while Apple was asked.
    case sessionEnded
}

package enum AppleUnlinkingOutcome: Hashable, Sendable {
    /// Sessions that the identity opened have ended, the present one included if it is among them.
    case unlinked(AppleRevocationNotice, endedPresentSession: Bool)
    case notLinked
    /// The account has several identities, and none was named.
    case ambiguous
    /// Without it nobody could sign in to the account any more.
    case lastCredential
    case reauthenticationRequired
    case sessionEnded
}
