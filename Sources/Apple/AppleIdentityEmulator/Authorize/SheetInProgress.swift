import FoundationEssentials

/// One sheet in progress.
struct SheetInProgress: Sendable {
    /// Where the person is; each stage holds what the one before established.
    enum Stage: Sendable {
        case choosing
        case provingDevice(TwoFactorChallenge)
        case consenting(AuthenticatedPerson)
    }

    let id: AuthorizationIdentifier
    let request: AuthorizationRequest
    let appName: String
    let expiresAt: Date
    var stage: Stage = .choosing

    /// The account chosen so far.
    var person: PersonIdentifier? {
        switch stage {
        case .choosing: nil
        case .provingDevice(let challenge): challenge.person
        case .consenting(let authenticated): authenticated.person
        }
    }
}

/// A code shown on the trusted devices of a person who chose their account.
struct TwoFactorChallenge: Sendable {
    let person: PersonIdentifier
    let code: String
    let expiresAt: Date
    var attemptsLeft = 5
}

/// A person who typed the right code.
struct AuthenticatedPerson: Sendable {
    let person: PersonIdentifier
    let at: Date
}
