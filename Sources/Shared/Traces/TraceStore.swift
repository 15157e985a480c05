import Synchronization

/// The last traces, in memory. The oldest is dropped, and the oldest lose their outlines first.
package final class TraceStore: SpanRecorder {
    private struct State {
        /// The traces, the oldest first.
        var traces: [TraceRecord] = []
        var watchers: [Int: AsyncStream<Void>.Continuation] = [:]
        var lastWatcher = 0

        mutating func change(_ span: TraceParent, _ body: (inout SpanRecord) -> Void) {
            guard let trace = traces.lastIndex(where: { $0.id == span.trace }),
                let index = traces[trace].spans.firstIndex(where: { $0.id == span.span })
            else { return }
            body(&traces[trace].spans[index])
        }

        /// Removes the outlines of the oldest traces, so that the others have at most `limit` header fields and members.
        mutating func removeOutlines(beyond limit: Int) {
            var total = 0
            for index in traces.indices.reversed() {
                let count = traces[index].partCount
                total += count
                if count > 0, total > limit { traces[index].removeMessages() }
            }
        }
    }

    private let traceLimit: Int
    private let spanLimit: Int
    private let partLimit: Int
    private let watcherLimit: Int
    private let random: @Sendable () -> UInt64
    private let now: @Sendable () -> Int64
    private let state = Mutex(State())

    /// - Parameters:
    ///   - traceLimit: the maximum number of traces.
    ///   - spanLimit: the maximum number of steps of a trace. Later ones are counted and dropped.
    ///   - partLimit: the maximum number of header fields and members in the outlines of all traces. Beyond it, the oldest traces lose
    ///     their outlines. One part has at most about 300 bytes of memory, so by default all have less than 40 MB.
    ///   - watcherLimit: the maximum number of streams of ``changes()``.
    ///   - random: returns random numbers. They must be unpredictable: a client that knows an identifier can add to its trace.
    ///   - now: returns the time in microseconds since 1970.
    package init(
        traceLimit: Int = 100, spanLimit: Int = 200, partLimit: Int = 100_000, watcherLimit: Int = 16,
        random: @escaping @Sendable () -> UInt64, now: @escaping @Sendable () -> Int64
    ) {
        self.traceLimit = traceLimit
        self.spanLimit = spanLimit
        self.partLimit = partLimit
        self.watcherLimit = watcherLimit
        self.random = random
        self.now = now
    }

    /// The traces, the newest first.
    package var traces: [TraceRecord] { state.withLock { $0.traces.reversed() } }

    /// Returns a trace; nil if it is not recorded, or no longer.
    package func trace(_ id: TraceID) -> TraceRecord? {
        state.withLock { $0.traces.first { $0.id == id } }
    }

    /// Returns a stream with an element after every change; changes before the reader is ready again count as one. Returns nil if
    /// there are too many streams.
    package func changes() -> AsyncStream<Void>? {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let started = state.withLock { state -> Int? in
            guard state.watchers.count < watcherLimit else { return nil }
            state.lastWatcher += 1
            state.watchers[state.lastWatcher] = continuation
            return state.lastWatcher
        }
        guard let number = started else { return nil }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.watchers.removeValue(forKey: number) }
        }
        return stream
    }

    package func start(
        _ kind: SpanKind, in lane: TraceLane, below parent: TraceParent?, link: TraceParent?, _ attributes: [SpanAttribute: String]
    ) -> TraceParent {
        let position = TraceParent(trace: parent?.trace ?? .random(random), span: .random(random))
        let span = SpanRecord(
            id: position.span, parent: parent?.span, link: link, lane: lane, kind: kind, start: now(),
            attributes: attributes)
        change { state in
            if let index = state.traces.firstIndex(where: { $0.id == position.trace }) {
                guard state.traces[index].spans.count < spanLimit else {
                    state.traces[index].dropped += 1
                    return
                }
                state.traces[index].spans.append(span)
            } else if parent == nil {
                state.traces.append(TraceRecord(id: position.trace, spans: [span]))
                if state.traces.count > traceLimit { state.traces.removeFirst(state.traces.count - traceLimit) }
            }
        }
        return position
    }

    package func set(_ attribute: SpanAttribute, _ value: String, of span: TraceParent) {
        change(span) { $0.set(attribute, value) }
    }

    package func add(_ checks: [SpanCheck], to span: TraceParent) {
        change(span) { $0.add(checks) }
    }

    package var keepsMessages: Bool { true }

    package func set(_ outline: MessageOutline, as side: MessageSide, of span: TraceParent) {
        change { state in
            state.change(span) { $0.set(outline, as: side) }
            state.removeOutlines(beyond: partLimit)
        }
    }

    package func end(_ span: TraceParent, _ outcome: SpanOutcome) {
        let time = now()
        change(span) { $0.finish(outcome, at: time) }
    }

    package func owns(_ span: TraceParent) -> Bool {
        state.withLock { state in
            state.traces.contains { trace in trace.id == span.trace && trace.spans.contains { $0.id == span.span } }
        }
    }

    private func change(_ span: TraceParent, _ body: (inout SpanRecord) -> Void) {
        change { $0.change(span, body) }
    }

    private func change(_ body: (inout State) -> Void) {
        let watchers = state.withLock { state in
            body(&state)
            return Array(state.watchers.values)
        }
        // Outside the lock, which the end of a stream takes.
        for watcher in watchers { watcher.yield() }
    }
}

extension TraceRecord {
    /// The number of header fields and members in the outlines of all steps.
    fileprivate var partCount: Int {
        spans.reduce(0) { total, span in span.messages.values.reduce(total) { $0 + $1.partCount } }
    }

    fileprivate mutating func removeMessages() {
        for index in spans.indices { spans[index].removeMessages() }
    }
}
