import HTTPTypes
package import Hummingbird
import WebServing

/// The header fields of every response, unless its handler sets them.
package struct SecurityHeaders: Sendable {
    /// `Strict-Transport-Security` (RFC 6797).
    package enum TransportSecurity: Hashable, Sendable {
        /// Not sent. For an http origin, which is always loopback and where browsers ignore the field.
        case none
        /// One year for this host.
        case host
        /// One year for this host and its subdomains. Subdomains without https become unreachable, so the operator must turn this
        /// on.
        case hostAndSubdomains
    }

    private let fields: HTTPFields

    /// Creates the fields for a public origin with the given transport security.
    ///
    /// The content security policy is for responses that are not pages; pages set their own. The referrer policy is
    /// `same-origin`, because with `no-referrer` browsers send `Origin: null` with the site's own forms.
    package init(transportSecurity: TransportSecurity = .none) {
        var fields: HTTPFields = [
            .xContentTypeOptions: "nosniff",
            .referrerPolicy: "same-origin",
            .contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
            .literal("Permissions-Policy"):
                "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()",
            .literal("Cross-Origin-Opener-Policy"): "same-origin",
            .crossOriginResourcePolicy: "same-origin",
            .cacheControl: "no-store",
        ]
        switch transportSecurity {
        case .none: break
        case .host: fields[.strictTransportSecurity] = "max-age=31536000"
        case .hostAndSubdomains: fields[.strictTransportSecurity] = "max-age=31536000; includeSubDomains"
        }
        self.fields = fields
    }

    /// Adds the fields that `response` does not have.
    package func complete(_ response: inout Response) { complete(&response.headers) }

    /// Adds the fields that `headers` do not have.
    func complete(_ headers: inout HTTPFields) {
        for field in fields where !headers.contains(field.name) { headers.append(field) }
    }
}

/// Adds ``SecurityHeaders`` to every response. A mounted ``RouteTable`` adds them itself; this middleware is for all other
/// responses.
package struct SecurityHeadersMiddleware<Context: RequestContext>: RouterMiddleware {
    private let headers: SecurityHeaders

    /// Adds `headers`.
    package init(_ headers: SecurityHeaders) {
        self.headers = headers
    }

    /// Calls `next` and completes its response. Errors pass through; an outer middleware must convert them.
    package func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        headers.complete(&response)
        return response
    }
}
