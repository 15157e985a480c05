public import Hummingbird

extension Latchkey {
    /// Returns a middleware that admits only requests with the token of an active session, and sets the context's user. Other
    /// requests receive 401 with a problem document.
    public func requireSignIn<Context: SignedInRequestContext>(as context: Context.Type = Context.self) -> SignInGuard<Context> {
        SignInGuard(latchkey: self)
    }
}

/// The middleware of ``Latchkey/requireSignIn(as:)``.
public struct SignInGuard<Context: SignedInRequestContext>: RouterMiddleware {
    let latchkey: Latchkey

    /// Calls `next` for a signed-in user, and responds with 401 otherwise.
    public func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var context = context
        do {
            context.user = try await latchkey.user(of: request, context)
        } catch {
            let problemContext = ProblemContext(
                id: CurrentRequest.currentOrNew(), method: request.method, path: request.uri.path)
            return ProblemRenderer.json.response(to: Problem(thrown: error), on: problemContext)
        }
        return try await next(request, context)
    }
}
