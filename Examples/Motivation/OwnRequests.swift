import HTTPTypes
import Hummingbird

/// Rejects requests that a page of another site can cause: those with a host name that is not this server's (DNS rebinding), and
/// those with a foreign `Origin`. A program sends no origin.
struct OwnRequests: RouterMiddleware {
    private let names: Set<String>

    /// - Parameter site: The host of the site, which the server accepts in addition to the names of this machine.
    init(site: String) {
        names = ["localhost", "127.0.0.1", "[::1]", site.lowercased()]
    }

    func handle(
        _ request: Request, context: MotivationContext, next: (Request, MotivationContext) async throws -> Response
    ) async throws -> Response {
        let authority = (request.head.authority ?? "").lowercased()
        let name =
            authority.hasPrefix("[")
            ? String(authority.prefix { $0 != "]" }) + "]" : String(authority.prefix { $0 != ":" })
        guard names.contains(name) else {
            throw HTTPError(.forbidden, message: "This host name is not allowed. Use localhost, or the host of --site.")
        }
        let ownOrigins = ["http://" + authority, "https://" + authority]
        guard request.headers[values: .origin].allSatisfy({ ownOrigins.contains($0.lowercased()) }) else {
            throw HTTPError(.forbidden, message: "The request comes from a page of another site.")
        }
        return try await next(request, context)
    }
}
