package import Accounts
package import HTTPTypes
package import Hummingbird
import Logging
package import Secrets
import WebServing

/// The identifier of one request: generated here, sent to the client, and part of every log line of the request. Identifiers from
/// clients are ignored, so that a client cannot write into another request's trail.
package typealias RequestIdentifier = Identifier<IncomingRequest>

extension HTTPField.Name {
    /// The header field with the ``RequestIdentifier``.
    package static let requestIdentifier = literal("X-Request-Id")
}

/// Generates a ``RequestIdentifier`` for each request, sends it to the client, and adds it to the logger of all later middleware.
/// Add this middleware first.
package struct RequestIdentifiers<Context: RequestContext>: RouterMiddleware {
    private let random: any RandomBytes

    /// Creates identifiers from the bytes of `random`.
    package init(random: any RandomBytes = SystemRandomBytes()) {
        self.random = random
    }

    /// Calls `next` with the identifier.
    package func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let id = RequestIdentifier(random: random)
        let text = id.description
        var context = context
        context.logger[metadataKey: RequestIdentifier.metadataKey] = .string(text)
        var response = try await CurrentRequest.$identifier.withValue(id) { [context] in try await next(request, context) }
        response.headers[.requestIdentifier] = text
        return response
    }
}

/// The values of the request that the current task handles. They are task-local, because an application's context may lack them
/// and its logger may discard metadata.
enum CurrentRequest {
    /// The identifier that ``RequestIdentifiers`` generated; nil without that middleware.
    @TaskLocal static var identifier: RequestIdentifier?

    /// Returns the identifier of the current request, or a new one if no middleware generated it.
    static func currentOrNew() -> RequestIdentifier { identifier ?? RequestIdentifier(random: SystemRandomBytes()) }
}

extension RequestIdentifier {
    /// The key of the identifier in log lines.
    package static var metadataKey: String { "request" }
}
