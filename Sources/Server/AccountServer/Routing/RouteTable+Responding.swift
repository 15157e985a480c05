import Accounts
import Glibc
import HTTPTypes
import Hummingbird
import InternetAddresses
import Logging
import NIOCore

extension RouteTable {
    /// Handles a request whose path is in the table. Never throws: every error becomes a problem, independent of the
    /// application's middleware.
    ///
    /// - Parameters:
    ///   - match: the endpoint of the path, or the reason why the path is malformed.
    ///   - path: the path as sent, without the table's prefix.
    func respond<Context: RequestContext & RemoteAddressRequestContext>(
        to request: Request, meaning match: Result<RouteMatch, Problem>, path: Substring, context: Context, prefix: String
    ) async -> Response {
        let id = CurrentRequest.currentOrNew()
        var logger = context.logger
        // Setting metadata makes the logger format all of it again, so skip that if it already has the identifier.
        let text = id.description
        let named = Logger.MetadataValue.string(text)
        if logger[metadataKey: RequestIdentifier.metadataKey] != named {
            logger[metadataKey: RequestIdentifier.metadataKey] = named
        }
        var response: Response
        do {
            let query = try FormFields(queryOf: request.head.path ?? "", limit: policy.targetLimit)
            let match = try match.get()
            let method = request.method == .head ? .get : request.method
            guard let route = match.endpoint.routes.first(where: { $0.method == method }) else {
                throw Problem(.methodNotAllowed, headers: [.allow: match.endpoint.allow])
            }
            response = try await route.handler(
                IncomingRequest(
                    method: method, path: String(path), prefix: prefix, parameters: match.parameters, query: query,
                    headers: request.headers, languages: policy.languages,
                    body: IncomingBody(request.body, headers: request.headers, limit: route.bodyLimit ?? policy.bodyLimit),
                    clientAddress: clientAddress(of: request, peer: context.remoteAddress, logger), id: id, logger: logger))
        } catch {
            let problem = Problem(thrown: error)
            problem.log(to: logger)
            if problem.isRetryable, request.method.changes { await policy.rejections.wait() }
            let path = (request.head.path ?? "").prefix { $0 != "?" }
            response = renderer.response(
                to: problem,
                on: ProblemContext(id: id, method: request.method, path: String(path), headers: request.headers))
        }
        if request.method == .head { response = response.withoutBody() }
        response.headers[.requestIdentifier] = text
        policy.securityHeaders.complete(&response)
        return response
    }

    private func clientAddress(of request: Request, peer: SocketAddress?, _ logger: Logger) -> IPAddress {
        let peer = IPAddress(peer: peer)
        if policy.clientAddress.ignoresForwarding(by: peer, headers: request.headers) {
            policy.forwardingWarning?.log(peer: peer, to: logger)
        }
        return policy.clientAddress.clientAddress(peer: peer, headers: request.headers)
    }
}

extension Problem {
    /// Logs the problem: failures of the server at a high level, errors of clients at debug level.
    func log(to logger: Logger) {
        var metadata: Logger.Metadata = ["problem": .string(code.rawValue)]
        if let cause { metadata["cause"] = .string(cause) }
        switch code {
        case .internalError: logger.error("request failed", metadata: metadata)
        // The client has disconnected, or the server is shutting down.
        case .overloaded where Task.isCancelled: logger.debug("request abandoned", metadata: metadata)
        case .overloaded: logger.warning("request rejected: overloaded", metadata: metadata)
        // Often the operator must fix this, and only the log has Apple's error.
        case .appleUnavailable: logger.warning("Apple unavailable", metadata: metadata)
        default: logger.debug("request rejected", metadata: metadata)
        }
    }
}

extension HTTPRequest.Method {
    /// Whether a request with this method may change state, unlike the safe methods of RFC 9110, section 9.2.1.
    fileprivate var changes: Bool { ![.get, .head, .options].contains(self) }
}

extension IPAddress {
    /// Creates the address of the other end of a socket. A peer without an IP address uses a Unix socket and is a local process. It
    /// counts as 127.0.0.1, so a local proxy can be trusted by that address.
    init(peer: SocketAddress?) {
        switch peer {
        case .v4(let peer): self = IPAddress(v4: UInt32(bigEndian: peer.address.sin_addr.s_addr))
        case .v6(let peer):
            let octets = withUnsafeBytes(of: peer.address.sin6_addr) { Array($0) }
            // There are always sixteen. If there ever are not, the fallback is at least an untrusted address.
            self = IPAddress(octets: octets) ?? IPAddress(v6: 0)
        case .unixDomainSocket, nil: self = .loopback
        }
    }
}

extension Substring {
    /// Returns the rest of the path after `prefix`, beginning with a slash, or nil if the path does not have the prefix.
    func removing(prefix: String) -> Substring? {
        guard utf8.starts(with: prefix.utf8) else { return nil }
        let rest = self[utf8.index(startIndex, offsetBy: prefix.utf8.count)...]
        if rest.isEmpty, !prefix.isEmpty { return "/" }
        // Under a prefix, the root is the prefix itself. The form with a final slash is rejected as a duplicate.
        return rest.utf8.first == UInt8(ascii: "/") && (prefix.isEmpty || rest.utf8.count > 1) ? rest : nil
    }
}

extension Response {
    /// Returns the response to `HEAD`: the same header without a body. A body of unknown length is announced as empty, because
    /// the encoder would otherwise write a last chunk.
    fileprivate func withoutBody() -> Response {
        Response(status: status, headers: headers, body: ResponseBody())
    }
}

extension FormFields {
    /// Parses the query of the request-target `target` (RFC 9112, section 3.2).
    ///
    /// Throws a ``Problem``. 414: more than `limit` bytes. 400: a target that does not begin with a slash, or that contains a `#`,
    /// a byte that must be encoded, or a query that ``FormFields/init(parsing:limit:)`` rejects. Every non-ASCII byte must be
    /// encoded, including the U+FFFD that the decoder substitutes for invalid UTF-8.
    fileprivate init(queryOf target: String, limit: Int) throws(Problem) {
        guard target.utf8.count <= limit else {
            throw Problem(.uriTooLong, detail: "The maximum for path and query is \(limit) bytes.")
        }
        let isPlain = target.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }
        guard isPlain, target.utf8.first == UInt8(ascii: "/") else {
            throw Problem(.badRequest, detail: "The request target is malformed.")
        }
        guard let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) else {
            self.init()
            return
        }
        do throws(FormError) {
            try self.init(parsing: target[mark...].utf8.dropFirst())
        } catch {
            throw Problem(malformedQuery: error)
        }
    }
}
