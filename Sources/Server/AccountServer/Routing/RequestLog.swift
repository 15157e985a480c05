import HTTPTypes
package import Hummingbird
package import Logging

/// Writes one line for each answered request: method, route, status, and how long it took to the beginning of the response. Never the
/// path with its parameters, the query, a header or a body, since all of those hold secrets.
package struct RequestLog<Context: RequestContext>: RouterMiddleware {
    private let level: Logger.Level
    private let now: @Sendable () -> ContinuousClock.Instant

    /// A log at `level`, timed by `now`.
    package init(level: Logger.Level = .info, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.level = level
        self.now = now
    }

    /// Answers by `next` and writes the line.
    package func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let start = now()
        let response = try await next(request, context)
        context.logger.log(
            level: level, "request",
            metadata: [
                "method": .string(request.method.rawValue),
                "route": .string(context.matchedRoute),
                "status": .stringConvertible(response.status.code),
                "duration": .string("\((now() - start).microseconds)us"),
            ])
        return response
    }
}

extension Duration {
    /// Whole microseconds, rounded down.
    fileprivate var microseconds: Int64 { components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000 }
}
