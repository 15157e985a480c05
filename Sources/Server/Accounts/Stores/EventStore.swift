/// Stores the deliveries of events to the targets of the configuration.
///
/// An operation that records an event queues a delivery to each target (``AuditEvent/targets``) in the same transaction. The
/// delivery is a job of the kind ``JobKind/event``. Failed attempts (``AuditEventKind/failedAttempts``) have no deliveries. A
/// delivery contains everything that it needs, so the last events of a deleted account are still delivered.
package protocol EventStore: Sendable {
    /// Claims at most `limit` due deliveries to this target, the longest overdue first. Of each account it claims only the earliest
    /// delivery in the queue, and only if no worker holds it. No other worker receives it until the lease expires.
    func claimEvents(to target: EventTargetName, now: Timestamp, lease: Duration, limit: Int) async throws -> [Job]

    /// Removes a delivery that was accepted or dropped. The next one of its account to the same target is then due. Returns false if
    /// the caller no longer holds the job.
    func finishEvent(_ job: Job, now: Timestamp) async throws -> Bool

    /// Returns the number of deliveries to this target in the queue, and the time at which the oldest was queued. For metrics.
    func eventQueue(to target: EventTargetName) async throws -> EventQueue

    /// Returns the position of a stored event of an account; nil if it does not exist or the account has no such event. Without an account,
    /// the store reads all events.
    func eventPosition(of event: AuditEventID, account: AccountID?) async throws -> EventPosition?

    /// Returns the position before the first event since this time; nil if no event follows.
    func eventPosition(before moment: Timestamp) async throws -> EventPosition?

    /// Queues the stored events after this position for a target, in the order in which they were stored and behind all deliveries
    /// in the queue, at most `limit` of them. An event that is stored at the same time is queued later, or is among them. Returns the
    /// queued events.
    ///
    /// - Parameter account: nil for the events of all accounts.
    func requeueEvents(
        to target: EventTargetName, after position: EventPosition, of account: AccountID?, limit: Int, now: Timestamp
    ) async throws -> [StoredEvent]
}

/// A position in the order in which events were stored.
package struct EventPosition: Hashable, Sendable {
    /// Assigned by the store.
    package let number: Int64

    package init(number: Int64) {
        self.number = number
    }

    /// The position before the oldest event. Stores number events from 1.
    static let beforeAll = EventPosition(number: 0)
}

/// A stored event and its position.
package struct StoredEvent: Hashable, Sendable {
    package let id: AuditEventID
    package let position: EventPosition

    package init(id: AuditEventID, position: EventPosition) {
        self.id = id
        self.position = position
    }
}

/// The length and age of the queue of one target.
package struct EventQueue: Hashable, Sendable {
    package let length: Int
    /// The time of the oldest entry. Nil if the queue is empty.
    package let oldest: Timestamp?

    package init(length: Int, oldest: Timestamp?) {
        self.length = length
        self.oldest = oldest
    }
}
