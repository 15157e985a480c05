import Accounts
import HTTPTypes
import Hummingbird
import InternetAddresses
import Logging
import NIOCore

extension RouteTable {
    /// Answers `request`, whose path the table has. Never throws: whatever goes wrong becomes a problem, whatever the host's own
    /// middleware would make of it.
    ///
    /// - Parameters:
    ///   - match: what the path means, or why it means nothing.
    ///   - path: as sent, without the prefix that the table is mounted under.
    func respond<Context: RequestContext & RemoteAddressRequestContext>(
        to request: Request, meaning match: Result<RouteMatch, Problem>, path: Substring, context: Context, prefix: String
    ) async -> Response {
        let id = CurrentRequest.identifierOrFresh()
        var logger = context.logger
        // A logger has it already where the identifier was minted before, and would render all that it has anew.
        let named = Logger.MetadataValue.string(id.description)
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
                    headers: request.headers,
                    body: IncomingBody(request.body, headers: request.headers, limit: route.bodyLimit ?? policy.bodyLimit),
                    clientAddress: clientAddress(of: request, peer: context.remoteAddress, logger), id: id, logger: logger))
        } catch {
            let problem = Problem(thrown: error)
            problem.log(to: logger)
            if problem.asksToComeBack, request.method.changes { await policy.refusals.wait() }
            let path = (request.head.path ?? "").prefix { $0 != "?" }
            response = renderer.response(
                to: problem,
                on: ProblemOccasion(id: id, method: request.method, path: String(path), headers: request.headers))
        }
        if request.method == .head { response = response.withoutBody() }
        response.headers[.requestIdentifier] = id.description
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
    /// Writes down what happened: our own failures in full, what a client did wrong only where debugging.
    func log(to logger: Logger) {
        var metadata: Logger.Metadata = ["problem": .string(code.rawValue)]
        if let cause { metadata["cause"] = .string(cause) }
        switch code {
        case .internalError: logger.error("request failed", metadata: metadata)
        // Nobody is there to be answered any more, or the server goes down.
        case .overloaded where Task.isCancelled: logger.debug("request abandoned", metadata: metadata)
        case .overloaded: logger.warning("request not taken on", metadata: metadata)
        // The operator's to mend, as often as not, and nobody else is told what Apple says.
        case .appleUnavailable: logger.warning("Apple could not be asked", metadata: metadata)
        default: logger.debug("request refused", metadata: metadata)
        }
    }
}

extension HTTPRequest.Method {
    /// Whether a request may change anything, unlike those of RFC 9110 section 9.2.1.
    fileprivate var changes: Bool { ![.get, .head, .options].contains(self) }
}

extension IPAddress {
    /// The address at the other end of a socket. A peer without an IP address, over a Unix socket, is a process on this machine and
    /// counts as 127.0.0.1, so that a proxy there can be trusted by that address.
    init(peer: SocketAddress?) {
        guard let text = peer?.ipAddress else {
            self = .loopback
            return
        }
        // The system writes nothing that we cannot read; should it ever, the address is at least not one to be trusted.
        self = (try? IPAddress(text)) ?? IPAddress(v6: 0)
    }
}

extension Substring {
    /// What follows `prefix`, as a path that begins with a slash; nil where the path lies elsewhere.
    func removing(prefix: String) -> Substring? {
        guard utf8.starts(with: prefix.utf8) else { return nil }
        let rest = self[utf8.index(startIndex, offsetBy: prefix.utf8.count)...]
        if rest.isEmpty, !prefix.isEmpty { return "/" }
        // Under a prefix the root is the prefix itself; with a slash behind it would be a second spelling.
        return rest.utf8.first == UInt8(ascii: "/") && (prefix.isEmpty || rest.utf8.count > 1) ? rest : nil
    }
}

extension Response {
    /// The answer to `HEAD`: the same header. A body of unknown length is announced as empty, since the encoder would write a last
    /// chunk otherwise.
    fileprivate func withoutBody() -> Response {
        Response(status: status, headers: headers, body: ResponseBody())
    }
}

extension FormFields {
    /// The fields of the query of the request-target `target` (RFC 9112 section 3.2).
    ///
    /// Throws a ``Problem``: 414 for more than `limit` bytes; 400 where the target does not begin with a slash, has a byte that must be
    /// encoded (which includes every byte beyond ASCII and U+FFFD, into which the decoder turns what is not UTF-8), a `#`, or a
    /// query that ``FormFields/init(parsing:limit:)`` refuses.
    fileprivate init(queryOf target: String, limit: Int) throws(Problem) {
        guard target.utf8.count <= limit else {
            throw Problem(.uriTooLong, detail: "At most \(limit) bytes of path and query are accepted.")
        }
        let isPlain = target.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }
        guard isPlain, target.utf8.first == UInt8(ascii: "/") else {
            throw Problem(.badRequest, detail: "The address is malformed.")
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
