package import Accounts

extension StoreEngine {
    package func claimEvents(to target: EventTargetName, now: Timestamp, lease: Duration, limit: Int) async throws -> [Job] {
        // Usually no delivery is due; a read finds that out without a transaction.
        let isSomethingDue = try await first("SELECT 1 FROM jobs WHERE target = $1 AND due_at <= $2 LIMIT 1", [target, now]) {
            try $0.next(as: Int.self)
        }
        guard isSomethingDue != nil else { return [] }
        return try await write { connection in
            var claimed: [Job] = []
            // A round that only defers finds due deliveries of other accounts in the next one.
            for _ in 0..<16 where claimed.count < limit {
                let numbers = try connection.claimJobs(
                    .deliveries(to: target), dueAt: now, until: now + lease, limit: limit - claimed.count)
                if numbers.isEmpty { break }
                for number in numbers {
                    let job = try connection.first("\(Job.selection) WHERE jobs.number = $1", [number]) { try Job(from: &$0) }
                    guard let job, case .event(let event) = job.work else { continue }
                    if try !connection.deferred(job, event, now: now) { claimed.append(job) }
                }
            }
            return claimed
        }
    }

    package func finishEvent(_ job: Job, now: Timestamp) async throws -> Bool {
        try await write { connection in
            guard case .event(let event) = job.work, try connection.remove(job) else { return false }
            try connection.queue(
                """
                UPDATE jobs SET due_at = $1 WHERE number = (
                    SELECT number FROM jobs WHERE target = $2 AND event_account = $3 ORDER BY number LIMIT 1
                )
                """, [now, event.target, event.account])
            return true
        }
    }

    package func eventQueue(to target: EventTargetName) async throws -> EventQueue {
        try await first("SELECT count(*), min(expires_at) FROM jobs WHERE target = $1", [target]) {
            let length = try $0.next(as: Int.self)
            return EventQueue(length: length, oldest: try $0.nextIfPresent(as: Timestamp.self).map { $0 - EventDelivery.lifetime })
        } ?? EventQueue(length: 0, oldest: nil)
    }

    package func eventPosition(of event: AuditEventID, account: AccountID?) async throws -> EventPosition? {
        let read = { @Sendable (columns: inout Columns) in EventPosition(number: try columns.next()) }
        guard let account else { return try await first("SELECT number FROM events WHERE id = $1 LIMIT 1", [event], read) }
        return try await first(
            "SELECT number FROM events WHERE id = $1 AND account = (SELECT number FROM accounts WHERE id = $2)", [event, account],
            read)
    }

    package func eventPosition(before moment: Timestamp) async throws -> EventPosition? {
        let number = try await first("SELECT min(number) FROM events WHERE at >= $1", [moment]) {
            try $0.nextIfPresent(as: Int64.self)
        }
        return number?.map { EventPosition(number: $0 - 1) }
    }

    package func requeueEvents(
        to target: EventTargetName, after position: EventPosition, of account: AccountID?, limit: Int, now: Timestamp
    ) async throws -> [StoredEvent] {
        try await write { connection in
            try connection.lockEvents()
            let parameters: [any ParameterValue] =
                if let account { [position.number, account, limit] } else { [position.number, limit] }
            let owner = account == nil ? "IS NOT NULL" : "= (SELECT number FROM accounts WHERE id = $2)"
            let found = try connection.all(
                """
                SELECT events.number, events.id, event_kinds.name, events.at, events.account
                FROM events JOIN event_kinds ON event_kinds.number = events.kind
                WHERE events.number > $1 AND event_kinds.name NOT IN (\(AuditEvent.undeliveredNames)) AND events.account \(owner)
                ORDER BY events.number LIMIT $\(account == nil ? 2 : 3)
                """, parameters
            ) { columns in
                let position = EventPosition(number: try columns.next())
                let stored = StoredEvent(id: try columns.next(), position: position)
                return (
                    stored: stored, kind: try columns.next(as: AuditEventKind.self), at: try columns.next(as: Timestamp.self),
                    account: try columns.next(as: Int64.self)
                )
            }
            for event in found {
                try connection.queueDelivery(
                    of: event.stored.id, event.kind, at: event.at, account: event.account, to: target, now: now)
            }
            return found.map(\.stored)
        }
    }
}

extension StoreConnection {
    /// Queues the delivery of an event of this account, behind the account's other deliveries to the target. The account is locked, or
    /// all events are.
    func queueDelivery(
        of event: AuditEventID, _ kind: AuditEventKind, at moment: Timestamp, account: Int64, successor: AccountID? = nil,
        to target: EventTargetName, now: Timestamp
    ) throws {
        try queue(
            """
            INSERT INTO jobs (kind, due_at, identity, expires_at, target, event_account, event_kind, event_at, event_successor)
            VALUES (
                $1, $2, $3, $4, $5, (SELECT id FROM accounts WHERE number = $6), (SELECT number FROM event_kinds WHERE name = $7),
                $8, $9
            )
            """, [JobKind.event, now, event, now + EventDelivery.lifetime, target, account, kind, moment, successor])
    }

    /// Defers a delivery if an earlier one of the same account to the same target is in the queue, and returns whether that is so. All
    /// later ones are then due when the earlier one is, so that no claim looks at them before.
    fileprivate func deferred(_ job: Job, _ event: EventDelivery, now: Timestamp) throws -> Bool {
        guard let earliest = try firstDelivery(like: event), earliest.number != job.id else { return false }
        try queue(
            "UPDATE jobs SET due_at = $1 WHERE target = $2 AND event_account = $3 AND number > $4",
            [max(earliest.dueAt, now + .seconds(1)), event.target, event.account, earliest.number])
        // Meanwhile a worker may have finished the earlier one and made the next one due, which this update has undone.
        if let next = try firstDelivery(like: event), next.number != earliest.number {
            try queue("UPDATE jobs SET due_at = $1 WHERE number = $2", [now, next.number])
        }
        return true
    }

    /// Returns the earliest delivery of the same account to the same target.
    private func firstDelivery(like event: EventDelivery) throws -> (number: Int64, dueAt: Timestamp)? {
        try first(
            "SELECT number, due_at FROM jobs WHERE target = $1 AND event_account = $2 ORDER BY number LIMIT 1",
            [event.target, event.account]
        ) { (number: try $0.next(), dueAt: try $0.next()) }
    }
}

extension AuditEvent {
    /// The names of ``AuditEventKind/failedAttempts`` as a list of SQL literals. They contain only letters and hyphens.
    fileprivate static let undeliveredNames = AuditEventKind.failedAttempts.map { "'\($0.rawValue)'" }.sorted()
        .joined(separator: ", ")
}

extension EventDelivery {
    /// Reads the columns after the kind of a job.
    init(from columns: inout Columns) throws {
        let id = try columns.next(as: AuditEventID.self)
        columns.skip(3)
        let notAfter = try columns.next(as: Timestamp.self)
        columns.skip(7)
        let (target, account) = (try columns.next(as: EventTargetName.self), try columns.next(as: AccountID.self))
        self.init(
            id: id, kind: try columns.next(), account: account, at: try columns.next(), target: target, notAfter: notAfter,
            successor: try columns.nextIfPresent())
    }
}
