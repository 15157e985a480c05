/// What a check of a refresh token came to.
public struct RefreshTokenVerdict: Sendable {
    /// The outcomes.
    public enum Outcome: Sendable {
        /// The person still consents.
        case valid(RefreshedTokens)
        /// The token is not good any more: the person withdrew their consent, changed the password of the Apple account or deleted
        /// it, or the token was never this client's; the diagnosis says which fits.
        case invalid(AppleServiceError)
        /// Nothing is known about the token: Apple could not be asked, failed, or refused this client rather than the token.
        case undecided(AppleServiceError)
    }

    /// What came of it.
    public let outcome: Outcome

    /// When the next check is allowed. A check counts whatever came of it, since Apple may have counted it.
    public let schedule: RefreshTokenSchedule
}
