import Accounts
package import InternetAddresses

/// The socket that the service answers on. TLS is the reverse proxy's, so by default nobody but this machine reaches it.
package struct ListenerConfiguration: Hashable, Sendable {
    package var host: IPAddress = .loopback
    package var port = 8_080

    package init() {}
}
