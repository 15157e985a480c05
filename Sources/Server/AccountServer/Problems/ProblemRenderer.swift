package import HTTPTypes
package import Hummingbird
import JSONText
import NIOCore

/// What a renderer knows of the request beside the problem.
package struct ProblemOccasion: Sendable {
    /// The request's identifier, which the log has too.
    package let id: RequestIdentifier
    /// The request's method.
    package let method: HTTPRequest.Method
    /// The request's path as sent, without the query; empty where not even that could be read.
    package let path: String
    /// The request's header.
    package let headers: HTTPFields

    /// The occasion of one request.
    package init(id: RequestIdentifier, method: HTTPRequest.Method, path: String, headers: HTTPFields = [:]) {
        self.id = id
        self.method = method
        self.path = path
        self.headers = headers
    }
}

/// How a problem becomes a response: a document for programs, a page for people.
package struct ProblemRenderer: Sendable {
    private let render: @Sendable (Problem, ProblemOccasion) -> Response

    /// A renderer of one's own. Status and header fields that the problem demands are added to what it returns.
    package init(_ render: @escaping @Sendable (Problem, ProblemOccasion) -> Response) {
        self.render = render
    }

    /// Problem documents, `application/problem+json` (RFC 9457).
    package static let json = ProblemRenderer { problem, occasion in
        let document = problem.document(instance: occasion.id)
        return Response(
            status: problem.status, headers: [.contentType: "application/problem+json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: document.bytes())))
    }

    /// Pages for those who ask for `text/html`, documents for everybody else. For paths that belong to nobody.
    package static func negotiated(page: ProblemRenderer) -> ProblemRenderer {
        ProblemRenderer { problem, occasion in
            let accepted = occasion.headers[values: .accept].joined(separator: ",").lowercased()
            return (accepted.contains("text/html") ? page : json).render(problem, occasion)
        }
    }

    /// The response, with the problem's status and its header fields, whatever the closure made of them.
    package func response(to problem: Problem, on occasion: ProblemOccasion) -> Response {
        var response = render(problem, occasion)
        response.status = problem.status
        for field in problem.answerHeaders { response.headers[field.name] = field.value }
        return response
    }
}

/// Makes a problem of everything thrown outside of a ``RouteTable``, among it Hummingbird's own 404 for a path that nobody claims.
package struct ProblemResponses<Context: RequestContext>: RouterMiddleware {
    private let renderer: ProblemRenderer

    /// Renders problems with `renderer`.
    package init(_ renderer: ProblemRenderer = .json) {
        self.renderer = renderer
    }

    /// Answers by `next`, or with the problem that it threw.
    package func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            let problem = Problem(thrown: error)
            problem.log(to: context.logger)
            let id = CurrentRequest.identifierOrFresh()
            let path = (request.head.path ?? "").prefix { $0 != "?" }
            return renderer.response(
                to: problem,
                on: ProblemOccasion(id: id, method: request.method, path: String(path), headers: request.headers))
        }
    }
}
