import Accounts
import AppleIdentity
import AppleIdentityClient
import Logging
import Secrets
import ServiceLifecycle
import WebClient

/// What Sign in with Apple adds to the server, put together.
struct AppleParts {
    let ceremonies: AppleCeremonies
    let work: AppleWork
    /// What must run beside the server, ``work`` among it, in the order to start.
    let services: [any Service]
    private let connections: OutgoingConnections
    private let hasOwnAuthorities: Bool

    /// - Parameter store: where Apple's keys outlive this process.
    /// - Parameter transport: the way to Apple, for tests; nil for connections of its own.
    /// - Throws: `AppleIdentityError` where no client is configured.
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
                configuration, transport: transport ?? AppleHTTPTransport(connections), keyStore: store, now: now, logger: logger))
        work = AppleWork(
            jobs: AppleJobs(
                service: ceremonies.service, apple: AppleTokens(connection: ceremonies.connection, logger: logger)),
            connection: ceremonies.connection, now: now, logger: logger)
        services = (transport == nil ? [connections] : []) + [work]
        hasOwnAuthorities = transport == nil && !configuration.authorities.isEmpty
        self.connections = connections
    }

    /// Opens the connections now where certificates of one's own may turn out to be none: that is to be known when the server starts, and
    /// not at the first sign-in. The last step of putting the server together, since nothing may fail once they are open.
    func checkAuthorities() throws {
        if hasOwnAuthorities { try connections.open() }
    }
}
