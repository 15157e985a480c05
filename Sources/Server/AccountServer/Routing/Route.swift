package import HTTPTypes
package import Hummingbird

/// One route: what answers one method under one path.
package struct Route: Sendable {
    /// What answers. It returns a response or throws; anything thrown becomes a problem document or page.
    package typealias Handler = @Sendable (IncomingRequest) async throws -> Response

    /// The method. `HEAD` is offered wherever `GET` is, and is never given.
    package let method: HTTPRequest.Method
    /// The path, `/v1/sessions/{id}`: literal segments of letters, digits and `-._~`, and parameters in braces.
    package let path: String
    /// What answers.
    package let handler: Handler

    /// A route from its parts. Whether `path` is well-formed shows when a ``RouteTable`` is made.
    package init(_ method: HTTPRequest.Method, _ path: String, handler: @escaping Handler) {
        self.method = method
        self.path = path
        self.handler = handler
    }
}
