package import Accounts
package import Logging
import PasswordHashing
import PasswordStrength
package import Secrets
package import ServiceLifecycle

/// The account server, put together from its configuration and a store: the one place in this module where the parts meet.
package struct AccountSystem: Sendable {
    package let configuration: ServerConfiguration
    package let service: AccountService
    package let metrics: MetricRegistry
    package let now: @Sendable () -> Timestamp
    let tables: [RouteTable]
    let notFound: ProblemRenderer
    let logger: Logger
    private let pool: HashingPool
    private let upkeep: Upkeep

    /// Starts the hashing threads, reads the file of common passwords and opens the folder of leaked ones; opens no socket and no
    /// store. Password rules that are taken, but odd, are logged.
    ///
    /// - Throws: `PasswordHashingError` where the threads find no memory, `CommonPasswordsFileError` and
    ///   `LeakedPasswordsError` for the file and the folder.
    package init(
        configuration: ServerConfiguration, storage: AccountStorage, random: any RandomBytes = SystemRandomBytes(),
        now: @escaping @Sendable () -> Timestamp = { .current }, logger: Logger
    ) throws {
        let master = configuration.keys
        let pool = try HashingPool(configuration.hashing, random: random)
        configuration.passwords.rules.logWarnings(to: logger)
        let service = AccountService(
            stores: storage.stores, hasher: pool, passwordPolicy: try PasswordPolicy(configuration.passwords),
            throttles: configuration.throttles, lifetimes: configuration.sessions,
            budgetKeys: BudgetKeys(key: master.current.authenticationKey(for: .budgets)), random: random,
            report: { $0.log(to: logger) })
        let issuer = AccessTokenIssuer(
            configuration.accessTokens, store: storage.stores,
            sealingKeys: SealingKeys(current: master.current, older: master.previous, purpose: .signingKeys), random: random)
        let web = AccountWeb(
            service: service, site: configuration.site,
            formTokens: FormTokens(key: master.current.authenticationKey(for: .forms)), random: random, now: now)
        let wellKnown = WellKnownFiles(configuration, accessTokens: issuer, now: now)
        let policy = RequestPolicy(configuration)

        tables = [
            try RouteTable(AccountAPI(service: service, accessTokens: issuer, now: now).routes, policy: policy),
            try RouteTable(wellKnown.routes, policy: policy),
            try RouteTable(web.routes, policy: policy, renderer: web.problemPages),
        ]
        notFound = .negotiated(page: web.problemPages)
        upkeep = Upkeep(store: storage.stores, retention: configuration.retention, now: now, logger: logger)
        metrics = MetricRegistry(MetricFamily.http)
        self.configuration = configuration
        self.service = service
        self.pool = pool
        self.now = now
        self.logger = logger
    }

    /// What must run beside the server, in the order to start them; they stop in the opposite one.
    package var services: [any Service] {
        [HashingThreads(pool: pool), upkeep]
    }
}

extension KeyPurpose {
    fileprivate static let budgets = KeyPurpose("throttle-budgets")
    fileprivate static let forms = KeyPurpose("form-tokens")
    fileprivate static let signingKeys = KeyPurpose("access-token-signing-keys")
}
