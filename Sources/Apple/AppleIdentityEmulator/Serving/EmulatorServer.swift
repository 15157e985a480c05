import FoundationEssentials
import HTTPTypes
import Hummingbird
import Logging
import Markup
import NIOCore
import Synchronization

/// The service behind HTTP: what all handlers share.
struct EmulatorServer: Sendable {
    let service: AppleService
    let rules: ServingRules
    let browsers: BrowserSessions
    let notifications: NotificationDeliverer
    /// Whether this is the listener of https; cookies have their names by it.
    var isSecure = false
    /// The certificate authority's certificate, PEM.
    let authorityPEM: String
    /// Where the emulator listens; known once it does.
    let addresses: ListeningAddresses

    /// Everything that the emulator answers.
    func router() -> Router<EmulatorContext> {
        let router = Router(context: EmulatorContext.self)
        router.add(middleware: PlainRefusals())
        if let gate = rules.operatorGate { router.add(middleware: OperatorGate(gate: gate)) }
        addWireRoutes(to: router)
        addSheetRoutes(to: router)
        addAccountRoutes(to: router)
        addConsoleRoutes(to: router)
        addAdminRoutes(to: router)
        addHomeRoutes(to: router)
        return router
    }

    /// Answers a request to the service, with what every endpoint asks of it and with the faults that are set for this one.
    func serve(
        _ endpoint: Endpoint, _ request: Request, _ context: EmulatorContext, _ work: () async throws -> Response
    ) async throws -> Response {
        guard !rules.requiresUserAgent || request.headers[.userAgent]?.isEmpty == false else {
            service.recordUnworked(endpoint, status: 403, explanation: "Apple refuses requests without a User-Agent")
            return .text(Self.errorPage(status: 403), status: .forbidden, type: "text/html")
        }
        var breaksBody = false
        var drops = false
        for fault in service.takeTransportFaults(endpoint) {
            switch fault {
            case .delay(let milliseconds): try await Task.sleep(for: .milliseconds(milliseconds))
            case .status(let code):
                service.recordUnworked(endpoint, status: code, explanation: "by a fault, the request was not worked")
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

    /// The first half of the body, in a transfer that ends well: what is broken is the content.
    private static func cut(_ response: Response) -> Response {
        let body = response.body.map { buffer in
            buffer.getSlice(at: buffer.readerIndex, length: buffer.readableBytes / 2) ?? ByteBuffer()
        }
        var headers = response.headers
        headers[.contentLength] = nil
        return Response(status: response.status, headers: headers, body: body)
    }

    /// What stands in front of Apple's service answers in HTML when it fails.
    private static func errorPage(status: Int) -> String {
        "<html>\n<head><title>\(status)</title></head>\n<body><center><h1>\(status)</h1></center></body>\n</html>\n"
    }
}

/// What is decided once, at the start.
struct ServingRules: Sendable {
    /// Whether requests to the service without a `User-Agent` are refused, as Apple was seen to do (facts 1.1).
    var requiresUserAgent: Bool
    /// Opens the admin interface from elsewhere than this machine; nil keeps it closed to all others.
    var adminToken: String?
    /// As ``EmulatorConfiguration/operatorGate``.
    var operatorGate: (@Sendable (Request) async throws -> Response?)?
    /// Whether the emulator listens beyond this machine, as somebody asked for in so many words.
    var isOpenToOthers: Bool
    /// Host names besides those of this machine and Apple's under which people may open the pages.
    var hostNames: Set<String>
}

/// Asks the operators' gate before every route but those that relying parties and the browsers of their users need. A route that is added
/// later is closed, unless it is named here.
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
            || [PagePath.stylesheet.text, AdminPath.certificate.text].contains(path)
    }
}

/// Makes plain answers of what Hummingbird throws for paths and methods that nobody serves.
private struct PlainRefusals: RouterMiddleware {
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

/// The connection was closed on purpose; nobody gets this.
private struct DroppedConnection: Error {}

/// Where the emulator listens. Filled in once, when the sockets are open.
final class ListeningAddresses: Sendable {
    private let bases = Mutex<(plain: String?, secure: String?)>((nil, nil))

    /// The base address of plain HTTP, such as `http://127.0.0.1:51234`.
    var plain: String? { bases.withLock { $0.plain } }

    /// The base address of HTTPS, such as `https://localhost:51235`.
    var secure: String? { bases.withLock { $0.secure } }

    func set(plain: String?, secure: String?) {
        bases.withLock { $0 = (plain, secure) }
    }
}
