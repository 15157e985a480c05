/// The answer to a request at `/auth/authorize`.
public enum AuthorizeAnswer: Sendable {
    /// Show the sheet.
    case sheet(AuthorizationSheet)
    /// Show the error page; nothing is sent to the return URL (facts 1.6).
    case refused(AppleServiceError)
}
