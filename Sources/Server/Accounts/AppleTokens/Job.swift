package import Secrets

/// Work outside the store, recorded in the same transaction as the change that requires it, so that it survives a crash of the
/// process.
package struct Job: Hashable, Sendable {
    /// Assigned by the store and never reused.
    package let id: Int64
    /// The number of times that the job was claimed, including this one. A worker with an expired lease holds an outdated number,
    /// and cannot finish or retry the job.
    package let claim: Int
    /// The number of retries since the job last succeeded.
    package let retries: Int
    package let work: JobWork

    package init(id: Int64, claim: Int, retries: Int, work: JobWork) {
        self.id = id
        self.claim = claim
        self.retries = retries
        self.work = work
    }

    /// The time for which a job that can no longer succeed waits for a worker to abandon it before maintenance removes it.
    package static var margin: Duration { .seconds(3_600) }
}

/// The kinds of work, with their inputs.
package enum JobWork: Hashable, Sendable {
    case exchangeAppleCode(AppleCodeExchange)
    case checkAppleToken(AppleStoredToken)
    case revokeAppleToken(AppleStoredToken, giveUpAt: Timestamp)
    /// Exchange the code of an owner who left before its exchange, and revoke the token. The code must belong to that owner, whose
    /// identity is deleted.
    case revokeAppleCode(AppleCodeExchange, owner: AppleIdentityKey)
    case mail(QueuedMail)
    case event(EventDelivery)

    package var kind: JobKind {
        switch self {
        case .exchangeAppleCode: .exchangeAppleCode
        case .checkAppleToken: .checkAppleToken
        case .revokeAppleToken: .revokeAppleToken
        case .revokeAppleCode: .revokeAppleCode
        case .mail: .mail
        case .event: .event
        }
    }
}

/// The raw values are stored, so they never change.
package enum JobKind: Int, CaseIterable, Sendable {
    case exchangeAppleCode = 1
    case checkAppleToken = 2
    case revokeAppleToken = 3
    case revokeAppleCode = 4
    case mail = 5
    case event = 6
}

/// A code that waits for its exchange.
package struct AppleCodeExchange: Hashable, Sendable {
    package let identity: AppleIdentityID
    package let client: AppleClientID
    package let flow: AppleFlow
    package let code: Sealed
    /// The time from which Apple rejects the code.
    package let expiresAt: Timestamp

    package init(identity: AppleIdentityID, client: AppleClientID, flow: AppleFlow, code: Sealed, expiresAt: Timestamp) {
        self.identity = identity
        self.client = client
        self.flow = flow
        self.code = code
        self.expiresAt = expiresAt
    }
}

/// A sealed refresh token. Its identity may be deleted, but the seal is still bound to the identity's identifier.
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
