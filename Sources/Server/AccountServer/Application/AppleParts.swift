import Accounts
import AppleIdentity
import AppleIdentityClient
import Logging
import Secrets
import ServiceLifecycle
import WebClient

/// The components of Sign in with Apple.
struct AppleParts {
    let ceremonies: AppleCeremonies
    let work: AppleWork
    /// The services that must run with the server, including ``work``, in start order.
    let services: [any Service]
    private let connections: OutgoingConnections
    private let hasOwnAuthorities: Bool

    /// - Parameter store: stores Apple's keys across restarts.
    /// - Parameter transport: the transport to Apple, for tests; nil for the default.
    /// - Throws: `AppleIdentityError` if no client is configured.
    init(
        _ configuration: AppleConfiguration, keys: MasterKeys, accounts: AccountService, store: any AppleKeyStore,
        transport: (any AppleTransport)?, now: @escaping @Sendable () -> Timestamp, logger: Logger
    ) throws {
        let trust = WebTrust(additionalAuthorities: configuration.authorities)
        let connections = OutgoingConnections {
            try WebClient(userAgent: AppleRequest.defaultUserAgent, limits: AppleHTTPTransport.limits, trust: trust)
        }
        ceremonies = AppleCeremonies(
            service: AppleAccountService(
                accounts: accounts, sealingKeys: keys.sealingKeys(for: .appleTokens),
                identityLimit: configuration.identitiesPerAccount),
            connection: try AppleConnection(
                configuration, transport: transport ?? AppleHTTPTransport(TracedConnections(connections: connections)),
                keyStore: store, now: now, logger: logger))
        work = AppleWork(
            jobs: AppleJobs(
                service: ceremonies.service, apple: AppleTokens(connection: ceremonies.connection, logger: logger)),
            connection: ceremonies.connection, now: now, logger: logger)
        services = (transport == nil ? [connections] : []) + [work]
        hasOwnAuthorities = transport == nil && !configuration.authorities.isEmpty
        self.connections = connections
    }

    /// Opens the connections now if the configuration has custom certificate authorities, so that an invalid certificate stops
    /// the server at its start. Call this last: no later step may fail once the connections are open.
    func checkAuthorities() throws {
        if hasOwnAuthorities { try connections.open() }
    }
}
