/// How a web attempt ended.
package enum AppleWebFinish: Sendable {
    case signIn(AppleSignInOutcome, next: ReturnPath)
    case linking(AppleLinkingOutcome, next: ReturnPath)
    case reauthentication(AppleReauthenticationOutcome, next: ReturnPath)
    case conversion(AppleWebConversion)
    /// No such completion: used, expired, or never made. Also for another browser than the one that set out, and for another session than
    /// the one the attempt is for; then the completion is used up.
    case refused
}
