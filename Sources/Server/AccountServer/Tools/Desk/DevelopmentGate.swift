import AccountPages
import HTTPTypes
import Hummingbird
import LocalAccess
import Markup

/// Protects the pages of `latchkey dev` on the account server: only the user who started the server may open them, and only under a
/// name of this machine.
struct DevelopmentGate: Sendable {
    private let mail: LocalAccessGate?
    private let desk: LocalAccessGate?

    /// Returns nil for a server without such pages.
    init?(mail: DevelopmentMail?, desk: DevelopmentDesk?) {
        guard mail != nil || desk != nil else { return nil }
        self.mail = mail?.gate
        self.desk = desk?.gate
    }

    /// Returns nil if the request is admitted, or if its path needs no access. Otherwise returns the response.
    ///
    /// - Throws: ``Problem`` 403 for a request to another host.
    func response(to request: Request) throws(Problem) -> Response? {
        // The table of routes compares the same bytes.
        let path = (request.head.path ?? "").prefix { $0 != "?" && $0 != "#" }
        guard let gate = gate(of: path) else { return nil }
        guard Self.isOfThisMachine(request.head.authority) else {
            // A phone's browser reaches the server under the name of a site, and its user expects the home of production there.
            if path == PagePath.desk.text { return Response(status: .seeOther, headers: [.location: PagePath.signIn.text]) }
            throw Problem(.forbidden, detail: "The request names another host. Use localhost or 127.0.0.1.")
        }
        return gate.response(to: request)
    }

    private func gate(of path: Substring) -> LocalAccessGate? {
        if path == PagePath.mailbox.text || path.hasPrefix(PagePath.mailbox.text + "/") { return mail }
        let isOfDesk = path == PagePath.desk.text || path.hasPrefix("/dev/") || path == LocalAccessGate.tokenPath
        return isOfDesk ? desk : nil
    }

    /// Returns whether the authority of a request (RFC 9110, section 7.2) names this machine. A page elsewhere could point its own
    /// name at this server (DNS rebinding).
    static func isOfThisMachine(_ authority: String?) -> Bool {
        guard let authority else { return false }
        return (try? PublicOrigin("http://\(authority)"))?.isLoopback == true
    }
}

/// Applies ``DevelopmentGate`` to every request.
struct DevelopmentGateMiddleware<Context: RequestContext>: RouterMiddleware {
    let gate: DevelopmentGate

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        if let response = try gate.response(to: request) { return response }
        return try await next(request, context)
    }
}
