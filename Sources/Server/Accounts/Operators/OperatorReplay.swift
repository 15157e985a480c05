import Secrets

/// A replay of events that an operator orders. See ``EventReplay``.
package struct OperatorReplay: Sendable {
    package let target: EventTargetName
    /// The event after which the replay begins; nil for the oldest stored event.
    package let start: AuditEventID?
    /// Nil for the events of all accounts.
    package let account: AccountID?
    /// The maximum number of events, within ``limits``.
    package let limit: Int
    package let reason: OperatorReason

    package init(to target: EventTargetName, after start: AuditEventID?, of account: AccountID?, limit: Int, reason: OperatorReason)
    {
        self.target = target
        self.start = start
        self.account = account
        self.limit = limit
        self.reason = reason
    }

    /// One request queues at most so many events that it is answered within seconds.
    package static let limits = 1...10_000
    package static let standardLimit = 1_000
}

package enum OperatorReplayOutcome: Sendable {
    case replayed(ReplayedEvents)
    /// The operator has no role, or none that may do this; or the session has ended.
    case notAllowed
    /// The target is not in the configuration.
    case noTarget
    /// The account does not exist.
    case noAccount
    /// The event of the start is not stored, or the account has no such event.
    case noEvent
}

extension OperatorService {
    /// Queues stored events for a target again. The order is recorded first, so a replay that a failure ends early has a record too.
    package func replayEvents(
        _ replay: OperatorReplay, by fresh: FreshOperatorSession, client: Client, now: Timestamp
    ) async throws -> OperatorReplayOutcome {
        guard fresh.session.role.mayReplayEvents else { return .notAllowed }
        guard accounts.eventTargets.contains(replay.target) else { return .noTarget }
        if let account = replay.account, try await stores.account(account) == nil { return .noAccount }
        guard let start = try await position(of: replay) else { return .noEvent }
        let operating = fresh.session.acting(from: client, now: now)
        let record = OperatorRecord(
            id: OperatorRecordID(random: random), .replayed(by: operating.account, reason: replay.reason), at: now,
            account: replay.account ?? operating.account, client: client)
        guard try await stores.recordReplay(record, by: operating) else { return .notAllowed }
        return .replayed(
            try await EventReplay(stores: stores).run(
                to: replay.target, after: start, of: replay.account, limit: replay.limit, now: now))
    }

    private func position(of replay: OperatorReplay) async throws -> EventPosition? {
        guard let event = replay.start else { return .beforeAll }
        return try await stores.eventPosition(of: event, account: replay.account)
    }
}
