import Accounts
package import InternetAddresses

/// The socket that metrics are read from, apart from the service's own.
package struct MetricsConfiguration: Hashable, Sendable {
    package var host: IPAddress = .loopback
    package var port = 9_464

    package init() {}
}
