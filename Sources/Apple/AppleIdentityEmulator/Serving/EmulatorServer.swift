import FoundationEssentials
import Hummingbird
import Logging
import Markup

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
