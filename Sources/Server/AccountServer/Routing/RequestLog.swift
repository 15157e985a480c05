import HTTPTypes
package import Hummingbird
package import Logging

/// Logs one line for each response: method, route, status, and the time to the start of the response. It never logs the path with
/// its parameters, the query, a header or a body, because they contain secrets.
package struct RequestLog<Context: RequestContext>: RouterMiddleware {
    private let level: Logger.Level
    private let now: @Sendable () -> ContinuousClock.Instant

    /// Logs at `level`, with times from `now`.
    package init(level: Logger.Level = .info, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.level = level
        self.now = now
    }

    /// Calls `next` and logs the line.
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
