import Secrets

/// A generator that is being set up: what its owner's authenticator must learn. Shown this once.
package struct TOTPEnrolment: Sendable, Redacted {
    /// The `otpauth:` URI, as a QR code has it.
    package let uri: String
    /// The secret alone, in Base32, to be typed where nothing can be scanned: 32 letters and digits.
    package let secret: String
}

package enum TOTPEnrolmentOutcome: Sendable {
    case begun(TOTPEnrolment)
    /// One is confirmed. It must be removed first.
    case alreadySet
    case reauthenticationRequired
    case sessionEnded
}

/// How the first code of a new generator was taken.
package enum TOTPConfirmationOutcome: Sendable {
    /// The session has a new token. Recovery codes come with the first second factor of an account and are shown this once.
    case confirmed(SignedIn, recoveryCodes: [RecoveryCode]?)
    /// The code is wrong, or no generator waits to be confirmed.
    case refused
    case reauthenticationRequired
    case throttled(retryAfter: Duration)
    /// The session ended meanwhile, or ends here after too many wrong codes.
    case sessionEnded
}

package enum FactorRemovalOutcome: Hashable, Sendable {
    case removed
    case missing
    case reauthenticationRequired
    case sessionEnded
}
