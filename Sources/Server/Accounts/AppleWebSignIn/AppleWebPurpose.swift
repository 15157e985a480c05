/// What a web attempt is for. The raw values are stored: they never change.
package enum AppleWebPurpose: Hashable, Sendable {
    case signIn
    /// To the account of this session.
    case link(SessionID)
    case reauthenticate(SessionID)
    /// Putting Sign in with Apple in the place of the password, for the account of this session.
    case convert(SessionID)

    package var session: SessionID? {
        switch self {
        case .signIn: nil
        case .link(let session), .reauthenticate(let session), .convert(let session): session
        }
    }
}
