import Accounts

extension RecordingStores {
    func claimEvents(to target: EventTargetName, now: Timestamp, lease: Duration, limit: Int) async throws -> [Job] {
        try await asked(.claimEvents)
        return try await stores.claimEvents(to: target, now: now, lease: lease, limit: limit)
    }

    func finishEvent(_ job: Job, now: Timestamp) async throws -> Bool {
        try await asked(.finishEvent)
        return try await stores.finishEvent(job, now: now)
    }

    func eventQueue(to target: EventTargetName) async throws -> EventQueue {
        try await stores.eventQueue(to: target)
    }

    func eventPosition(of event: AuditEventID, account: AccountID?) async throws -> EventPosition? {
        try await stores.eventPosition(of: event, account: account)
    }

    func eventPosition(before moment: Timestamp) async throws -> EventPosition? {
        try await stores.eventPosition(before: moment)
    }

    func requeueEvents(
        to target: EventTargetName, after position: EventPosition, of account: AccountID?, limit: Int, now: Timestamp
    ) async throws -> [StoredEvent] {
        try await asked(.requeueEvents)
        return try await stores.requeueEvents(to: target, after: position, of: account, limit: limit, now: now)
    }
}
