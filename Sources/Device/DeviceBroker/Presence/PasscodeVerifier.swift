package import Secrets

/// Verifies the user's passcode in addition to the enclave, for example as the password of a system account. On a device with a
/// verifier, a passcode is correct if both accept it: the verifier, and the enclave that protects data with it.
package protocol PasscodeVerifier: Sendable {
    /// Verifies the passcode. Blocks until the verifier has responded or its timeout has passed.
    func verify(_ passcode: SecretBytes) -> PasscodeVerdict
}

/// The verdict of a verifier on a passcode.
package enum PasscodeVerdict: Hashable, Sendable {
    case accepted
    /// The passcode is wrong.
    case rejected
    /// The passcode was rejected, and further attempts are rejected for now.
    case exhausted
    /// The passcode was not reliably checked, so this does not count as an attempt.
    case unavailable(PasscodeObstacle)
}

/// The reason why a verifier did not check a passcode, or cannot be trusted.
package enum PasscodeObstacle: Hashable, Sendable {
    case accountExpired
    case passwordExpired
    case unknownAccount
    /// The account may not be used here or now.
    case accountRejected
    /// The verifier grants access without asking for a password.
    case noPasswordRequired
    /// The verifier requires something in addition to the password.
    case furtherQuestions
    /// The password database is unavailable, or this process may not access it.
    case unreachable
    /// The verifier did not respond in time.
    case silent
    /// This process cannot start a thread for the check.
    case noThread
    /// The verifier failed with this code.
    case failed(code: Int32)
}

extension PasscodeObstacle: CustomStringConvertible {
    /// A text for the device's owner.
    package var description: String {
        switch self {
        case .accountExpired: "the account has expired"
        case .passwordExpired: "the account's password has expired and must be changed first"
        case .unknownAccount: "PAM does not know the account"
        case .accountRejected: "PAM denies the account access here or now"
        case .noPasswordRequired: "PAM grants access without a password"
        case .furtherQuestions: "PAM asks for more than a password"
        case .unreachable: "PAM cannot access the password database"
        case .silent: "PAM did not respond in time"
        case .noThread: "this process cannot start a thread for PAM"
        case .failed(let code): "PAM failed with code \(code)"
        }
    }
}
