/// What a sign-in rests on: what the person was shown before it.
package enum SignInConsent: Hashable, Sendable {
    /// They use the app already, and have only confirmed. Where the service knows of no consent in force, nothing may be given out: they were asked
    /// about neither name nor address.
    case standing
    /// They saw what the app is given, and decided this.
    case given(SignInChoices)
}
