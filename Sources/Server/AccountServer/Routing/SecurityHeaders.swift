import HTTPTypes
package import Hummingbird

/// The header fields that every response carries unless its handler set them itself.
package struct SecurityHeaders: Sendable {
    /// `Strict-Transport-Security` (RFC 6797).
    package enum TransportSecurity: Hashable, Sendable {
        /// Not sent. For an http origin, where browsers ignore it, which is only ever loopback.
        case none
        /// This host for one year.
        case host
        /// This host and all below it for one year. Cuts off neighbours that have no https, so the operator asks for it.
        case hostAndSubdomains
    }

    private let fields: HTTPFields

    /// The fields for a public origin with the given transport security.
    ///
    /// The content security policy is the one for answers that are no pages; a page brings its own. The referrer policy is
    /// `same-origin` and not `no-referrer`, under which browsers send `Origin: null` with our own forms.
    package init(transportSecurity: TransportSecurity = .none) {
        var fields: HTTPFields = [
            .xContentTypeOptions: "nosniff",
            .literal("Referrer-Policy"): "same-origin",
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

    /// Adds every field that `response` does not have.
    package func complete(_ response: inout Response) { complete(&response.headers) }

    /// Adds every field that `headers` do not have.
    func complete(_ headers: inout HTTPFields) {
        for field in fields where !headers.contains(field.name) { headers.append(field) }
    }
}

/// Completes every response by ``SecurityHeaders``. A mounted ``RouteTable`` does so by itself; this is for what else a server answers.
package struct SecurityHeadersMiddleware<Context: RequestContext>: RouterMiddleware {
    private let headers: SecurityHeaders

    /// Adds `headers`.
    package init(_ headers: SecurityHeaders) {
        self.headers = headers
    }

    /// Answers by `next`, completed. What is thrown passes, and must be made a response outside of this.
    package func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        headers.complete(&response)
        return response
    }
}
