import Accounts
import CoreMetrics
import Logging
import ServiceLifecycle
import Synchronization
import WebClient

/// Delivers the queued events until the server stops, with a separate loop for each target. Several servers may share a store.
final class EventWork: Service {
    private let jobs: EventJobs
    private let store: any EventStore
    private let targets: [EventTargetName]
    private let metrics: EventMetrics
    private let now: @Sendable () -> Timestamp
    private let logger: Logger
    /// The targets that answered 410. Their events stay in the queue, and the next start of the server delivers them.
    private let disabled = Mutex<Set<EventTargetName>>([])

    /// - Parameter transport: the transport to the targets, for tests; nil for one that checks their addresses.
    /// - Throws: an error if the transport cannot be created.
    init(
        _ configuration: EventConfiguration, store: any EventStore & JobStore, transport: (any WebTransport)?,
        metrics: any MetricsFactory, now: @escaping @Sendable () -> Timestamp, logger: Logger
    ) throws {
        let transport =
            try transport
            ?? SiteFetcher(
                userAgent: "latchkey", policy: configuration.addresses,
                limits: WebLimits(connecting: .seconds(10), total: EventJobs.deliveryLimit, body: Self.responseLimit))
        jobs = EventJobs(
            stores: store, carrier: EventCourier(configuration.targets, transport: transport, now: now))
        self.store = store
        targets = configuration.targets.map(\.name)
        self.metrics = EventMetrics(factory: metrics)
        self.now = now
        self.logger = logger
    }

    func run() async throws {
        await cancelWhenGracefulShutdown { [self] in
            await withDiscardingTaskGroup { group in
                for target in targets { group.addTask { await self.loop(every: .seconds(1)) { await self.turn(target) } } }
                group.addTask { await self.loop(every: .seconds(15)) { await self.measure() } }
            }
        }
    }

    /// Runs one turn of every target, and measures the queues.
    func turn() async {
        await withDiscardingTaskGroup { group in
            for target in targets { group.addTask { await self.turn(target) } }
        }
        await measure()
    }

    private func loop(every interval: Duration, _ body: () async -> Void) async {
        while !Task.isCancelled {
            await body()
            try? await Task.sleep(for: interval)
        }
    }

    /// Runs one turn. A store error is logged; the next turn retries.
    private func turn(_ target: EventTargetName) async {
        guard !disabled.withLock({ $0.contains(target) }) else { return }
        do {
            let run = try await jobs.runDue(to: target, now: now)
            metrics.count(run, to: target)
            report(run, to: target)
            if run.isGone { disabled.withLock { _ = $0.insert(target) } }
        } catch {
            logger.warning("event deliveries failed; retrying later", metadata: ["target": "\(target)", "error": "\(error)"])
        }
    }

    private func report(_ run: EventJobsRun, to target: EventTargetName) {
        for event in run.dropped {
            logger.error(
                "event dropped",
                metadata: [
                    "target": "\(target)", "id": "\(event.id)", "event": "\(event.kind.rawValue)", "account": "\(event.account)",
                ])
        }
        if let reason = run.reason {
            logger.warning(
                "event deliveries failed; retrying later",
                metadata: ["target": "\(target)", "deliveries": "\(run.failed)", "reason": "\(reason)"])
        }
        if run.delivered > 0 {
            logger.info("events delivered", metadata: ["target": "\(target)", "deliveries": "\(run.delivered)"])
        }
        if run.isGone {
            logger.error(
                "event target disabled",
                metadata: [
                    "target": "\(target)", "reason": "HTTP 410",
                    "remedy": "remove it from events.targets, or restart the server when it accepts events again",
                ])
        }
    }

    private func measure() async {
        for target in targets {
            guard let queue = try? await store.eventQueue(to: target) else { continue }
            metrics.show(
                queue, age: queue.oldest.map { max(now() - $0, .zero) } ?? .zero,
                isDisabled: disabled.withLock { $0.contains(target) }, of: target)
        }
    }

    /// The maximum size of a response, whose content is ignored.
    private static var responseLimit: Int { 65_536 }
}

/// Reports the queues of events and the outcomes of their delivery. The names of the targets are those of the configuration.
struct EventMetrics: Sendable {
    let factory: any MetricsFactory

    func count(_ run: EventJobsRun, to target: EventTargetName) {
        for (outcome, count) in [("delivered", run.delivered), ("failed", run.failed), ("dropped", run.dropped.count)] {
            factory.makeCounter(label: "event_deliveries_total", dimensions: [("target", target.text), ("outcome", outcome)])
                .increment(by: Int64(count))
        }
    }

    func show(_ queue: EventQueue, age: Duration, isDisabled: Bool, of target: EventTargetName) {
        let values = [
            ("event_queue_length", Double(queue.length)), ("event_oldest_seconds", Double(age.wholeMilliseconds) / 1_000),
            ("event_target_disabled", isDisabled ? 1 : 0),
        ]
        for (name, value) in values { factory.makeMeter(label: name, dimensions: [("target", target.text)]).set(value) }
    }
}

extension MetricFamily {
    /// The metrics of ``EventMetrics``.
    static let events: [MetricFamily] = [
        MetricFamily(
            "event_deliveries_total", .counter,
            help:
                "Attempts to deliver an event, by target and outcome: delivered, failed and to be repeated, or dropped as too old."),
        MetricFamily("event_queue_length", .gauge, help: "Events in the queue of the store, by target."),
        MetricFamily("event_oldest_seconds", .gauge, help: "Age of the oldest event in the queue, by target."),
        MetricFamily("event_target_disabled", .gauge, help: "Whether the target answered 410 and receives no more events: 1 or 0."),
    ]
}
