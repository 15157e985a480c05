package import Secrets

/// Who knows the person's passcode beside the enclave: a system account's password, for one. Where a device has such a verifier, a passcode is
/// the right one when both say so: the verifier, and the enclave that keeps what the passcode opens.
package protocol PasscodeVerifier: Sendable {
    /// Blocks until the verifier has answered or was waited for long enough.
    func verify(_ passcode: SecretBytes) -> PasscodeVerdict
}

/// What a verifier says of a passcode.
package enum PasscodeVerdict: Hashable, Sendable {
    case accepted
    /// Not the passcode.
    case rejected
    /// Refused, and further attempts are as well: of no use to ask again now.
    case exhausted
    /// Nothing was said about the passcode that could be relied upon. No guess, so that it counts as none.
    case unavailable(PasscodeObstacle)
}

/// Why a verifier says nothing about a passcode, or is not to be believed.
package enum PasscodeObstacle: Hashable, Sendable {
    case accountExpired
    case passwordExpired
    case unknownAccount
    /// The account may not be used here, or now.
    case accountRefused
    /// It would have let anybody in, without asking for a password.
    case noPasswordAsked
    /// It asks for something beside the password.
    case furtherQuestions
    /// What keeps the passwords cannot be reached, or not by this process.
    case unreachable
    /// It did not answer in time.
    case silent
    /// This process can have no thread to ask on.
    case noThread
    /// It failed, with a code of its own.
    case failed(code: Int32)
}

extension PasscodeObstacle: CustomStringConvertible {
    /// For the device's owner.
    package var description: String {
        switch self {
        case .accountExpired: "the account has expired"
        case .passwordExpired: "the account's password has expired and must be changed first"
        case .unknownAccount: "PAM does not know the account"
        case .accountRefused: "PAM does not let the account be used here now"
        case .noPasswordAsked: "PAM lets anybody in without asking for a password"
        case .furtherQuestions: "PAM asks for more than a password"
        case .unreachable: "PAM cannot reach what keeps the passwords, or this process may not"
        case .silent: "PAM did not answer in time"
        case .noThread: "this process cannot start a thread to ask PAM"
        case .failed(let code): "PAM failed with code \(code)"
        }
    }
}
