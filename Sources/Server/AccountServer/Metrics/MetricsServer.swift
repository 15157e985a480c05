import Hummingbird
package import HummingbirdCore
package import Logging
package import NIOCore
import ServiceLifecycle

/// A separate server for `GET /metrics`. It has no authentication, so it listens on an address that only the operator's network
/// can reach: loopback by default.
package struct MetricsServer: Service {
    /// 127.0.0.1, port 9464.
    package static let defaultAddress = BindAddress.hostname("127.0.0.1", port: 9464)

    private let registry: MetricRegistry
    private let address: BindAddress
    private let limits: ConnectionLimits
    private let refresh: @Sendable () -> Void
    private let logger: Logger
    private let onServerRunning: @Sendable (any Channel) async -> Void

    /// Creates a server for the metrics of `registry`.
    ///
    /// - Parameter refresh: called before each response, to update metrics that must be polled.
    package init(
        _ registry: MetricRegistry, address: BindAddress = defaultAddress,
        limits: ConnectionLimits = ConnectionLimits(connections: 16, rejections: 4),
        refresh: @escaping @Sendable () -> Void = {}, logger: Logger,
        onServerRunning: @escaping @Sendable (any Channel) async -> Void = { _ in }
    ) {
        self.registry = registry
        self.address = address
        self.limits = limits
        self.refresh = refresh
        self.logger = logger
        self.onServerRunning = onServerRunning
    }

    /// Listens and responds until a shutdown.
    package func run() async throws {
        try await application.run()
    }

    /// The server as a Hummingbird application.
    var application: some ApplicationProtocol {
        get throws {
            let router = Router(context: AccountRequestContext.self)
            router.add(middleware: RequestIdentifiers())
            router.add(middleware: SecurityHeadersMiddleware(SecurityHeaders()))
            router.add(middleware: ProblemResponses())
            let (registry, refresh) = (registry, refresh)
            let table = try RouteTable([
                Route(.get, "/metrics") { _ in
                    refresh()
                    return Response.content(Array(registry.exposition().utf8), type: MetricRegistry.mediaType)
                }
            ])
            try table.mount(on: router)
            return Application(
                router: router, server: .bounded(limits), configuration: .bounded(limits, address: address),
                onServerRunning: onServerRunning, logger: logger)
        }
    }
}
