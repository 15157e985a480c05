/// Why Apple's service did not give what it was asked for.
package enum AppleServiceFailure: Error, Hashable, Sendable {
    /// No App ID has the app's bundle identifier, or it is none.
    case unknownClient
    /// The account does not exist any more, or is locked.
    case accountLocked
    case twoFactorNotEnabled
    /// The sign-in took a consent to be in force, and there is none.
    case notConsented
    /// Refused for another reason, by the service's own code.
    case refused(String)
    /// No answer, or an answer that the service is out of order.
    case unreachable(String)
    /// An answer that is none.
    case malformed
    /// Nobody waits for the answer any more.
    case withdrawn
}
