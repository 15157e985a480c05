import HTTPTypes
import Hummingbird

/// A route of the API together with its description, so that the OpenAPI document cannot tell of other routes than there are.
struct DescribedRoute: Sendable {
    let route: Route
    let operation: Operation

    init(
        _ method: HTTPRequest.Method, _ path: String, _ operation: Operation,
        handler: @escaping @Sendable (IncomingRequest) async throws -> Response
    ) {
        route = Route(method, path, handler: handler)
        self.operation = operation
    }
}
