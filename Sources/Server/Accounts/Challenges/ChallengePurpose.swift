/// What a challenge may be answered for. One given out for one purpose, or to one session, serves no other.
package enum ChallengePurpose: Hashable, Sendable {
    /// Signing in with Apple.
    case appleSignIn
    /// Linking an Apple identity to the account of this session.
    case appleLink(SessionID)
    /// Showing the Apple identity of this session's account again.
    case appleReauthentication(SessionID)
    /// A TPM's statement about a key that this session adds.
    case deviceKey(SessionID)

    /// The session it is bound to.
    package var session: SessionID? {
        switch self {
        case .appleSignIn: nil
        case .appleLink(let session), .appleReauthentication(let session), .deviceKey(let session): session
        }
    }
}
