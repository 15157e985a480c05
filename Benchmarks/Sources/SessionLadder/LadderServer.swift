internal import AccountServer
internal import AccountStoreSQLite
internal import Accounts
internal import Hummingbird
internal import Logging
internal import Secrets
internal import ServiceLifecycle

/// The server of one rung.
struct LadderServer {
    let rung: Rung
    let port: Int
    let store: String
    let logger: Logger

    private static let path = "/v1/session"

    private struct NoSession: Error {}

    /// The services to run, the one that listens last.
    var services: [any Service] {
        get throws {
            switch rung {
            case .route: [Application(router: plain, configuration: .init(address: address), logger: logger)]
            case .limits:
                [
                    Application(
                        router: plain, server: .bounded(limits), configuration: .bounded(limits, address: address), logger: logger)
                ]
            case .identifiers, .metrics, .headers, .table: [try layered { _ in Self.constant }]
            case .read: try reading
            case .server: try complete
            }
        }
    }

    private var address: BindAddress { .hostname("127.0.0.1", port: port) }

    private var limits: ConnectionLimits { ConnectionLimits() }

    /// The answer of every rung below the complete server.
    private static var constant: Response {
        Response(
            status: .ok, headers: [.contentType: "application/json"],
            body: .init(byteBuffer: ByteBuffer(string: #"{"nothing":"is asked and nothing is done"}"#)))
    }

    private var plain: Router<BasicRequestContext> {
        let router = Router()
        router.get("v1/session") { _, _ in Self.constant }
        return router
    }

    /// The server's own middleware up to this rung, in the server's order.
    private func layered(_ handler: @escaping Route.Handler) throws -> any Service {
        let metrics = MetricRegistry(MetricFamily.http)
        let headers = SecurityHeaders()
        let router = Router(context: AccountRequestContext.self)
        router.add(middleware: RequestIdentifiers())
        if rung >= .metrics { router.add(middleware: RequestMetrics(metrics)) }
        if rung >= .table {
            try RouteTable([Route(.get, Self.path, handler: handler)]).mount(on: router)
        } else {
            if rung == .headers { router.add(middleware: SecurityHeadersMiddleware(headers)) }
            router.get("v1/session") { _, _ in Self.constant }
        }
        return Application(
            router: router, server: .bounded(limits, securityHeaders: headers, metrics: metrics),
            configuration: .bounded(limits, address: address), logger: logger)
    }

    private var reading: [any Service] {
        get throws {
            let system = try self.system
            let application = try layered { request in
                guard let token = OpaqueToken(encoded: try request.bearerToken().reveal()),
                    try await system.service.session(for: token, address: request.clientAddress, now: system.now()) != nil
                else { throw NoSession() }
                return Self.constant
            }
            return system.services + [application]
        }
    }

    private var complete: [any Service] {
        get throws {
            let system = try self.system
            return system.services + [try system.application()]
        }
    }

    private var system: AccountSystem {
        get throws {
            var configuration = ServerConfiguration(
                publicOrigin: try PublicOrigin("http://localhost:\(port)"), keys: MasterKeys(current: .random(SystemRandomBytes())))
            configuration.listener.port = port
            return try AccountSystem(
                configuration: configuration, storage: AccountStorage(try SQLiteAccountStore.open(path: store)), logger: logger)
        }
    }
}
