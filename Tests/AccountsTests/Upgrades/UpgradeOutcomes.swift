@testable import Accounts

// Outcomes hold tokens and are not comparable; tests take out what they look for.

extension PasswordUpgradeOutcome {
    /// Nil where nothing was committed.
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
