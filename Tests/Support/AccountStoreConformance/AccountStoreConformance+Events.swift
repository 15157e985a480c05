import Accounts
import Secrets
import Synchronization
import Testing

extension AccountStoreConformance {
    /// The deliveries of ``EventStore``.
    package static let eventDeliveries: [ConformanceCase] = queuedEvents + claimedEvents

    private static let queuedEvents: [ConformanceCase] = [
        ConformanceCase("a change queues its event for each target, with all its values") { scene in
            let anna = try await scene.register("anna")
            let change = try scene.delivering(to: [.crm, .audit]).replacement(of: anna)
            #expect(try await scene.stores.replacePassword(change) == .replaced)
            for target in [EventTargetName.crm, .audit] {
                let jobs = try await scene.claimEvents(to: target, at: change.at)
                #expect(jobs.map(\.work) == [.event(try scene.delivery(of: change.event, to: target))])
                #expect(jobs.map(\.claim) == [1] && jobs.map(\.retries) == [0])
            }
            #expect(try await scene.claimEvents(to: .other, at: change.at) == [])
        },
        ConformanceCase(
            "a change that does not happen queues no event, and neither does a failed attempt or a server without targets"
        ) { scene in
            let anna = try await scene.register("anna")
            let delivering = scene.delivering(to: [.crm])
            let change = try delivering.replacement(of: anna, version: anna.version + 1)
            #expect(try await scene.stores.replacePassword(change) == .superseded)
            for kind in AuditEventKind.failedAttempts {
                try await scene.stores.record(delivering.event(kind, anna.account.id))
                try await scene.stores.record(delivering.event(kind, nil))
            }
            try await scene.signIn(anna)
            #expect(try await scene.stores.eventQueue(to: .crm) == EventQueue(length: 0, oldest: nil))
        },
        ConformanceCase("the events of a deleted account are still delivered, the deletion last") { scene in
            let delivering = scene.delivering(to: [.crm])
            let anna = try await delivering.register("anna")
            let deletion = delivering.event(.accountDeleted, anna.account.id)
            #expect(try await scene.stores.deleteAccount(anna.account.id, in: nil, event: deletion) == .notNeeded)
            #expect(try await scene.deliverAll(to: .crm) == [.accountCreated, .accountDeleted])
        },
        ConformanceCase("the deletion of an account with its last Apple identity is delivered") { scene in
            let anna = try await scene.registerWithApple("000001.anna")
            let notification = try scene.notification("1", .accountDeleted, of: anna.key)
            let event = scene.delivering(to: [.crm]).event(.appleAccountDeleted, nil)
            #expect(try await scene.stores.apply(notification, event: event) == .applied(.accountDeleted(anna.account.id)))
            let job = try #require(try await scene.claimEvents(to: .crm).first)
            guard case .event(let delivery) = job.work else { throw StoreError(.failed, reason: "another kind") }
            #expect(delivery.kind == .accountDeleted && delivery.account == anna.account.id && delivery.id == event.id)
        },
        ConformanceCase("the queue of a target has a length and the time of its oldest delivery") { scene in
            let anna = try await scene.register("anna")
            let delivering = scene.delivering(to: [.crm])
            try await delivering.signIn(anna, at: scene.start + .minutes(1))
            try await delivering.signIn(anna, at: scene.start + .minutes(2))
            #expect(try await scene.stores.eventQueue(to: .crm) == EventQueue(length: 2, oldest: scene.start + .minutes(1)))
            #expect(try await scene.stores.eventQueue(to: .audit) == EventQueue(length: 0, oldest: nil))
            #expect(try await scene.stores.oldestMail() == nil)
            #expect(try await scene.stores.waitingMail(limit: 10) == [])
        },
        ConformanceCase("a delivery that can no longer be made is deleted after a margin") { scene in
            try await scene.delivering(to: [.crm]).register("anna")
            let end = scene.start + EventDelivery.lifetime + Job.margin
            while try await scene.removeExpired(at: end - .millisecond) > 0 {}
            #expect(try await scene.stores.countJobs(.event) == 1)
            while try await scene.removeExpired(at: end) > 0 {}
            #expect(try await scene.stores.countJobs(.event) == 0)
        },
    ]

    private static let claimedEvents: [ConformanceCase] = [
        ConformanceCase("an event is claimed only when no earlier one of its account to the same target is in the queue") { scene in
            let delivering = scene.delivering(to: [.crm, .audit])
            let (anna, berta) = (try await delivering.register("anna"), try await delivering.register("berta"))
            try await delivering.signIn(anna)
            let jobs = try await scene.claimEvents(to: .crm)
            #expect(jobs.map(\.account) == [anna.account.id, berta.account.id])
            #expect(jobs.map(\.kind) == [.accountCreated, .accountCreated])
            #expect(try await scene.claimEvents(to: .crm) == [])
            #expect(try await scene.stores.finishEvent(try #require(jobs.first), now: scene.start))
            #expect(try await scene.claimEvents(to: .crm).map(\.kind) == [.signedIn])
            #expect(try await scene.claimEvents(to: .audit).map(\.kind) == [.accountCreated, .accountCreated])
        },
        ConformanceCase("the events behind a postponed one wait for it, and then follow at once") { scene in
            let delivering = scene.delivering(to: [.crm])
            let anna = try await delivering.register("anna")
            try await delivering.signIn(anna)
            let first = try #require(try await scene.claimEvents(to: .crm).first)
            let later = scene.start + .minutes(5)
            #expect(try await scene.stores.retry(first, at: later))
            #expect(try await scene.claimEvents(to: .crm, at: later - .millisecond) == [])
            let again = try await scene.claimEvents(to: .crm, at: later)
            #expect(again.map(\.kind) == [.accountCreated] && again.map(\.retries) == [1])
            #expect(try await scene.stores.finishEvent(try #require(again.first), now: later))
            #expect(try await scene.claimEvents(to: .crm, at: later).map(\.kind) == [.signedIn])
        },
        ConformanceCase("many events behind a postponed one do not hold back another account") { scene in
            let delivering = scene.delivering(to: [.crm])
            let anna = try await delivering.register("anna")
            for _ in 0..<40 { try await delivering.signIn(anna) }
            let first = try #require(try await scene.claimEvents(to: .crm, limit: 1).first)
            #expect(try await scene.stores.retry(first, at: scene.start + .minutes(5)))
            let berta = try await delivering.register("berta", at: scene.start + .millisecond)
            let jobs = try await scene.claimEvents(to: .crm, at: scene.start + .millisecond, limit: 4)
            #expect(jobs.map(\.account) == [berta.account.id])
        },
        ConformanceCase("a worker whose lease has expired neither finishes nor postpones a delivery") { scene in
            try await scene.delivering(to: [.crm]).register("anna")
            let first = try #require(try await scene.claimEvents(to: .crm).first)
            #expect(try await scene.claimEvents(to: .crm, at: scene.start + .minutes(1) - .millisecond) == [])
            let second = try #require(try await scene.claimEvents(to: .crm, at: scene.start + .minutes(1)).first)
            #expect(second.id == first.id && second.claim > first.claim)
            #expect(!(try await scene.stores.finishEvent(first, now: scene.start)))
            #expect(!(try await scene.stores.retry(first, at: scene.start)))
            #expect(try await scene.stores.finishEvent(second, now: scene.start))
            #expect(!(try await scene.stores.finishEvent(second, now: scene.start)))
        },
        ConformanceCase("of 64 workers, one claims the earliest event of an account, and none a later one") { scene in
            let delivering = scene.delivering(to: [.crm])
            let anna = try await delivering.register("anna")
            for _ in 0..<5 { try await delivering.signIn(anna) }
            let jobs = try await scene.race { _ in try await scene.claimEvents(to: .crm) }.flatMap { $0 }
            #expect(jobs.map(\.kind) == [.accountCreated])
        },
        ConformanceCase("64 workers deliver the events of several accounts, each once and in order") { scene in
            let delivering = scene.delivering(to: [.crm])
            var expected: [AccountID: [AuditEventID]] = [:]
            for name in ["anna", "berta", "clara", "dora"] {
                let person = try await delivering.register(name)
                expected[person.account.id] = [person.opening.event.id]
                for _ in 0..<4 { expected[person.account.id]?.append(try await delivering.signIn(person).event.id) }
            }
            let seen = Deliveries()
            _ = try await scene.race { _ in
                for _ in 0..<10_000 where seen.count < 20 {
                    for job in try await scene.claimEvents(to: .crm, limit: 2) {
                        seen.append(job)
                        #expect(try await scene.stores.finishEvent(job, now: scene.start))
                    }
                }
            }
            #expect(seen.byAccount == expected)
        },
    ]

    /// The replays of ``EventStore``.
    package static let eventReplays: [ConformanceCase] = [
        ConformanceCase(
            "stored events are queued again in order after a position, with their identifiers and without failed attempts"
        ) { scene in
            let anna = try await scene.register("anna")
            var expected: [AuditEventID] = []
            for _ in 0..<3 {
                try await scene.stores.record(scene.event(.signInFailed, anna.account.id))
                expected.append(try await scene.signIn(anna).event.id)
            }
            let start = try #require(
                try await scene.stores.eventPosition(of: anna.opening.event.id, account: anna.account.id))
            let queued = try await scene.requeue(after: start)
            #expect(queued.map(\.id) == expected)
            #expect(try await scene.deliverAllIDs(to: .crm) == expected)
            #expect(try await scene.stores.eventPosition(of: anna.opening.event.id, account: nil) == start)
        },
        ConformanceCase("a replay ends at its limit, and another continues after its last event") { scene in
            let anna = try await scene.register("anna")
            for _ in 0..<3 { try await scene.signIn(anna) }
            let all = try await scene.requeue(after: EventPosition(number: 0), to: .audit)
            let first = try await scene.requeue(after: EventPosition(number: 0), limit: 3)
            let last = try #require(first.last)
            let second = try await scene.requeue(after: last.position, limit: 3)
            #expect(all.count == 4 && first + second == all)
        },
        ConformanceCase("a replay of one account queues only its events, and one since a time those since then") { scene in
            let (anna, berta) = (try await scene.register("anna"), try await scene.register("berta"))
            let later = scene.start + .minutes(1)
            let second = try await scene.signIn(anna, at: later)
            let start = try #require(try await scene.stores.eventPosition(before: scene.start))
            let own = try await scene.requeue(after: start, of: anna.account.id)
            #expect(own.map(\.id) == [anna.opening.event.id, second.event.id])
            let recent = try #require(try await scene.stores.eventPosition(before: scene.start + .millisecond))
            #expect(try await scene.requeue(after: recent).map(\.id) == [second.event.id])
            #expect(try await scene.stores.eventPosition(before: later + .millisecond) == nil)
            #expect(try await scene.stores.eventPosition(of: berta.opening.event.id, account: anna.account.id) == nil)
            #expect(try await scene.stores.eventPosition(of: AuditEventID(random: scene.random), account: nil) == nil)
        },
        ConformanceCase("replayed events follow those in the queue, and later ones follow them") { scene in
            let delivering = scene.delivering(to: [.crm])
            let anna = try await delivering.register("anna")
            _ = try await scene.requeue(after: EventPosition(number: 0))
            let later = try await delivering.signIn(anna)
            let created = anna.opening.event.id
            #expect(try await scene.deliverAllIDs(to: .crm) == [created, created, later.event.id])
        },
        ConformanceCase("events that are stored during replays are delivered after the replayed ones of their account") { scene in
            let delivering = scene.delivering(to: [.crm])
            let anna = try await delivering.register("anna")
            for _ in 0..<10 { try await delivering.signIn(anna) }
            _ = try await scene.race(16) { index in
                if index % 2 == 0 {
                    _ = try await scene.requeue(after: EventPosition(number: 0), limit: 100)
                } else {
                    try await delivering.signIn(anna)
                }
            }
            let stored = try await scene.stores.events(of: anna.account.id, before: nil, limit: 100).reversed().map(\.id)
            let delivered = try await scene.deliverAllIDs(to: .crm)
            // Without the events that were delivered before, what a receiver has last is what was stored last.
            let lasts = Dictionary(delivered.enumerated().map { ($1, $0) }) { _, last in last }
            #expect(stored.sorted { (lasts[$0] ?? -1) < (lasts[$1] ?? -1) } == stored)
        },
        ConformanceCase("the events of a deleted account cannot be replayed") { scene in
            let anna = try await scene.register("anna")
            #expect(try await scene.stores.deleteAccount(anna.account.id, at: scene.start) == .notNeeded)
            #expect(try await scene.requeue(after: EventPosition(number: 0)) == [])
        },
    ]
}

extension EventTargetName {
    fileprivate static let crm = named("crm"), audit = named("audit"), other = named("other")

    private static func named(_ text: String) -> EventTargetName {
        guard let name = EventTargetName(text) else { preconditionFailure("a fixed name") }
        return name
    }
}

extension ConformanceScene {
    fileprivate func claimEvents(
        to target: EventTargetName, at moment: Timestamp = start, limit: Int = 10
    ) async throws -> [Job] {
        try await stores.claimEvents(to: target, now: moment, lease: .minutes(1), limit: limit)
    }

    fileprivate func requeue(
        after position: EventPosition, to target: EventTargetName = .crm, of account: AccountID? = nil, limit: Int = 100
    ) async throws -> [StoredEvent] {
        try await stores.requeueEvents(to: target, after: position, of: account, limit: limit, now: start)
    }

    fileprivate func delivery(of event: AuditEvent, to target: EventTargetName) throws -> EventDelivery {
        EventDelivery(
            id: event.id, kind: event.kind, account: try #require(event.account), at: event.at, target: target,
            notAfter: event.at + EventDelivery.lifetime)
    }

    /// Delivers all events of the queue and returns them in order.
    private func drain(_ target: EventTargetName) async throws -> [Job] {
        var delivered: [Job] = []
        while case let jobs = try await claimEvents(to: target, at: start + .days(1)), !jobs.isEmpty {
            for job in jobs {
                delivered.append(job)
                #expect(try await stores.finishEvent(job, now: start))
            }
        }
        return delivered
    }

    fileprivate func deliverAll(to target: EventTargetName) async throws -> [AuditEventKind?] {
        try await drain(target).map(\.kind)
    }

    fileprivate func deliverAllIDs(to target: EventTargetName) async throws -> [AuditEventID] {
        try await drain(target).compactMap(\.event?.id)
    }
}

extension Job {
    fileprivate var event: EventDelivery? { if case .event(let event) = work { event } else { nil } }
    fileprivate var kind: AuditEventKind? { event?.kind }
    fileprivate var account: AccountID? { event?.account }
}

/// The events that concurrent workers delivered.
private final class Deliveries: Sendable {
    private let jobs = Mutex<[Job]>([])

    var count: Int { jobs.withLock { $0.count } }

    func append(_ job: Job) { jobs.withLock { $0.append(job) } }

    var byAccount: [AccountID: [AuditEventID]] {
        Dictionary(grouping: jobs.withLock { $0.compactMap(\.event) }, by: \.account).mapValues { $0.map(\.id) }
    }
}
