import HTTPTypes

/// A set of routes that is known to be free of contradictions.
///
/// The table decides strictly which route a request means, by the bytes of its path: no other case, no doubled or trailing slash, no
/// dot segment, no percent-encoding where none is needed in a literal. All of those are 404. The matching of the router it is mounted
/// on is laxer, and is only asked whether a request might be ours.
package struct RouteTable: Sendable {
    /// The routes, in the order given.
    package let routes: [Route]
    let endpoints: [Endpoint]
    /// Those without parameters by their path, which decide before any other.
    private let literals: [String: Endpoint]
    let policy: RequestPolicy
    let renderer: ProblemRenderer

    /// Everything offered under one path.
    struct Endpoint: Sendable {
        let pattern: RoutePattern
        var handlers: [(method: HTTPRequest.Method, handler: Route.Handler)]

        /// The methods offered, as the field `Allow` names them.
        var allow: String {
            var methods = handlers.map(\.method.rawValue)
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
                endpoints.append(Endpoint(pattern: pattern, handlers: [(route.method, route.handler)]))
                continue
            }
            guard endpoints[index].pattern.segments == pattern.segments else {
                throw .differingParameters(endpoints[index].pattern.path, route.path)
            }
            guard !endpoints[index].handlers.contains(where: { $0.method == route.method }) else {
                throw .duplicate(route.method, route.path)
            }
            endpoints[index].handlers.append((route.method, route.handler))
        }
        self.routes = routes
        // Where two patterns match, the one whose literal comes first decides.
        self.endpoints = endpoints.sorted { left, right in
            let literals = { (endpoint: Endpoint) in endpoint.pattern.segments.map { if case .literal = $0 { 0 } else { 1 } } }
            return literals(left).lexicographicallyPrecedes(literals(right))
        }
        literals = Dictionary(
            self.endpoints.filter { $0.pattern.segments == $0.pattern.shape }.map { ($0.pattern.path, $0) }
        ) { first, _ in first }
        self.policy = policy
        self.renderer = renderer
    }

    /// The endpoint that the path as sent means, and its parameters; nil where it means none. Throws 400 for a path that no reading
    /// gives a meaning.
    func endpoint(at path: Substring) throws(Problem) -> (Endpoint, PathParameters)? {
        // Of ASCII alone, as the target is, equal strings are equal bytes.
        if let literal = literals[String(path)] { return (literal, [:]) }
        let parts = path == "/" ? [] : path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
        let segments = parts.map { Substring($0).utf8 }
        for endpoint in endpoints {
            if let parameters = try endpoint.pattern.match(segments) { return (endpoint, parameters) }
        }
        return nil
    }
}
