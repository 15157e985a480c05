package import CoreMetrics
import HTTPTypes
package import Hummingbird
import Synchronization

/// Counts requests by method, route and status, and measures their duration by route.
///
/// All labels come from closed sets: a supported method or `other`, a route's path as in the source or `none`, and the status.
package struct RequestMetrics<Context: RequestContext>: RouterMiddleware {
    private let series: RequestSeries
    private let now: @Sendable () -> ContinuousClock.Instant

    /// Records in `factory`, with times from `now`.
    package init(_ factory: any MetricsFactory, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        series = RequestSeries(factory)
        self.now = now
    }

    /// Calls `next` and records the request.
    package func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let start = now()
        let response = try await next(request, context)
        let duration = (now() - start).components
        let (counter, timer) = series[
            RequestKind(method: request.method, route: context.matchedRoute, status: response.status.code)]
        counter.increment(by: 1)
        timer.recordNanoseconds(duration.seconds * 1_000_000_000 + duration.attoseconds / 1_000_000_000)
        return response
    }
}

/// The labels of a request in the metrics.
private struct RequestKind: Hashable {
    let method: String
    let route: String
    let status: Int

    init(method: HTTPRequest.Method, route: String, status: Int) {
        self.method = Self.methods.contains(method) ? method.rawValue : "other"
        self.route = route
        self.status = status
    }

    private static let methods: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options]
}

/// The series of each kind of request, cached because a factory formats and looks up all labels on each call.
private final class RequestSeries: Sendable {
    private let factory: any MetricsFactory
    private let known = Mutex<[RequestKind: (counter: any CounterHandler, timer: any TimerHandler)]>([:])

    init(_ factory: any MetricsFactory) { self.factory = factory }

    subscript(kind: RequestKind) -> (counter: any CounterHandler, timer: any TimerHandler) {
        known.withLock { known in
            if let series = known[kind] { return series }
            let counter = factory.makeCounter(
                label: "http_requests_total",
                dimensions: [("method", kind.method), ("route", kind.route), ("status", String(kind.status))])
            let timer = factory.makeTimer(label: "http_request_duration_seconds", dimensions: [("route", kind.route)])
            known[kind] = (counter, timer)
            return (counter, timer)
        }
    }
}

extension MetricFamily {
    /// The metrics of ``RequestMetrics`` and of the connections.
    package static let http: [MetricFamily] = [
        MetricFamily("http_requests_total", .counter, help: "Completed requests by method, route and status."),
        MetricFamily(
            "http_request_duration_seconds", .histogram(bounds: durationBounds),
            help: "Time from a request's header to the start of its response, by route."),
        MetricFamily("http_connections", .gauge, help: "Open connections."),
        MetricFamily(
            "http_connections_rejected_total", .counter, help: "Connections that received 503 because too many were open."),
    ]
}
