import FoundationEssentials
import Hummingbird
import Logging

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
    /// Whether the emulator listens beyond this machine, as somebody asked for in so many words.
    var isOpenToOthers: Bool
    /// Host names besides those of this machine and Apple's under which people may open the pages.
    var hostNames: Set<String>
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
