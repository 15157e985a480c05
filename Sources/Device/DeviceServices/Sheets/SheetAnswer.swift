package import Secrets

/// What a person does about a sheet. What a sheet has no button for closes it.
package enum SheetAnswer: Sendable {
    /// Continue, with everything as the sheet has it.
    case proceed
    /// Continue with these details.
    case details(SignInChoices)
    /// This one of the candidates, counted from 0.
    case choose(Int)
    /// The account's password.
    case password(SecretBytes)
    /// Off to Settings.
    case openSettings
    case tryAgain
    /// Cancel, or Close.
    case cancel
    /// Nobody was there to do anything.
    case interrupted
}
