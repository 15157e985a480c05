/// Queues stored events for a target again, such as after a failure of the receiver.
package struct EventReplay: Sendable {
    private let stores: any EventStore

    package init(stores: any EventStore) {
        self.stores = stores
    }

    /// Queues the events after a position in the order in which they were stored, at most `limit` of them.
    ///
    /// - Parameter account: nil for the events of all accounts.
    package func run(
        to target: EventTargetName, after start: EventPosition, of account: AccountID?, limit: Int, now: Timestamp
    ) async throws -> ReplayedEvents {
        var replayed = ReplayedEvents(count: 0, last: nil, isComplete: false)
        var position = start
        while replayed.count < limit {
            let size = min(Self.batch, limit - replayed.count)
            let queued = try await stores.requeueEvents(to: target, after: position, of: account, limit: size, now: now)
            replayed = ReplayedEvents(
                count: replayed.count + queued.count, last: queued.last?.id ?? replayed.last, isComplete: queued.count < size)
            guard !replayed.isComplete, let last = queued.last else { break }
            position = last.position
        }
        return replayed
    }

    /// The number of events that one transaction queues.
    package static var batch: Int { 500 }
}

/// The result of a replay.
package struct ReplayedEvents: Hashable, Sendable {
    package let count: Int
    /// The last event that was queued; nil if there was none. Another replay continues after it.
    package let last: AuditEventID?
    /// Whether no event follows.
    package let isComplete: Bool

    package init(count: Int, last: AuditEventID?, isComplete: Bool) {
        self.count = count
        self.last = last
        self.isComplete = isComplete
    }
}
