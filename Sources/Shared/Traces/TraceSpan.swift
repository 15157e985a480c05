/// Records steps. An implementation limits what it keeps, and cuts long texts.
package protocol SpanRecorder: Sendable {
    /// Starts a step in the trace of `parent`, or in a new trace if that is nil.
    ///
    /// - Parameter link: the position that a foreign client sent; see ``SpanRecord/link``.
    func start(
        _ kind: SpanKind, in lane: TraceLane, below parent: TraceParent?, link: TraceParent?, _ attributes: [SpanAttribute: String]
    ) -> TraceParent

    func set(_ attribute: SpanAttribute, _ value: String, of span: TraceParent)
    func add(_ checks: [SpanCheck], to span: TraceParent)

    /// Whether this recorder keeps the outlines of requests and responses. Otherwise no caller creates one.
    var keepsMessages: Bool { get }

    func set(_ outline: MessageOutline, as side: MessageSide, of span: TraceParent)

    /// Ends a step. The first end counts.
    func end(_ span: TraceParent, _ outcome: SpanOutcome)

    /// Whether this recorder created the span and still keeps its trace. Identifiers are random, so no other client knows them.
    func owns(_ span: TraceParent) -> Bool
}

/// A step that is being recorded.
package struct TraceSpan: Sendable {
    /// The step that the current task performs; nil if nothing is recorded.
    @TaskLocal package static var current: TraceSpan?

    package let position: TraceParent
    package let lane: TraceLane
    private let recorder: any SpanRecorder

    private init(_ position: TraceParent, in lane: TraceLane, _ recorder: any SpanRecorder) {
        self.position = position
        self.lane = lane
        self.recorder = recorder
    }

    /// Starts a new trace.
    package init(
        _ kind: SpanKind, in lane: TraceLane, by recorder: any SpanRecorder, link: TraceParent? = nil,
        _ attributes: [SpanAttribute: String] = [:]
    ) {
        self.init(recorder.start(kind, in: lane, below: nil, link: link, attributes), in: lane, recorder)
    }

    /// Starts the step of a received request. It continues the trace of the header field `traceparent` only if `recorder` created
    /// that trace. Another well-formed value is linked; a malformed one is ignored.
    ///
    /// - Parameter values: the values of all header fields of this name. Several are ignored.
    package init(
        _ kind: SpanKind, in lane: TraceLane, receiving values: [String], by recorder: any SpanRecorder,
        _ attributes: [SpanAttribute: String] = [:]
    ) {
        let sent = values.count == 1 ? values.first.flatMap { TraceParent($0) } : nil
        if let sent, let span = TraceSpan(kind, in: lane, continuing: sent, by: recorder, attributes) {
            self = span
        } else {
            self.init(kind, in: lane, by: recorder, link: sent, attributes)
        }
    }

    /// Continues the trace of a position that another part of this machine sent. Returns nil unless `recorder` created the position:
    /// the caller may then link it.
    package init?(
        _ kind: SpanKind, in lane: TraceLane, continuing sent: TraceParent, by recorder: any SpanRecorder,
        _ attributes: [SpanAttribute: String] = [:]
    ) {
        guard recorder.owns(sent) else { return nil }
        self.init(recorder.start(kind, in: lane, below: sent, link: nil, attributes), in: lane, recorder)
    }

    /// Starts a step that this one causes.
    ///
    /// - Parameter link: the position that a foreign client sent; see ``SpanRecord/link``.
    package func child(
        _ kind: SpanKind, in lane: TraceLane, link: TraceParent? = nil, _ attributes: [SpanAttribute: String] = [:]
    ) -> TraceSpan {
        TraceSpan(recorder.start(kind, in: lane, below: position, link: link, attributes), in: lane, recorder)
    }

    package func set(_ attribute: SpanAttribute, _ value: String) {
        recorder.set(attribute, value, of: position)
    }

    package func add(_ checks: [SpanCheck]) {
        recorder.add(checks, to: position)
    }

    package var keepsMessages: Bool { recorder.keepsMessages }

    /// Records the outline of a message, if the recorder keeps outlines. The last one of each side counts.
    package func record(_ side: MessageSide, _ outline: @autoclosure () -> MessageOutline) {
        guard keepsMessages else { return }
        recorder.set(outline(), as: side, of: position)
    }

    package func end(_ outcome: SpanOutcome = .succeeded) {
        recorder.end(position, outcome)
    }
}
