package import Hummingbird

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
