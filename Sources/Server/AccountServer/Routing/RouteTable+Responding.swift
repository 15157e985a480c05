import Accounts
import HTTPTypes
import Hummingbird
import InternetAddresses
import Logging
import NIOCore

extension RouteTable {
    /// Answers `request`, which the router it is mounted on under `prefix` took for one of ours. Never throws: whatever goes wrong
    /// becomes a problem, whatever the host's own middleware would make of it.
    func respond<Context: RequestContext & RemoteAddressRequestContext>(
        to request: Request, context: Context, prefix: String
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
            response = try await handle(request, peer: context.remoteAddress, prefix: prefix, id: id, logger: logger)
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

    private func handle(
        _ request: Request, peer: SocketAddress?, prefix: String, id: RequestIdentifier, logger: Logger
    ) async throws -> Response {
        let target = try RequestTarget(request.head.path ?? "", limit: policy.targetLimit)
        guard let path = target.path.removing(prefix: prefix), let (endpoint, parameters) = try endpoint(at: path) else {
            throw Problem(.notFound)
        }
        let method = request.method == .head ? .get : request.method
        guard let handler = endpoint.handlers.first(where: { $0.method == method })?.handler else {
            throw Problem(.methodNotAllowed, headers: [.allow: endpoint.allow])
        }
        let peer = IPAddress(peer: peer)
        if policy.clientAddress.ignoresForwarding(by: peer, headers: request.headers) {
            policy.forwardingWarning?.log(peer: peer, to: logger)
        }
        let address = policy.clientAddress.clientAddress(peer: peer, headers: request.headers)
        let incoming = IncomingRequest(
            method: method, path: String(path), prefix: prefix, parameters: parameters, query: target.query,
            headers: request.headers,
            body: IncomingBody(request.body, headers: request.headers, limit: policy.bodyLimit),
            clientAddress: address, id: id, logger: logger)
        return try await handler(incoming)
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
    fileprivate func removing(prefix: String) -> Substring? {
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
