import HTTPTypes
package import Hummingbird

extension RouteTable {
    /// Adds the table to a Hummingbird router, the host's or our own.
    ///
    /// Every path of the table is claimed for every method that HTTP/1 clients can send, so that the table answers 405 itself. Paths that
    /// the table does not have stay the host's. The host's middleware added before runs around ours; its limits are not relied on.
    /// Hummingbird stops the process where the host itself has a route for one of these paths.
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
        for endpoint in endpoints {
            let path = RouterPath(prefix + endpoint.pattern.path)
            for method in Self.methods {
                router.on(path, method: method) { request, context in
                    await respond(to: request, context: context, prefix: prefix)
                }
            }
        }
    }

    /// Every method that NIO's HTTP/1 parser lets through, as it spells them.
    static let methods: [HTTPRequest.Method] = [
        "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "QUERY", "ACL", "BIND", "CHECKOUT", "COPY",
        "LINK", "LOCK", "MERGE", "MKACTIVITY", "MKCALENDAR", "MKCOL", "MOVE", "MSEARCH", "NOTIFY", "PROPFIND", "PROPPATCH", "PURGE",
        "REBIND", "REPORT", "SEARCH", "SOURCE", "SUBSCRIBE", "UNBIND", "UNLINK", "UNLOCK", "UNSUBSCRIBE",
    ].compactMap(HTTPRequest.Method.init(_:))
}
