import InternetAddresses
import Synchronization
import Traces
package import Tracing

/// Records the spans of code that is instrumented with swift-distributed-tracing, such as AsyncHTTPClient, as steps of the current one.
///
/// A span is recorded below ``TraceSpan/current``, or below the span that encloses it there. Without a current step it is not recorded.
/// The recorder and the lane are those of the current step, so one tracer serves all servers and phones of a process. The recorder also has
/// the clock: times that the code passes have no effect.
package struct InstrumentedTracer: Tracer {
    package typealias Span = InstrumentedSpan

    package init() {}

    package func startSpan<Instant: TracerInstant>(
        _ operationName: String, context: @autoclosure () -> InstrumentationContext, ofKind kind: Tracing.SpanKind,
        at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
    ) -> InstrumentedSpan {
        InstrumentedSpan(operationName, in: context())
    }

    /// Adopts nothing: a client must not choose the trace of its request. ``TracedRequests`` links the position that it sends.
    package func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier, into context: inout InstrumentationContext, using extractor: Extract
    ) where Extract.Carrier == Carrier {}

    /// Writes nothing: other machines must not receive a position. ``TracedConnections`` sends `traceparent` to this machine.
    package func inject<Carrier, Inject: Injector>(
        _ context: InstrumentationContext, into carrier: inout Carrier, using injector: Inject
    ) where Inject.Carrier == Carrier {}

    /// Has no effect: the recorder decides when it sends steps.
    package func forceFlush() {}
}

/// A span of instrumented code. It records its name, the method and status of a request, and its outcome. It drops other attributes,
/// events, links and the texts of errors, which may contain secrets.
package final class InstrumentedSpan: Tracing.Span {
    private struct State {
        var name: String
        var outcome = SpanOutcome.succeeded
        var isEnded = false
    }

    package let context: InstrumentationContext
    /// Nil if nothing is recorded.
    private let step: TraceSpan?
    private let state: Mutex<State>

    init(_ name: String, in context: InstrumentationContext) {
        let name = Self.recorded(name)
        var context = context
        var step: TraceSpan?
        if let current = TraceSpan.current {
            let enclosing = context[EnclosingSpanKey.self].flatMap { $0.current == current.position ? $0.step : nil }
            // The emulator's handlers are in the same process.
            let started = (enclosing ?? current).child(.instrumented, in: current.lane, [.operation: name])
            context[EnclosingSpanKey.self] = EnclosingSpan(step: started, current: current.position)
            step = started
        }
        self.step = step
        self.context = context
        state = Mutex(State(name: name))
    }

    // Otherwise a span that the code forgets to end would run in the recorder indefinitely. The first end counts.
    deinit { if !state.withLock(\.isEnded) { step?.end(.failed("not ended")) } }

    package var isRecording: Bool { step != nil }

    package var operationName: String {
        get { state.withLock(\.name) }
        set {
            let name = Self.recorded(newValue)
            state.withLock { $0.name = name }
            step?.set(.operation, name)
        }
    }

    /// The attributes to record. Reading returns none.
    package var attributes: SpanAttributes {
        get { [:] }
        set {
            if case .string(let method)? = newValue.get("http.request.method"), Self.methods.contains(method) {
                step?.set(.method, method)
            }
            // The second name is AsyncHTTPClient's.
            for name in ["http.response.status_code", "http.status_code"] {
                if case .int64(let status)? = newValue.get(name), (100...599).contains(status) { step?.set(.status, "\(status)") }
            }
        }
    }

    package func setStatus(_ status: SpanStatus) {
        state.withLock { state in
            switch status.code {
            case .ok: state.outcome = .succeeded
            case .error: if state.outcome == .succeeded { state.outcome = .failed("error") }
            }
        }
    }

    /// Records the type of the error as the reason of a failure.
    package func recordError<Instant: TracerInstant>(
        _ error: any Error, attributes: SpanAttributes, at instant: @autoclosure () -> Instant
    ) {
        let outcome: SpanOutcome = error is CancellationError ? .cancelled : .failed("\(type(of: error))")
        state.withLock { $0.outcome = outcome }
    }

    package func addEvent(_ event: SpanEvent) {}

    package func addLink(_ link: SpanLink) {}

    package func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {
        let outcome: SpanOutcome? = state.withLock { state in
            defer { state.isEnded = true }
            return state.isEnded ? nil : state.outcome
        }
        if let outcome { step?.end(outcome) }
    }

    /// Returns a name that is recorded: at most 60 letters, digits and a few other characters. A longer one may contain data, and one
    /// with a slash, a question mark or an at sign may be a path, a query or an address.
    private static func recorded(_ name: String) -> String {
        !name.isEmpty && name.utf8.count <= longestName && name.utf8.allSatisfy(isPlain) ? name : "unnamed"
    }

    private static func isPlain(_ byte: UInt8) -> Bool { byte.isASCIIAlphanumeric || " .:_-()".utf8.contains(byte) }

    private static let longestName = 60
    private static let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
}

/// The span that encloses others, in the context that they receive.
private struct EnclosingSpan: Sendable {
    let step: TraceSpan
    /// The current step at the start of the span. Below another step, which our own code began within the span, the span encloses none.
    let current: TraceParent
}

private enum EnclosingSpanKey: InstrumentationContextKey {
    typealias Value = EnclosingSpan
}
