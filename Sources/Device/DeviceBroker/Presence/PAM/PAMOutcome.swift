import CPAM

/// How a transaction with PAM ended: the codes of its two steps, and what was asked meanwhile.
struct PAMOutcome: Hashable, Sendable {
    /// Of `pam_authenticate`, or of what went wrong before it.
    let authentication: Int32
    /// Of `pam_acct_mgmt`; nothing where it was not come to.
    var account: Int32?
    /// Whether a module asked for the password and had it.
    var hasAskedForPassword = false
    /// Whether a module asked for something that a passcode does not answer.
    var hasAskedForMore = false

    var verdict: PasscodeVerdict {
        if hasAskedForMore { return .unavailable(.furtherQuestions) }
        guard authentication == PAM_SUCCESS else { return Self.verdict(authenticationCode: authentication) }
        // A stack that lets people in for another reason than a password says nothing about this one.
        guard hasAskedForPassword else { return .unavailable(.noPasswordAsked) }
        guard let account else { return .unavailable(.failed(code: PAM_ABORT)) }
        return Self.verdict(accountCode: account)
    }

    private static func verdict(authenticationCode code: Int32) -> PasscodeVerdict {
        switch code {
        // What a module that only denies says of a right password as well; it counts as a guess.
        case PAM_AUTH_ERR, PAM_PERM_DENIED: .rejected
        case PAM_MAXTRIES: .exhausted
        default: .unavailable(PasscodeObstacle(pamCode: code))
        }
    }

    private static func verdict(accountCode code: Int32) -> PasscodeVerdict {
        switch code {
        case PAM_SUCCESS: .accepted
        // The password was right; it is the account that is refused.
        case PAM_AUTH_ERR, PAM_PERM_DENIED, PAM_MAXTRIES: .unavailable(.accountRefused)
        default: .unavailable(PasscodeObstacle(pamCode: code))
        }
    }
}

extension PasscodeObstacle {
    fileprivate init(pamCode code: Int32) {
        self =
            switch code {
            case PAM_ACCT_EXPIRED: .accountExpired
            case PAM_NEW_AUTHTOK_REQD, PAM_AUTHTOK_EXPIRED, PAM_CRED_EXPIRED: .passwordExpired
            case PAM_USER_UNKNOWN: .unknownAccount
            case PAM_CRED_INSUFFICIENT, PAM_AUTHINFO_UNAVAIL, PAM_CRED_UNAVAIL: .unreachable
            default: .failed(code: code)
            }
    }
}
