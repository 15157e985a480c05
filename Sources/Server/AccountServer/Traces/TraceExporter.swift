import Accounts
import HTTPTypes
import JSONText
import Logging
import Secrets
import ServiceLifecycle
import Synchronization
import Traces
import WebClient

/// Sends the traces of a production server to a collector of OpenTelemetry, in batches.
///
/// A request never waits for it: a step is queued when it ends, and is dropped if the queue is full. No trace of another process is
/// continued; its position becomes a link.
final class TraceExporter: SpanRecorder, Service {
    private struct RunningSpan {
        var exported: ExportedSpan
        let began: ContinuousClock.Instant
    }

    private struct State {
        var running: [SpanID: RunningSpan] = [:]
        /// The ended steps, the oldest first.
        var queue: [ExportedSpan] = []
        /// The number of steps that were dropped since the last report.
        var dropped = 0
    }

    private let configuration: TracingConfiguration
    private let transport: any WebTransport
    private let random: any RandomBytes
    private let now: @Sendable () -> Timestamp
    private let logger: Logger
    private let state = Mutex(State())

    /// - Parameter transport: the transport to the collector.
    init(
        _ configuration: TracingConfiguration, transport: any WebTransport, random: any RandomBytes,
        now: @escaping @Sendable () -> Timestamp, logger: Logger
    ) {
        self.configuration = configuration
        self.transport = transport
        self.random = random
        self.now = now
        self.logger = logger
    }

    // MARK: - Recording

    func start(
        _ kind: SpanKind, in lane: TraceLane, below parent: TraceParent?, link: TraceParent?, _ attributes: [SpanAttribute: String]
    ) -> TraceParent {
        let position = TraceParent(trace: parent?.trace ?? .random(number), span: .random(number))
        let span = SpanRecord(
            id: position.span, parent: parent?.span, link: link, lane: lane, kind: kind, start: now().milliseconds * 1_000,
            attributes: attributes)
        let running = RunningSpan(exported: ExportedSpan(trace: position.trace, span: span), began: .now)
        state.withLock { state in
            guard state.running.count < Self.runningLimit else {
                state.dropped += 1
                return
            }
            state.running[position.span] = running
        }
        return position
    }

    func set(_ attribute: SpanAttribute, _ value: String, of span: TraceParent) {
        change(span) { $0.set(attribute, value) }
    }

    func add(_ checks: [SpanCheck], to span: TraceParent) {
        change(span) { $0.add(checks) }
    }

    /// A collector receives no shape of a body, so a production server never creates one.
    var keepsMessages: Bool { false }

    func set(_ outline: MessageOutline, as side: MessageSide, of span: TraceParent) {}

    func end(_ span: TraceParent, _ outcome: SpanOutcome) {
        state.withLock { state in
            guard let running = state.running.removeValue(forKey: span.span) else { return }
            var ended = running.exported
            ended.span.finish(outcome, at: ended.span.start + (ContinuousClock.now - running.began).wholeMicroseconds)
            guard state.queue.count < Self.queueLimit else {
                state.dropped += 1
                return
            }
            state.queue.append(ended)
        }
    }

    /// A request of another process never continues a trace of this server.
    func owns(_ span: TraceParent) -> Bool { false }

    private func change(_ span: TraceParent, _ body: (inout SpanRecord) -> Void) {
        state.withLock { state in
            guard var running = state.running.removeValue(forKey: span.span) else { return }
            body(&running.exported.span)
            state.running[span.span] = running
        }
    }

    private func number() -> UInt64 { random.bytes(8).reduce(0) { $0 << 8 | UInt64($1) } }

    // MARK: - Sending

    func run() async throws {
        await cancelWhenGracefulShutdown { [self] in
            while (try? await Task.sleep(for: Self.interval)) != nil { await send() }
        }
        // The last requests have ended.
        await send()
    }

    /// Sends the steps that have ended. Steps that the collector cannot receive now stay in the queue.
    func send() async {
        while case let batch = state.withLock({ Self.takeBatch(&$0) }), !batch.isEmpty {
            guard await deliver(batch) else { break }
        }
        let dropped = state.withLock { state in
            defer { state.dropped = 0 }
            return state.dropped
        }
        guard dropped > 0 else { return }
        logger.warning(
            "traces dropped", metadata: ["steps": "\(dropped)", "reason": "too many steps are running or queued"])
    }

    private static func takeBatch(_ state: inout State) -> [ExportedSpan] {
        defer { state.queue.removeFirst(min(batchSize, state.queue.count)) }
        return Array(state.queue.prefix(batchSize))
    }

    /// Sends a batch. Returns false if the next one must wait.
    private func deliver(_ batch: [ExportedSpan]) async -> Bool {
        var headers = configuration.headers
        headers[.contentType] = "application/json"
        let body = ExportedSpan.request(batch, of: configuration.serviceName).bytes()
        let reason: String
        let isPassing: Bool
        do throws(WebClientError) {
            let status = try await transport.send(WebRequest(.post, configuration.url, headers: headers, body: body)).status.code
            guard !(200..<300).contains(status) else { return true }
            (reason, isPassing) = ("status \(status)", Self.passingStatuses.contains(status))
        } catch {
            (reason, isPassing) = ("\(error)", error.isPassing)
        }
        let metadata: Logger.Metadata = ["steps": "\(batch.count)", "reason": "\(reason)"]
        guard isPassing else {
            logger.error("traces rejected by the collector", metadata: metadata)
            return false
        }
        logger.warning("trace export failed; retrying later", metadata: metadata)
        state.withLock { state in
            let queue = batch + state.queue
            state.dropped += max(0, queue.count - Self.queueLimit)
            state.queue = Array(queue.prefix(Self.queueLimit))
        }
        return false
    }

    /// The statuses after which a client tries again (OTLP, section "Retryable Response Codes").
    private static let passingStatuses = [429, 502, 503, 504]
    /// A collector is near, and a shutdown waits for the last request to it.
    static let limits = WebLimits(connecting: .seconds(3), total: .seconds(10), body: 65_536)
    private static let interval = Duration.seconds(5)
    private static let batchSize = 512
    static let queueLimit = 4_096
    static let runningLimit = 4_096
}

extension Duration {
    fileprivate var wholeMicroseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }
}
