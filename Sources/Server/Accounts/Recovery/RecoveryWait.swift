package import Secrets

/// The waiting time of an account whose owner has lost the second factor as well. After it, a mailed code recovers the account
/// without the factor. A session that proved the second factor or a passkey can cancel it, and a sign-in with a second factor does. So
/// does the code in the notice about it (``UndoCode``), without a session.
package struct RecoveryWait: Hashable, Sendable {
    /// The time from which the account can be recovered without its second factor.
    package let readyAt: Timestamp
    /// The time from which the wait has no effect.
    package let endsAt: Timestamp

    package init(readyAt: Timestamp, endsAt: Timestamp) {
        self.readyAt = readyAt
        self.endsAt = endsAt
    }

    /// The time after the wait in which the recovery is possible.
    package static var readiness: Duration { .seconds(7 * 86_400) }
}

package enum RecoveryWaitOutcome: Hashable, Sendable {
    /// The account waits until this time. If it waited already, the time is unchanged.
    case waiting(until: Timestamp)
    /// The recovery session requires no second factor.
    case notNeeded
    /// The recovery session has ended.
    case ended
}

package enum RecoveryCancellation: Hashable, Sendable {
    case cancelled
    /// The account neither waits nor has an open recovery.
    case missing
    /// The session did not prove the account's second factor or passkey. It may be the one of a client that has the password only.
    case factorRequired
    case sessionEnded
}

extension RecoveryService {
    /// Begins the waiting time of the account, with a notice at once to all its verified addresses. The notice contains a code that
    /// cancels it, except at addresses that are newer than the one that opened the recovery.
    package func beginWait(
        in token: OpaqueToken, client: Client, now: Timestamp
    ) async throws -> RecoveryWaitOutcome {
        guard let session = try await session(token, now: now) else { return .ended }
        guard session.requiresFactor(at: now) else { return .notNeeded }
        let account = session.account.id
        let readyAt = now + wait
        let waiting = RecoveryWait(readyAt: readyAt, endsAt: readyAt + RecoveryWait.readiness)
        let event = accounts.event(.recoveryWaitBegun, account, by: client, at: now, notices: sealer)
        let undo = UndoCode(random: accounts.random)
        switch try await stores.begin(waiting, undo: undo, by: token.digest, event: event) {
        case .ended: return .ended
        case .alreadyWaiting(let moment): return .waiting(until: moment)
        case .begun:
            accounts.report(event)
            return .waiting(until: readyAt)
        }
    }

    /// Returns the waiting time of the signed-in account, or nil.
    package func wait(of active: ActiveSession, now: Timestamp) async throws -> RecoveryWait? {
        try await stores.recoveryWait(of: active.account.id, now: now)
    }

    /// Cancels the waiting time of the signed-in account and its open recoveries, with a notice to all its verified addresses.
    package func cancelWait(
        of active: ActiveSession, client: Client, now: Timestamp
    ) async throws -> RecoveryCancellation {
        let event = accounts.event(.recoveryCancelled, active.account.id, by: client, at: now, notices: sealer)
        switch try await stores.cancelRecoveryWait(by: active.session.id, event: event) {
        case .missing: return .missing
        case .factorRequired: return .factorRequired
        case .sessionEnded: return .sessionEnded
        case .cancelled:
            accounts.report(event)
            return .cancelled
        }
    }

    /// Cancels the waiting time and the open recoveries of an account by the code from the notice about it, with a notice to all its
    /// verified addresses. Requires no session, and opens and ends none.
    ///
    /// - Parameter typed: the code as typed.
    package func cancelWait(_ typed: String, client: Client, now: Timestamp) async throws -> UndoOutcome {
        try await accounts.undo(typed, by: client, now: now) { code in
            let event = accounts.event(.recoveryCancelled, nil, by: client, at: now, notices: sealer)
            return try await stores.cancelRecoveryWait(byCode: code.digest, event: event).map { event.of($0) }
        }
    }
}
