package import HTTPTypes
package import Hummingbird
package import NIOCore

/// A set of routes that is known to be free of contradictions.
///
/// The table decides strictly which route a request means, by the bytes of its path: no other case, no doubled or trailing slash, no
/// dot segment, no percent-encoding where none is needed in a literal. It has no route for any other spelling.
package struct RouteTable: Sendable {
    /// The routes, in the order given.
    package let routes: [Route]
    /// The endpoints without parameters by their path, which decide before any other.
    private let literals: [String: Endpoint]
    /// The endpoints with parameters. Where two match, the one whose literal comes first decides.
    private let patterns: [Endpoint]
    let policy: RequestPolicy
    let renderer: ProblemRenderer

    /// Everything offered under one path.
    struct Endpoint: Sendable {
        let pattern: RoutePattern
        var routes: [Route]

        /// The methods offered, as the field `Allow` names them.
        var allow: String {
            var methods = routes.map(\.method.rawValue)
            if methods.contains("GET") { methods.append("HEAD") }
            return methods.sorted().joined(separator: ", ")
        }
    }

    /// A table of `routes`.
    ///
    /// - Parameters:
    ///   - policy: what is accepted of a request and added to a response.
    ///   - renderer: what problems look like.
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

    /// What the path as sent means; nil where it means none of the routes. Throws 400 for a path that no reading gives a meaning.
    func match(_ path: Substring) throws(Problem) -> RouteMatch? {
        // Literals are of ASCII alone, so that equal strings are equal bytes.
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

/// The endpoint that a path means, and the values of its parameters.
struct RouteMatch {
    let endpoint: RouteTable.Endpoint
    let parameters: PathParameters
}

/// Why routes do not make a table. All of these are mistakes in the source, found when the server starts.
package enum RouteTableError: Error, Equatable, Sendable {
    /// A path that is not `/` or segments each behind one slash, or a parameter twice in one path.
    case malformedPath(String)
    /// A method twice under paths that match the same requests.
    case duplicate(HTTPRequest.Method, String)
    /// Paths that match the same requests but name their parameters differently.
    case differingParameters(String, String)
    /// A route for `HEAD`, which `GET` implies.
    case headIsImplied(String)
}

extension RouteTable {
    /// Adds the table to a Hummingbird router, the host's or our own, as one middleware.
    ///
    /// The table answers every method on its paths itself, so that it answers 405. Every other path stays the host's. The host's middleware
    /// added before runs around ours; its limits are not relied on. A route that the host adds before decides over the table, one that it
    /// adds after does not: a host with a route for all paths adds it last.
    ///
    /// - Parameters:
    ///   - router: the router; its context must know the remote address, which throttling counts by.
    ///   - prefix: empty for the root, or `/` and literal segments without a slash at the end.
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

/// Answers the requests whose path a table has, and passes all others on.
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

/// The context of the standalone server: what Hummingbird needs, and the other end of the socket.
package struct AccountRequestContext: RequestContext, RemoteAddressRequestContext {
    /// Hummingbird's part.
    package var coreContext: CoreRequestContextStorage
    /// The other end of the socket; nil once it is closed.
    package let remoteAddress: SocketAddress?

    /// The context of one request.
    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        remoteAddress = source.channel.remoteAddress
    }
}

extension RequestContext {
    /// The path of the route that the router chose, as written in the source, or `none`: never anything a client sent.
    var matchedRoute: String {
        // Hummingbird marks a path that nobody claims with a word of its own.
        endpointPath.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "none"
    }
}
