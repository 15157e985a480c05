import HTTPTypes
import Hummingbird
import HummingbirdTesting
import JSONText
import Logging
import NIOCore

@testable import AccountServer

/// Routes that report which of them was reached and with which values.
enum RoutingSamples {
    static let routes: [Route] = [
        route(.get, "/"), route(.get, "/v1/session"), route(.delete, "/v1/session"), route(.get, "/v1/sessions"),
        route(.get, "/v1/sessions/{id}"), route(.delete, "/v1/sessions/{id}"), route(.post, "/v1/sessions"),
        route(.get, "/v1/sessions/current"), route(.get, "/.well-known/security.txt"),
        route(.get, "/v1/sessions/{id}/events/{event}"),
    ]

    static func route(_ method: HTTPRequest.Method, _ path: String) -> Route {
        Route(method, path) { request in
            Response.json([
                "route": .string("\(request.method.rawValue) \(path)"), "path": .string(request.path),
                "prefix": .string(request.prefix),
                "id": request.parameters["id"].map(JSONValue.string) ?? nil,
                "query": .array(request.query.names.map(JSONValue.string)),
                "address": .string("\(request.clientAddress)"),
            ])
        }
    }

    /// Returns a standalone application with `routes`.
    static func application(
        _ routes: [Route] = routes, prefix: String = "", policy: RequestPolicy = RequestPolicy(), renderer: ProblemRenderer = .json,
        logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    ) throws -> some ApplicationProtocol {
        let router = Router(context: AccountRequestContext.self)
        router.add(middleware: RequestIdentifiers())
        router.add(middleware: RequestLog())
        router.add(middleware: SecurityHeadersMiddleware(SecurityHeaders()))
        router.add(middleware: ProblemResponses(renderer))
        try RouteTable(routes, policy: policy, renderer: renderer).mount(on: router, under: prefix)
        return Application(router: router, logger: logger)
    }
}

extension TestResponse {
    /// The body as JSON.
    var json: JSONValue? { try? JSONText.parse(body.readableBytesView).root.value }

    /// The code in the problem document of the body.
    var problemCode: String? {
        headers[.contentType] == "application/problem+json" ? json?["code"]?.string : nil
    }
}
