public import FoundationEssentials

/// The sign-in sheet as it stands: what to show, and which step comes next.
public struct AuthorizationSheet: Sendable, Hashable, Identifiable {
    /// What the sheet asks now.
    public enum Step: Sendable, Hashable {
        /// Choose one of these; ``AppleService/chooseAccount(_:in:)``.
        case account([AccountChoice])
        /// Type the code from a trusted device; ``AppleService/enterCode(_:in:)``.
        case twoFactor(AccountChoice)
        /// Confirm, the first time with name and address; ``AppleService/giveConsent(_:in:)``.
        case consent(ConsentForm)
    }

    /// Names the sheet in the steps that follow.
    public let id: AuthorizationIdentifier
    /// The Services ID that asks.
    public let client: ClientIdentifier
    /// As the sheet names it.
    public let appName: String
    /// What is asked now.
    public let step: Step
    /// The sheet is gone after this.
    public let expiresAt: Date
    /// Rules that the emulator waived by configuration; name them in the answer.
    public let exceptions: [EmulatorException]
}
