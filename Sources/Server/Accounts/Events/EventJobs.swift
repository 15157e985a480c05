/// Delivers the events in the queue to one target. A loop for each target calls ``runDue(to:now:)`` about once a second, so that a
/// slow target delays no other. Any number of processes may do so over one store at the same time.
///
/// A delivery leaves the queue when the target accepts it or when it is too old. Any other outcome repeats it, with growing delays. The
/// later events of the same account wait meanwhile, so a target receives the events of an account in order. A crash between the
/// acceptance and the removal repeats the delivery.
package struct EventJobs: Sendable {
    private let stores: any EventStore & JobStore
    private let carrier: any EventCarrier

    package init(stores: any EventStore & JobStore, carrier: any EventCarrier) {
        self.stores = stores
        self.carrier = carrier
    }

    /// Delivers the events that are due, several at a time but one of each account.
    ///
    /// Throws the errors of the store. Deliveries without a recorded outcome become due again when their lease expires.
    package func runDue(to target: EventTargetName, now clock: @escaping @Sendable () -> Timestamp) async throws -> EventJobsRun {
        var run = EventJobsRun()
        for _ in 0..<Self.rounds where !run.isGone && !Task.isCancelled {
            let jobs = try await stores.claimEvents(to: target, now: clock(), lease: JobKind.event.lease, limit: Self.inFlight)
            if jobs.isEmpty { break }
            run += try await deliver(jobs, now: clock)
        }
        return run
    }

    private func deliver(_ jobs: [Job], now clock: @escaping @Sendable () -> Timestamp) async throws -> EventJobsRun {
        let results = await withTaskGroup(of: Result<EventJobsRun, any Error>.self) { group in
            for job in jobs {
                guard case .event(let event) = job.work else { continue }
                group.addTask {
                    do { return .success(try await deliver(event, of: job, now: clock)) } catch { return .failure(error) }
                }
            }
            // An error of the store cancels no other delivery.
            return await group.reduce(into: [Result<EventJobsRun, any Error>]()) { $0.append($1) }
        }
        return try results.reduce(EventJobsRun()) { $0 + (try $1.get()) }
    }

    private func deliver(_ event: EventDelivery, of job: Job, now clock: @Sendable () -> Timestamp) async throws -> EventJobsRun {
        var run = EventJobsRun()
        guard clock() < event.notAfter else {
            if try await stores.finishEvent(job, now: clock()) { run.dropped.append(event) }
            return run
        }
        let outcome = await carrier.deliver(event)
        let now = clock()
        switch outcome {
        case .accepted:
            if try await stores.finishEvent(job, now: now) { run.delivered += 1 }
        case .failed(let reason):
            run.reason = reason
            if try await stores.retry(job, at: now + JobKind.event.delay(after: job.retries, asked: nil)) { run.failed += 1 }
        case .gone:
            run.isGone = true
            if try await stores.retry(job, at: now + JobKind.event.delay(after: job.retries, asked: nil)) { run.failed += 1 }
        }
        return run
    }

    /// The maximum number of concurrent deliveries to one target.
    package static var inFlight: Int { 8 }
    /// The number of batches in one run, after which metrics and log show it.
    package static var rounds: Int { 50 }
    /// The maximum time that a delivery may take.
    package static var deliveryLimit: Duration { .seconds(20) }
}

/// Delivers events to the outside. The server implements it over HTTP; the domain only sees the outcomes.
package protocol EventCarrier: Sendable {
    /// Delivers one event to its target, within ``EventJobs/deliveryLimit``.
    func deliver(_ event: EventDelivery) async -> EventOutcome
}

/// The outcome of one attempt to deliver an event.
package enum EventOutcome: Hashable, Sendable {
    case accepted
    /// The target did not accept the event, or its response was lost. The reason is for the log.
    case failed(reason: String)
    /// The target wants no more events.
    case gone
}

/// The counts of one run, for the operator's log and metrics.
package struct EventJobsRun: Hashable, Sendable {
    package internal(set) var delivered = 0
    /// Attempts that failed and are repeated.
    package internal(set) var failed = 0
    /// The events that were not delivered within their time.
    package internal(set) var dropped: [EventDelivery] = []
    /// The reason of the last failure.
    package internal(set) var reason: String?
    /// Whether the target wants no more events.
    package internal(set) var isGone = false

    package init() {}

    static func + (left: EventJobsRun, right: EventJobsRun) -> EventJobsRun {
        var sum = left
        sum.delivered += right.delivered
        sum.failed += right.failed
        sum.dropped += right.dropped
        sum.reason = right.reason ?? left.reason
        sum.isGone = left.isGone || right.isGone
        return sum
    }

    static func += (left: inout EventJobsRun, right: EventJobsRun) { left = left + right }
}
