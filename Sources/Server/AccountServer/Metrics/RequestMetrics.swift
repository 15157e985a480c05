package import CoreMetrics
import HTTPTypes
package import Hummingbird
import Synchronization

/// Counts requests by method, route and status, and times them by route.
///
/// All labels come from closed sets: a method we offer or `other`, a route's path as written in the source or `none`, and the status.
package struct RequestMetrics<Context: RequestContext>: RouterMiddleware {
    private let series: RequestSeries
    private let now: @Sendable () -> ContinuousClock.Instant

    /// Counts in `factory`, timed by `now`.
    package init(_ factory: any MetricsFactory, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        series = RequestSeries(factory)
        self.now = now
    }

    /// Answers by `next` and counts.
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

/// What tells requests apart in the metrics.
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

/// The series of each kind of request, asked for once: a factory has to spell and look up all labels each time.
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
    /// What ``RequestMetrics`` and the connections count.
    package static let http: [MetricFamily] = [
        MetricFamily("http_requests_total", .counter, help: "Requests answered, by method, route and status."),
        MetricFamily(
            "http_request_duration_seconds", .histogram(bounds: durationBounds),
            help: "Time from a request's header to the beginning of its response, by route."),
        MetricFamily("http_connections", .gauge, help: "Connections open."),
        MetricFamily("http_connections_refused_total", .counter, help: "Connections answered 503 because too many were open."),
    ]
}
