package import Secrets

/// Something that must be done outside the store, written down in the same transaction as what makes it necessary, so that it
/// survives whatever happens to the process.
package struct Job: Hashable, Sendable {
    /// Given by the store; never used twice.
    package let id: Int64
    /// How often it was claimed, this time included. A worker whose lease has passed holds a number that is no longer the
    /// job's, and can neither finish nor retry it.
    package let claim: Int
    /// How often it was put off since it was last new.
    package let retries: Int
    package let work: JobWork

    package init(id: Int64, claim: Int, retries: Int, work: JobWork) {
        self.id = id
        self.claim = claim
        self.retries = retries
        self.work = work
    }

    /// How long a job that can no longer be done waits to be abandoned by whoever performs jobs, before upkeep removes it.
    package static var margin: Duration { .seconds(3_600) }
}

/// The closed set of work.
package enum JobWork: Hashable, Sendable {
    case exchangeAppleCode(AppleCodeExchange)
    case checkAppleToken(AppleStoredToken)
    case revokeAppleToken(AppleStoredToken, giveUpAt: Timestamp)
    /// The code of somebody who left before it was exchanged: exchange it, and give the token back. It must be the owner's, whose
    /// identity is gone.
    case revokeAppleCode(AppleCodeExchange, owner: AppleIdentityKey)

    package var kind: JobKind {
        switch self {
        case .exchangeAppleCode: .exchangeAppleCode
        case .checkAppleToken: .checkAppleToken
        case .revokeAppleToken: .revokeAppleToken
        case .revokeAppleCode: .revokeAppleCode
        }
    }
}

/// The raw values are stored: they never change.
package enum JobKind: Int, CaseIterable, Sendable {
    case exchangeAppleCode = 1
    case checkAppleToken = 2
    case revokeAppleToken = 3
    case revokeAppleCode = 4
}

/// A code that waits for its exchange.
package struct AppleCodeExchange: Hashable, Sendable {
    package let identity: AppleIdentityID
    package let client: AppleClientID
    package let flow: AppleFlow
    package let code: Sealed
    /// When Apple takes it no longer.
    package let expiresAt: Timestamp

    package init(identity: AppleIdentityID, client: AppleClientID, flow: AppleFlow, code: Sealed, expiresAt: Timestamp) {
        self.identity = identity
        self.client = client
        self.flow = flow
        self.code = code
        self.expiresAt = expiresAt
    }
}

/// A refresh token at rest. Its identity may be gone: the seal needs its name none the less.
package struct AppleStoredToken: Hashable, Sendable {
    package let identity: AppleIdentityID
    package let client: AppleClientID
    package let token: Sealed

    package init(identity: AppleIdentityID, client: AppleClientID, token: Sealed) {
        self.identity = identity
        self.client = client
        self.token = token
    }
}
