package import CoreMetrics
import HTTPTypes
package import Hummingbird

/// Counts requests by method, route and status, and times them by route.
///
/// All labels come from closed sets: a method we offer or `other`, a route's path as written in the source or `none`, and the status.
package struct RequestMetrics<Context: RequestContext>: RouterMiddleware {
    private let factory: any MetricsFactory
    private let now: @Sendable () -> ContinuousClock.Instant

    /// Counts in `factory`, timed by `now`.
    package init(_ factory: any MetricsFactory, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.factory = factory
        self.now = now
    }

    /// Answers by `next` and counts.
    package func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let start = now()
        let response = try await next(request, context)
        let duration = (now() - start).components
        let route = context.matchedRoute
        factory.makeCounter(
            label: "http_requests_total",
            dimensions: [
                ("method", Self.methods.contains(request.method) ? request.method.rawValue : "other"), ("route", route),
                ("status", String(response.status.code)),
            ]
        ).increment(by: 1)
        factory.makeTimer(label: "http_request_duration_seconds", dimensions: [("route", route)])
            .recordNanoseconds(duration.seconds * 1_000_000_000 + duration.attoseconds / 1_000_000_000)
        return response
    }

    private static var methods: [HTTPRequest.Method] { [.get, .head, .post, .put, .patch, .delete, .options] }
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
