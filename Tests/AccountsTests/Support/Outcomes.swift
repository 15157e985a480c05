@testable import Accounts

// Outcomes contain tokens and are not comparable, so tests extract the values they check.

extension RegistrationOutcome {
    var signedIn: SignedIn? {
        if case .registered(let signedIn) = self { signedIn } else { nil }
    }

    var rejections: [RegistrationRejection]? {
        if case .rejected(let rejections) = self { rejections } else { nil }
    }

    var wait: Duration? {
        if case .throttled(let wait) = self { wait } else { nil }
    }
}

extension SignInOutcome {
    var signedIn: SignedIn? {
        if case .signedIn(let signedIn) = self { signedIn } else { nil }
    }

    var isRejected: Bool {
        if case .rejected = self { true } else { false }
    }

    var wait: Duration? {
        if case .throttled(let wait) = self { wait } else { nil }
    }
}

extension ReauthenticationOutcome {
    var signedIn: SignedIn? {
        if case .reauthenticated(let signedIn) = self { signedIn } else { nil }
    }

    var isRejected: Bool {
        if case .rejected = self { true } else { false }
    }

    var isSessionEnded: Bool {
        if case .sessionEnded = self { true } else { false }
    }

    var wait: Duration? {
        if case .throttled(let wait) = self { wait } else { nil }
    }
}

extension PasswordChangeOutcome {
    var signedIn: SignedIn? {
        if case .changed(let signedIn) = self { signedIn } else { nil }
    }

    var rejections: [PasswordRejection]? {
        if case .rejected(let rejections) = self { rejections } else { nil }
    }

    var isWrongCurrentPassword: Bool {
        if case .wrongCurrentPassword = self { true } else { false }
    }

    var isNoPassword: Bool {
        if case .noPassword = self { true } else { false }
    }

    var isSuperseded: Bool {
        if case .superseded = self { true } else { false }
    }

    var wait: Duration? {
        if case .throttled(let wait) = self { wait } else { nil }
    }
}

extension RenamingOutcome {
    var account: Account? {
        if case .renamed(let account) = self { account } else { nil }
    }

    var rejection: UserNameError? {
        if case .rejected(let rejection) = self { rejection } else { nil }
    }

    var isTaken: Bool {
        if case .userNameTaken = self { true } else { false }
    }

    var isReauthenticationRequired: Bool {
        if case .reauthenticationRequired = self { true } else { false }
    }

    var isSessionEnded: Bool {
        if case .sessionEnded = self { true } else { false }
    }
}

extension PasswordLinkMaking {
    var link: PasswordLink? {
        if case .made(let link) = self { link } else { nil }
    }

    var isNoUserName: Bool {
        if case .noUserName = self { true } else { false }
    }

    var isNoAccount: Bool {
        if case .noAccount = self { true } else { false }
    }
}

extension PasswordLinkOpening {
    var account: Account? {
        if case .works(let account) = self { account } else { nil }
    }

    var isDead: Bool {
        if case .invalid = self { true } else { false }
    }

    var wait: Duration? {
        if case .throttled(let wait) = self { wait } else { nil }
    }
}

extension PasswordLinkOutcome {
    var isSet: Bool {
        if case .set = self { true } else { false }
    }

    var rejections: [PasswordRejection]? {
        if case .rejected(let rejections, _) = self { rejections } else { nil }
    }

    var isDead: Bool {
        if case .invalid = self { true } else { false }
    }

    var wait: Duration? {
        if case .throttled(let wait) = self { wait } else { nil }
    }
}

// Outcomes hold tokens and are not comparable; tests take out what they look for.

extension PasswordUpgradeOutcome {
    /// Nil if nothing was committed.
    var committed: Timestamp?? {
        if case .committed(let end) = self { .some(end) } else { nil }
    }

    var isSuperseded: Bool {
        if case .superseded = self { true } else { false }
    }

    var isWrong: Bool {
        if case .denied(.wrongCredentials) = self { true } else { false }
    }

    var asksForProof: Bool {
        if case .denied(.reauthenticationRequired) = self { true } else { false }
    }

    var factor: FactorChallenge? {
        if case .denied(.factorRequired(let challenge)) = self { challenge } else { nil }
    }
}

extension UpgradeConfirmationOutcome {
    var isConfirmed: Bool {
        if case .confirmed = self { true } else { false }
    }

    var isSuperseded: Bool {
        if case .superseded = self { true } else { false }
    }
}

extension AppleUpgradeAdmission {
    var admitted: AdmittedAppleUpgrade? {
        if case .admitted(let admitted) = self { admitted } else { nil }
    }

    var isSuperseded: Bool {
        if case .superseded = self { true } else { false }
    }
}
