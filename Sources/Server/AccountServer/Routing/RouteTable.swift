package import HTTPTypes
package import Hummingbird
package import NIOCore

/// A set of routes that was checked for conflicts.
///
/// The table compares the bytes of a path strictly. A path with another case, a doubled or trailing slash, a dot segment, or
/// unnecessary percent-encoding in a literal matches no route.
package struct RouteTable: Sendable {
    /// The routes, in the order given.
    package let routes: [Route]
    /// The endpoints without parameters, by path. They take precedence over patterns.
    private let literals: [String: Endpoint]
    /// The endpoints with parameters. If two match, the one whose literal comes first takes precedence.
    private let patterns: [Endpoint]
    let policy: RequestPolicy
    let renderer: ProblemRenderer

    /// All routes with one path.
    struct Endpoint: Sendable {
        let pattern: RoutePattern
        var routes: [Route]

        /// The value of the field `Allow`.
        var allow: String {
            var methods = routes.map(\.method.rawValue)
            if methods.contains("GET") { methods.append("HEAD") }
            return methods.sorted().joined(separator: ", ")
        }
    }

    /// Creates a table of `routes`.
    ///
    /// - Parameters:
    ///   - policy: the rules for requests and responses.
    ///   - renderer: the renderer of problems.
    /// - Throws: ``RouteTableError`` for a malformed path or two routes for the same requests.
    package init(
        _ routes: [Route], policy: RequestPolicy = RequestPolicy(), renderer: ProblemRenderer = .json
    ) throws(RouteTableError) {
        var endpoints: [Endpoint] = []
        for route in routes {
            guard route.method != .head else { throw .headIsImplied(route.path) }
            let pattern = try RoutePattern(route.path)
            guard let index = endpoints.firstIndex(where: { $0.pattern.shape == pattern.shape }) else {
                endpoints.append(Endpoint(pattern: pattern, routes: [route]))
                continue
            }
            guard endpoints[index].pattern.segments == pattern.segments else {
                throw .differingParameters(endpoints[index].pattern.path, route.path)
            }
            guard !endpoints[index].routes.contains(where: { $0.method == route.method }) else {
                throw .duplicate(route.method, route.path)
            }
            endpoints[index].routes.append(route)
        }
        self.routes = routes
        let isLiteral = { (endpoint: Endpoint) in endpoint.pattern.segments == endpoint.pattern.shape }
        literals = Dictionary(endpoints.filter(isLiteral).map { ($0.pattern.path, $0) }) { first, _ in first }
        patterns = endpoints.filter { !isLiteral($0) }.sorted { left, right in
            let parameters = { (endpoint: Endpoint) in endpoint.pattern.segments.map { if case .literal = $0 { 0 } else { 1 } } }
            return parameters(left).lexicographicallyPrecedes(parameters(right))
        }
        self.policy = policy
        self.renderer = renderer
    }

    /// Returns the endpoint of a path as sent, or nil if no route matches. Throws 400 for a malformed path.
    func match(_ path: Substring) throws(Problem) -> RouteMatch? {
        // Literals are ASCII only, so equal strings have equal bytes.
        if let literal = literals[String(path)] { return RouteMatch(endpoint: literal, parameters: [:]) }
        let parts = path == "/" ? [] : path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
        let segments = parts.map { Substring($0).utf8 }
        for endpoint in patterns {
            if let parameters = try endpoint.pattern.match(segments) {
                return RouteMatch(endpoint: endpoint, parameters: parameters)
            }
        }
        return nil
    }
}

/// The endpoint of a path and the values of its parameters.
struct RouteMatch {
    let endpoint: RouteTable.Endpoint
    let parameters: PathParameters
}

/// An invalid set of routes. Every case is a programming error, detected when the server starts.
package enum RouteTableError: Error, Equatable, Sendable {
    /// A path that is neither `/` nor a sequence of segments after single slashes, or that has a parameter twice.
    case malformedPath(String)
    /// Two routes with the same method and paths that match the same requests.
    case duplicate(HTTPRequest.Method, String)
    /// Paths that match the same requests but name their parameters differently.
    case differingParameters(String, String)
    /// A route for `HEAD`, which `GET` implies.
    case headIsImplied(String)
}

extension RouteTable {
    /// Adds the table to a Hummingbird router as one middleware.
    ///
    /// The table handles every method on its paths, so it can respond with 405. All other paths belong to the application.
    /// Middleware that the application added before runs around the table, which does not depend on its limits. Routes that were
    /// added before take precedence over the table; routes that are added later do not. An application adds a route for all paths
    /// last.
    ///
    /// - Parameters:
    ///   - router: the router. Its context must have the remote address, which rate limits count by.
    ///   - prefix: empty for the root, or `/` and literal segments without a final slash.
    /// - Throws: ``RouteTableError/malformedPath(_:)`` for any other prefix.
    package func mount<Context: RequestContext & RemoteAddressRequestContext>(
        on router: Router<Context>, under prefix: String = ""
    ) throws(RouteTableError) {
        if !prefix.isEmpty {
            let pattern = try RoutePattern(prefix)
            guard !pattern.segments.isEmpty, pattern.segments == pattern.shape else { throw .malformedPath(prefix) }
        }
        router.add(middleware: MountedTable(table: self, prefix: prefix))
    }
}

/// Handles the requests whose path is in the table and forwards all others.
private struct MountedTable<Context: RequestContext & RemoteAddressRequestContext>: RouterMiddleware {
    let table: RouteTable
    let prefix: String

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let target = request.head.path ?? ""
        let end = target.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? target.endIndex
        guard let path = target[..<end].removing(prefix: prefix) else { return try await next(request, context) }
        let match = Result { () throws(Problem) in try table.match(path) }
        switch match {
        case .success(nil): return try await next(request, context)
        case .success(let found?):
            context.coreContext.endpointPath.value = prefix + found.endpoint.pattern.path
            return await table.respond(to: request, meaning: .success(found), path: path, context: context, prefix: prefix)
        case .failure(let problem):
            return await table.respond(to: request, meaning: .failure(problem), path: path, context: context, prefix: prefix)
        }
    }
}

/// The request context of the standalone server.
package struct AccountRequestContext: RequestContext, RemoteAddressRequestContext {
    /// The storage that Hummingbird requires.
    package var coreContext: CoreRequestContextStorage
    /// The address of the other end of the socket; nil after it is closed.
    package let remoteAddress: SocketAddress?

    /// Creates the context of one request.
    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        remoteAddress = source.channel.remoteAddress
    }
}

extension RequestContext {
    /// The path of the matched route as in the source, or `none`. It never contains text from a client.
    var matchedRoute: String {
        // Hummingbird uses a special word for an unknown path.
        endpointPath.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "none"
    }
}
