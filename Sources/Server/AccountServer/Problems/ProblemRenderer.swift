package import HTTPTypes
package import Hummingbird
import JSONText
import NIOCore
import Texts

/// The request of a problem, as far as renderers need it.
package struct ProblemContext: Sendable {
    /// The request's identifier, which is also in the log.
    package let id: RequestIdentifier
    /// The request's method.
    package let method: HTTPRequest.Method
    /// The request's path as sent, without the query; empty if it could not be read.
    package let path: String
    /// The request's header.
    package let headers: HTTPFields

    /// Creates the occasion of one request.
    package init(id: RequestIdentifier, method: HTTPRequest.Method, path: String, headers: HTTPFields = [:]) {
        self.id = id
        self.method = method
        self.path = path
        self.headers = headers
    }
}

/// Converts problems to responses: documents for programs, pages for browsers.
package struct ProblemRenderer: Sendable {
    private let render: @Sendable (Problem, ProblemContext) -> Response

    /// Creates a custom renderer. The status and header fields of the problem are added to its response.
    package init(_ render: @escaping @Sendable (Problem, ProblemContext) -> Response) {
        self.render = render
    }

    /// Renders problem documents, `application/problem+json` (RFC 9457), in the language that the client accepts.
    package static let json = ProblemRenderer { problem, problemContext in
        let (translated, language) = problem.translated(acceptLanguage: problemContext.headers[.acceptLanguage])
        let document = translated.document(instance: problemContext.id)
        return Response(
            status: problem.status,
            headers: [
                .contentType: "application/problem+json", .contentLanguage: language.tag, .vary: "Accept-Language",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: document.bytes())))
    }

    /// Renders pages for requests that accept `text/html` and documents for all others. For paths outside all tables.
    package static func negotiated(page: ProblemRenderer) -> ProblemRenderer {
        ProblemRenderer { problem, problemContext in
            let accepted = problemContext.headers[values: .accept].joined(separator: ",").lowercased()
            return (accepted.contains("text/html") ? page : json).render(problem, problemContext)
        }
    }

    /// Returns the response with the problem's status and header fields, which override those of the closure.
    package func response(to problem: Problem, on problemContext: ProblemContext) -> Response {
        TracedProblem.current?.report(problem.code)
        var response = render(problem, problemContext)
        response.status = problem.status
        for field in problem.answerHeaders { response.headers[field.name] = field.value }
        return response
    }
}

/// Converts errors outside of a ``RouteTable`` to problems, including Hummingbird's 404 for an unknown path.
package struct ProblemResponses<Context: RequestContext>: RouterMiddleware {
    private let renderer: ProblemRenderer

    /// Renders problems with `renderer`.
    package init(_ renderer: ProblemRenderer = .json) {
        self.renderer = renderer
    }

    /// Calls `next`, and responds with the problem if it throws.
    package func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            let problem = Problem(thrown: error)
            problem.log(to: context.logger)
            let id = CurrentRequest.currentOrNew()
            let path = (request.head.path ?? "").prefix { $0 != "?" }
            return renderer.response(
                to: problem,
                on: ProblemContext(id: id, method: request.method, path: String(path), headers: request.headers))
        }
    }
}
