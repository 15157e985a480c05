import HTTPTypes
import Hummingbird
import InternetAddresses

/// Redirects a browser from a loopback address to the public origin `localhost`, because browsers reject passkeys at addresses. Programs
/// use either.
struct LocalhostRedirect<Context: RequestContext>: RouterMiddleware {
    private let origin: PublicOrigin
    private let headers: SecurityHeaders

    /// Returns nil for another public origin. The redirection has the fields of `headers`.
    init?(to origin: PublicOrigin, headers: SecurityHeaders) {
        guard origin.host == "localhost" else { return nil }
        self.origin = origin
        self.headers = headers
    }

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard [.get, .head].contains(request.method), request.headers[.accept]?.contains("text/html") == true,
            let authority = request.head.authority, let asked = try? PublicOrigin("\(origin.scheme)://\(authority)"),
            asked.address?.isLoopback == true, asked.port == origin.port, let target = request.head.path, target.hasPrefix("/")
        else { return try await next(request, context) }
        var response = Response(status: .temporaryRedirect, headers: [.location: origin.url(target)])
        headers.complete(&response)
        return response
    }
}
