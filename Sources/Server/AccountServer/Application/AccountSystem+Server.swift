import Accounts
package import Hummingbird
import HummingbirdCore
import InternetAddresses
import Logging
package import NIOCore
import ServiceLifecycle

extension AccountSystem {
    /// The standalone server. Its own services are not part of it: see ``AccountSystem/services``.
    ///
    /// - Parameter onRunning: called once the socket listens, with its channel.
    package func application(
        onRunning: @escaping @Sendable (any Channel) async -> Void = { _ in }
    ) throws -> some ApplicationProtocol {
        let headers = SecurityHeaders(transportSecurity: configuration.site.transportSecurity)
        let router = Router(context: AccountRequestContext.self)
        router.add(middleware: RequestIdentifiers())
        router.add(middleware: RequestLog(level: .debug))
        router.add(middleware: RequestMetrics(metrics))
        router.add(middleware: SecurityHeadersMiddleware(headers))
        router.add(middleware: ProblemResponses(notFound))
        for table in tables { try table.mount(on: router) }

        let address = BindAddress.hostname(configuration.listener.host.description, port: configuration.listener.port)
        return Application(
            router: router, server: .bounded(limits, securityHeaders: headers, metrics: metrics),
            configuration: .bounded(limits, address: address), onServerRunning: onRunning, logger: logger)
    }

    /// What connections may use up, and how long a shutdown may take.
    package var limits: ConnectionLimits { ConnectionLimits(configuration.limits) }

    /// The server of the metrics, where they are on.
    package var metricsServer: MetricsServer? {
        configuration.metrics.map {
            MetricsServer(
                metrics, address: .hostname($0.host.description, port: $0.port), refresh: hashingMetrics.refresh, logger: logger)
        }
    }
}

extension ConnectionLimits {
    init(_ configuration: LimitsConfiguration) {
        self.init(
            head: configuration.requestTime, idle: configuration.idleTime, shutdown: configuration.shutdownTime,
            connections: configuration.connections)
    }
}
