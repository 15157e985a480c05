import FoundationEssentials
import HTTPTypes
package import Hummingbird
package import Markup
import Secrets
import WebServing

/// Applies ``LocalAccess`` to the requests of one server.
///
/// The server must call the gate before it handles a request. The gate responds to three kinds of requests itself: a visit with a
/// one-time token, a program's request for a new token, and every request that is not admitted.
package struct LocalAccessGate: Sendable {
    /// The path at which a program with the bearer token requests a new one-time token by POST. The response is `{"path":
    /// "/device?token=…"}`.
    package static let tokenPath = "/access/tokens"

    private let access: LocalAccess
    private let landing: LocalPath
    private let command: String
    private let tokenPath: String

    /// Creates the gate of a server.
    ///
    /// - Parameters:
    ///   - landing: The page to which a URL with a token leads.
    ///   - command: The command that prints a new URL, for the text of a rejection.
    ///   - tokenPath: The path at which a program requests a new URL. Gates of one server need different ones.
    package init(_ access: LocalAccess, landing: LocalPath, command: String, tokenPath: String = Self.tokenPath) {
        self.access = access
        self.landing = landing
        self.command = command
        self.tokenPath = tokenPath
    }

    /// Returns the path of the first page with a new one-time token.
    package func newPath() -> LocalPath {
        landing.appending(query: Self.tokenName, access.newToken().reveal())
    }

    /// Returns the URL of the first page with a new one-time token.
    ///
    /// - Parameter origin: The origin of the server, such as `http://127.0.0.1:8082`.
    package func newAddress(at origin: String) -> String { origin + newPath().text }

    /// Returns nil if the request is admitted. Otherwise returns the response.
    package func response(to request: Request) -> Response? {
        if let authorization = request.headers[.authorization] {
            guard let bearer = Self.bearer(authorization), access.admits(bearer: bearer) else { return rejection(of: request) }
            guard request.method == .post, request.uri.path == tokenPath else { return nil }
            return Self.response(.created, "application/json", Self.json(["path": newPath().text]))
        }
        let hasSession = sessions(of: request).contains { access.admits(session: $0) }
        guard request.method == .get, request.uri.path == landing.text, let text = request.uri.queryParameters[Self.tokenName[...]]
        else { return hasSession ? nil : rejection(of: request) }
        // An admitted browser that follows a URL again needs no second session.
        if hasSession { return redirection }
        guard let token = OpaqueToken(encoded: String(text)), let session = access.exchange(token) else {
            return rejection(of: request)
        }
        var response = redirection
        response.headers[.setCookie] = "\(access.cookieName)=\(session.reveal()); Path=/; HttpOnly; SameSite=Strict"
        return response
    }

    /// Redirects to the same page without the token.
    private var redirection: Response {
        Response(
            status: .seeOther,
            headers: [.location: landing.text, .cacheControl: "no-store", .referrerPolicy: "no-referrer"])
    }

    private static func bearer(_ authorization: String) -> OpaqueToken? {
        let parts = authorization.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return OpaqueToken(encoded: String(parts[1]))
    }

    /// Returns all session cookies, because another server on this host can set a cookie with the same name.
    private func sessions(of request: Request) -> [OpaqueToken] {
        request.headers[values: .cookie].flatMap { $0.split(separator: ";") }.compactMap { pair in
            let parts = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0] == access.cookieName else { return nil }
            return OpaqueToken(encoded: String(parts[1]))
        }
    }

    private func rejection(of request: Request) -> Response {
        let detail =
            "This server accepts only the user who started it. Open the URL that `latchkey dev` printed, or run `\(command)` for a new one."
        var response =
            if request.headers[.accept]?.contains("text/html") == true {
                Self.response(.unauthorized, "text/html; charset=utf-8", page(detail).bytes)
            } else {
                Self.response(
                    .unauthorized, "application/problem+json",
                    Self.json(Problem(status: 401, code: "unauthorized", detail: detail)))
            }
        // RFC 9110, section 11.6.1.
        response.headers[.wwwAuthenticate] = "Bearer realm=\"latchkey\""
        response.headers[.contentSecurityPolicy] = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"
        return response
    }

    private func page(_ detail: String) -> HTMLDocument {
        HTMLDocument(lang: "en") {
            title("Not signed in")
            meta("viewport", "width=device-width, initial-scale=1")
        } body: {
            h1 { "Not signed in" }
            p { detail }
            // After a link from another site, browsers omit a strict cookie. They send it with this link.
            p { a(.href(.local(landing))) { "Try again" } }
        }
    }

    private static func json(_ members: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(members)).map { Array($0) } ?? Array("{}".utf8)
    }

    private static func response(_ status: HTTPResponse.Status, _ type: String, _ body: [UInt8]) -> Response {
        .uncached(body, type: type, status: status, headers: [.referrerPolicy: "no-referrer"])
    }

    private static let tokenName = "token"
}

/// A problem document (RFC 9457).
private struct Problem: Encodable {
    let status: Int
    let code: String
    let detail: String
}

/// Adds a ``LocalAccessGate`` to a router. Add it before any route, because Hummingbird applies a middleware only to later
/// routes.
package struct LocalAccessMiddleware<Context: RequestContext>: RouterMiddleware {
    private let gate: LocalAccessGate

    package init(_ gate: LocalAccessGate) {
        self.gate = gate
    }

    package func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        if let response = gate.response(to: request) { return response }
        return try await next(request, context)
    }
}
