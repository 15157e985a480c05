/// The answer to a step on the sheet.
public enum SheetAnswer: Sendable {
    /// Show the sheet again, at its next step.
    case sheet(AuthorizationSheet)
    /// Send this to the return URL; the sheet is gone.
    case respond(AuthorizationResponse)
    /// The step was refused; show the sheet as it is, with the reason, or when nil say that it is gone.
    case refused(SheetRefusal, AuthorizationSheet?)
}
