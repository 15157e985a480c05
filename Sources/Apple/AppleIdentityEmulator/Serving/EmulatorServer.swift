import FoundationEssentials
import HTTPTypes
import Hummingbird
import Logging
import Markup
import NIOCore
import Synchronization
import Traces
import WebServing

/// The HTTP server of the service: the state that all handlers share.
struct EmulatorServer: Sendable {
    let service: AppleService
    let rules: ServingRules
    let browsers: BrowserSessions
    let notifications: NotificationDeliverer
    /// Whether this is the HTTPS listener, which decides the names of cookies.
    var isSecure = false
    /// The PEM certificate of the certificate authority.
    let authorityPEM: String
    /// The addresses of the listeners, known after the start.
    let addresses: ListeningAddresses

    /// Returns the routes of the emulator.
    func router() -> Router<EmulatorContext> {
        let router = Router(context: EmulatorContext.self)
        if let recorder = rules.recorder { router.add(middleware: TracedRequests(recorder: recorder)) }
        router.add(middleware: PlainErrors())
        if let gate = rules.operatorGate { router.add(middleware: OperatorGate(gate: gate)) }
        router.add(middleware: PageContexts(server: self))
        addWireRoutes(to: router)
        addSheetRoutes(to: router)
        addAccountRoutes(to: router)
        addConsoleRoutes(to: router)
        addAdminRoutes(to: router)
        addHomeRoutes(to: router)
        return router
    }

    /// Serves a request to the service, with the checks of all endpoints and the faults for this request.
    func serve(
        _ endpoint: Endpoint, _ request: Request, _ context: EmulatorContext, _ work: () async throws -> Response
    ) async throws -> Response {
        guard !rules.requiresUserAgent || request.headers[.userAgent]?.isEmpty == false else {
            service.recordUnworked(endpoint, status: 403, explanation: "Apple rejects requests without a User-Agent")
            return .text(Self.errorPage(status: 403), status: .forbidden, type: "text/html")
        }
        var breaksBody = false
        var drops = false
        for fault in service.takeTransportFaults(endpoint) {
            switch fault {
            case .delay(let milliseconds): try await Task.sleep(for: .milliseconds(milliseconds))
            case .status(let code):
                service.recordUnworked(endpoint, status: code, explanation: "not processed because of a fault")
                return .text(Self.errorPage(status: code), status: .init(code: code), type: "text/html")
            case .malformedBody: breaksBody = true
            case .droppedConnection: drops = true
            case .wrongIssuer, .wrongAudience, .foreignEmail, .stale, .wrongSignature: break
            }
        }
        let response = try await work()
        if drops {
            await context.dropConnection()
            throw DroppedConnection()
        }
        return breaksBody ? Self.cut(response) : response
    }

    /// Returns a complete response with the first half of the body: the transfer is valid, and the JSON is not.
    private static func cut(_ response: Response) -> Response {
        let body = response.body.map { buffer in
            buffer.getSlice(at: buffer.readerIndex, length: buffer.readableBytes / 2) ?? ByteBuffer()
        }
        var headers = response.headers
        headers[.contentLength] = nil
        return Response(status: response.status, headers: headers, body: body)
    }

    /// Returns an HTML page, as the front end of Apple's service sends if it fails.
    private static func errorPage(status: Int) -> String {
        "<html>\n<head><title>\(status)</title></head>\n<body><center><h1>\(status)</h1></center></body>\n</html>\n"
    }
}

/// The rules of serving, fixed at the start.
struct ServingRules: Sendable {
    /// Whether requests without `User-Agent` are rejected, as Apple was observed to do.
    var requiresUserAgent: Bool
    /// The token that permits the admin interface from other machines; nil permits none.
    var adminToken: String?
    /// The additional access check for operators; see ``EmulatorConfiguration/operatorGate``.
    var operatorGate: (@Sendable (Request) async throws -> Response?)?
    /// Records requests; see ``EmulatorConfiguration/recorder``.
    var recorder: (any SpanRecorder)?
    /// Whether the emulator listens beyond this machine, which the caller allowed explicitly.
    var isOpenToOthers: Bool
    /// The host names of the pages, in addition to this machine's and Apple's.
    var hostNames: Set<String>
    /// See ``EmulatorConfiguration/parts``.
    var parts: [PartLink]
}

/// Runs the access check for operators before every route except those for relying parties and their users' browsers. A new route
/// is checked too, unless it is listed here.
private struct OperatorGate: RouterMiddleware {
    let gate: @Sendable (Request) async throws -> Response?

    func handle(
        _ request: Request, context: EmulatorContext, next: (Request, EmulatorContext) async throws -> Response
    ) async throws -> Response {
        if !Self.isOpen(request.uri.path), let response = try await gate(request) { return response }
        return try await next(request, context)
    }

    private static func isOpen(_ path: String) -> Bool {
        ["/auth/", "/.well-known/", "/sheet/"].contains(where: path.hasPrefix)
            || [PagePath.stylesheet.text, PagePath.icon.text, AdminPath.certificate.text].contains(path)
    }
}

/// Records the requests of phones and relying parties that send a `traceparent` of the recorder, by method, route, status, and the outlines
/// of the request and the response.
private struct TracedRequests: RouterMiddleware {
    let recorder: any SpanRecorder

    func handle(
        _ request: Request, context: EmulatorContext, next: (Request, EmulatorContext) async throws -> Response
    ) async throws -> Response {
        guard let name = HTTPField.Name(TraceParent.headerName), let sent = request.headers[name].flatMap({ TraceParent($0) }),
            let span = TraceSpan(.appleResponse, in: .apple, continuing: sent, by: recorder, [.method: request.method.rawValue])
        else { return try await next(request, context) }
        span.record(.request, MessageOutline(request.headers))
        do {
            let response = try await TraceSpan.$current.withValue(span) { try await next(request, context) }
            span.set(.status, "\(response.status.code)")
            recordRoute(context, of: span)
            if span.keepsMessages {
                let outline = await MessageOutline(response)
                span.record(.response, outline)
            }
            span.end(response.status.code < 400 ? .succeeded : .failed("status \(response.status.code)"))
            return response
        } catch {
            recordRoute(context, of: span)
            span.end(.failed("no response"))
            throw error
        }
    }

    private func recordRoute(_ context: EmulatorContext, of span: TraceSpan) {
        if let route = context.endpointPath, route.hasPrefix("/") { span.set(.route, route) }
    }
}

/// Converts Hummingbird's errors for unknown paths and methods to plain responses.
private struct PlainErrors: RouterMiddleware {
    func handle(
        _ request: Request, context: EmulatorContext, next: (Request, EmulatorContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as any HTTPResponseError {
            return .text("\(error.status)\n", status: error.status)
        }
    }
}

/// Ends a request whose connection was closed deliberately. No client receives it.
private struct DroppedConnection: Error {}

/// The addresses of the listeners, set once after the start.
final class ListeningAddresses: Sendable {
    private let bases = Mutex<(plain: String?, secure: String?, relay: String?)>((nil, nil, nil))

    /// The base URL for plain HTTP, such as `http://127.0.0.1:51234`.
    var plain: String? { bases.withLock { $0.plain } }

    /// The base URL for HTTPS, such as `https://localhost:51235`.
    var secure: String? { bases.withLock { $0.secure } }

    /// The host and port of the mail relay, such as `127.0.0.1:51236`.
    var relay: String? { bases.withLock { $0.relay } }

    func set(plain: String?, secure: String?, relay: String?) {
        bases.withLock { $0 = (plain, secure, relay) }
    }
}
