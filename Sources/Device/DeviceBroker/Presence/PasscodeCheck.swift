/// What became of a passcode that somebody gave.
package enum PasscodeCheck: Sendable {
    case right(PasscodeProof)
    /// Wrong, or not looked at because the wait after too many wrong ones lasts.
    case wrong
    /// Refused, and so are further ones for now.
    case exhausted
    /// The verifier takes it, the enclave knows another: it was changed outside of the device. What is behind the former one opens again
    /// once both were given: see ``Device/changePasscode(from:to:)``.
    case changedOutside
    case unavailable(PasscodeObstacle)
}
