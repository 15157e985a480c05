import HTTPTypes
import Hummingbird
import Synchronization
import Traces
package import WebClient
import WebServing

/// Records each request of an app or a form, under `latchkey dev` or for a collector of traces, with the route as in the source. It never
/// records the path or the query of a request, and of a problem only the code. Under `latchkey dev` it records the outlines of the request
/// and the response.
struct TracedRequests<Context: RequestContext>: RouterMiddleware {
    let recorder: any SpanRecorder

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard Self.isRecorded(request) else { return try await next(request, context) }
        let span = TraceSpan(
            .serverRequest, in: .server, receiving: request.headers[values: .traceparent], by: recorder,
            [.method: request.method.rawValue])
        span.record(.request, MessageOutline(request.headers))
        do {
            let problem = TracedProblem()
            let response = try await TracedProblem.$current.withValue(problem) {
                try await TraceSpan.$current.withValue(span) { try await next(request, context) }
            }
            span.set(.route, context.matchedRoute)
            span.set(.status, "\(response.status.code)")
            if let code = problem.code { span.set(.problem, code.rawValue) }
            if span.keepsMessages {
                let outline = await MessageOutline(response)
                span.record(.response, outline)
            }
            span.end(problem.outcome(of: response.status))
            return response
        } catch {
            span.set(.route, context.matchedRoute)
            span.end(.failed("no response"))
            throw error
        }
    }

    /// The API, and forms of pages. The desk and assets would displace the sign-ins.
    private static func isRecorded(_ request: Request) -> Bool {
        let path = (request.head.path ?? "").prefix { $0 != "?" && $0 != "#" }
        guard !path.hasPrefix("/dev/") else { return false }
        return path.hasPrefix("/v1/") || request.method == .post
    }
}

/// The problem that the response to the current request reports.
final class TracedProblem: Sendable {
    /// Nil if the request is not recorded.
    @TaskLocal static var current: TracedProblem?

    private let held = Mutex<ProblemCode?>(nil)

    var code: ProblemCode? { held.withLock { $0 } }

    func report(_ code: ProblemCode) { held.withLock { $0 = code } }

    /// Returns the outcome of the request. A right first factor leads to the request for the second one, which is no failure.
    fileprivate func outcome(of status: HTTPResponse.Status) -> SpanOutcome {
        guard status.code >= 400, code != .additionalAuthenticationRequired else { return .succeeded }
        return .failed("status \(status.code)" + (code.map { ": \($0.rawValue)" } ?? ""))
    }
}

/// The connections to Apple, with each request recorded that a recorded request causes. `traceparent` is sent only to a service on
/// this machine.
package struct TracedConnections: WebTransport {
    private let connections: any WebTransport

    package init(connections: any WebTransport) {
        self.connections = connections
    }

    package func send(_ request: WebRequest) async throws(WebClientError) -> WebResponse {
        guard let parent = TraceSpan.current else { return try await connections.send(request) }
        let route = String(request.url.target.prefix { $0 != "?" })
        let span = parent.child(.appleRequest, in: .server, [.method: request.method.rawValue, .route: route])
        var request = request
        if ["localhost", "127.0.0.1", "::1"].contains(request.url.host) { request.headers[.traceparent] = "\(span.position)" }
        span.record(.request, MessageOutline(request.headers, body: request.body))
        // Without a current step, the span of AsyncHTTPClient does not record the request again.
        let result = await TraceSpan.$current.withValue(nil) { await connections.result(of: request) }
        switch result {
        case .success(let response):
            span.record(.response, MessageOutline(response.headers, body: response.body))
            span.set(.status, "\(response.status.code)")
            span.end(response.status.code < 400 ? .succeeded : .failed("status \(response.status.code)"))
        case .failure(let error): span.end(.failed("\(error)"))
        }
        return try result.get()
    }
}

extension WebTransport {
    fileprivate func result(of request: WebRequest) async -> Result<WebResponse, WebClientError> {
        do throws(WebClientError) { return .success(try await send(request)) } catch { return .failure(error) }
    }
}
