package import CoreMetrics
package import Hummingbird
package import HummingbirdCore
import Logging

extension HTTPServerBuilder {
    /// An HTTP/1.1 server within `limits`. What it answers itself, to requests that never reach a handler, is a problem document with
    /// `securityHeaders`. `metrics` learns how many connections are open and refused.
    package static func bounded(
        _ limits: ConnectionLimits = ConnectionLimits(), securityHeaders: SecurityHeaders = SecurityHeaders(),
        metrics: any MetricsFactory = NOOPMetricsHandler.instance
    ) -> HTTPServerBuilder {
        HTTPServerBuilder { responder in
            BoundedChannel(responder: responder, limits: limits, securityHeaders: securityHeaders, metrics: metrics)
        }
    }
}

extension ApplicationConfiguration {
    /// The configuration to go with ``HTTPServerBuilder/bounded(_:securityHeaders:)``: listens on `address`, and leaves connections waiting
    /// that are not even to be refused.
    package static func bounded(_ limits: ConnectionLimits = ConnectionLimits(), address: BindAddress) -> ApplicationConfiguration {
        ApplicationConfiguration(
            address: address,
            availableConnectionsDelegate: MaximumAvailableConnections(limits.connections + limits.refusals))
    }
}
