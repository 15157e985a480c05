/// What becomes of Apple's tokens when an identity is unlinked or an account deleted, to be told to the person.
package enum AppleRevocationNotice: Hashable, Sendable {
    /// Nothing of Apple's: no identity, or its consent was withdrawn before.
    case notNeeded
    /// All tokens are on their way back to Apple, in the same transaction: it is done as soon as Apple answers.
    case queued
    /// For some client no token is stored: the person must stop using Sign in with Apple for this app in their own settings. Tokens that
    /// are stored are queued all the same, and so is a code that waits for its exchange. Whether Apple answers within the five minutes
    /// of a code's life cannot be known when this is told, and nobody can be told later.
    case byHand
}
