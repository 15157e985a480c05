package import Accounts
package import HTTPTypes
package import Hummingbird
import Logging
package import Secrets

/// The identifier of one request: minted here, told to the client, and part of every line of the log about it. What a client
/// sends as an identifier is ignored, so that nobody can write into somebody else's trail.
package typealias RequestIdentifier = Identifier<IncomingRequest>

extension HTTPField.Name {
    /// Where the client finds the ``RequestIdentifier``.
    package static let requestIdentifier = literal("X-Request-Id")

    /// A name known to be well-formed.
    static func literal(_ name: StaticString) -> HTTPField.Name {
        guard let name = HTTPField.Name("\(name)") else { preconditionFailure("a header name in the source is malformed") }
        return name
    }
}

/// Mints a ``RequestIdentifier`` for each request, tells it to the client, and puts it into the logger of all that follow. Belongs
/// first.
package struct RequestIdentifiers<Context: RequestContext>: RouterMiddleware {
    private let random: any RandomBytes

    /// Identifiers from `random`.
    package init(random: any RandomBytes = SystemRandomBytes()) {
        self.random = random
    }

    /// Answers by `next`.
    package func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let id = RequestIdentifier(random: random)
        var context = context
        context.logger[metadataKey: RequestIdentifier.metadataKey] = .string(id.description)
        var response = try await CurrentRequest.$identifier.withValue(id) { [context] in try await next(request, context) }
        response.headers[.requestIdentifier] = id.description
        return response
    }
}

/// What is known of the request that the current task answers. Carried by the task because neither a host's context nor a logger, which may
/// keep nothing, can be relied on for it.
enum CurrentRequest {
    /// The identifier that ``RequestIdentifiers`` minted; nil where it does not run.
    @TaskLocal static var identifier: RequestIdentifier?

    /// The identifier of the current request, minted here where no middleware has.
    static func identifierOrFresh() -> RequestIdentifier { identifier ?? RequestIdentifier(random: SystemRandomBytes()) }
}

extension RequestIdentifier {
    /// The key of the identifier in log lines.
    package static var metadataKey: String { "request" }
}
