import AccountPages
package import Accounts
package import AppleIdentity
package import Hummingbird
import HummingbirdCore
package import InternetAddresses
package import Logging
import Markup
package import NIOCore
import PasswordHashing
package import PasswordStrength
package import Secrets
package import ServiceLifecycle
package import SiteChecks
import Traces
import WebAuthn
package import WebClient

/// The account server, assembled from its configuration and a store. This is the composition root of the module.
package struct AccountSystem: Sendable {
    package let configuration: ServerConfiguration
    package let service: AccountService
    package let metrics: MetricRegistry
    package let now: @Sendable () -> Timestamp
    let tables: [RouteTable]
    let notFound: ProblemRenderer
    let logger: Logger
    let hashingMetrics: HashingMetrics
    private let sealedValues: SealedValues
    private let restoredCopies: RestoredCopies
    private let maintenance: Maintenance
    private let background: [any Service]
    private let appleWork: AppleWork?
    private let mailWork: MailWork?
    private let eventWork: EventWork?
    private let developmentGate: DevelopmentGate?
    /// Records requests: for the timeline of the desk, or for a collector; nil for a server without both.
    private let traces: (any SpanRecorder)?
    private let traceExporter: TraceExporter?

    /// Starts the hashing threads, reads the file of common passwords and opens the folder of leaked passwords. Opens no socket
    /// and no store. Logs the warnings of the configuration.
    ///
    /// - Parameter leakedPasswords: the transport to the online service of leaked passwords, for tests; nil for the default.
    /// - Parameter appleTransport: the transport to Apple, for tests; nil for the default.
    /// - Parameter eventTransport: the transport to the targets of events, for tests; nil for the default.
    /// - Parameter traceTransport: the transport to the collector of traces, for tests; nil for the default.
    /// - Parameter sites: the transport to sites that the tools check, for tests; nil for the default.
    /// - Parameter developmentMail: the mailbox of development, which the server shows at `/dev/mail`; nil in production.
    /// - Parameter desk: the desk of development, which the server shows at `/` and `/dev`; nil in production.
    /// - Throws: `PasswordHashingError` if the threads cannot allocate memory, `CommonPasswordsFileError` and
    ///   `LeakedPasswordsError` for the file and the folder.
    package init(
        configuration: ServerConfiguration, storage: AccountStorage, random: any RandomBytes = SystemRandomBytes(),
        appleTransport: (any AppleTransport)? = nil, leakedPasswords: (any LeakedPasswordTransport)? = nil,
        eventTransport: (any WebTransport)? = nil, traceTransport: (any WebTransport)? = nil, sites: (any SiteFetching)? = nil,
        developmentMail: DevelopmentMail? = nil, desk: DevelopmentDesk? = nil,
        now: @escaping @Sendable () -> Timestamp = { .current }, logger: Logger
    ) throws {
        let configuration = configuration.serving(desk)
        let master = configuration.keys
        let pool = try HashingPool(configuration.hashing, random: random)
        for warning in ConfigurationWarning.all(of: configuration) { warning.log(to: logger) }
        let ranges = RangeClient(timeout: configuration.passwords.leakedService.timeout)
        let lookUp = LeakedPasswordLookUp(
            configuration.passwords.leakedService, transport: leakedPasswords ?? ranges, logger: logger)
        let sealer = configuration.mail.map { _ in MailSealer(configuration, random: random) }
        let service = AccountService(
            stores: storage.stores, hasher: pool,
            passwordPolicy: try PasswordPolicy(configuration.passwords, site: configuration.site, lookUp: lookUp),
            throttles: configuration.throttles, lifetimes: configuration.sessions,
            secondFactorRequirement: configuration.secondFactorRequirement, passkeyPolicy: configuration.passkeys?.policy,
            budgetKeys: BudgetKeys(key: master.current.authenticationKey(for: .budgets)), mail: sealer,
            eventTargets: configuration.events?.targets.map(\.name) ?? [], random: random,
            report: {
                $0.log(to: logger)
                $0.trace()
            })
        let factors = SecondFactorService(
            accounts: service,
            sealingKeys: master.sealingKeys(for: .totpSecrets),
            attestation: configuration.attestation)
        let issuer = AccessTokenIssuer(
            configuration.accessTokens, store: storage.stores,
            sealingKeys: master.sealingKeys(for: .signingKeys), random: random,
            logger: logger)
        restoredCopies = RestoredCopies(accounts: service, now: now, logger: logger)
        var background: [any Service] = [HashingThreads(pool: pool), restoredCopies]
        if lookUp != nil, leakedPasswords == nil { background.append(ranges) }
        let apple = try configuration.apple.map {
            try AppleParts(
                $0, keys: master, accounts: service, store: storage.stores, transport: appleTransport, now: now, logger: logger)
        }
        background += apple?.services ?? []
        let passkeys = configuration.passkeys.map { passkeys in
            PasskeyCeremonies(
                service: PasskeyService(
                    accounts: service, policy: passkeys.policy,
                    challenges: PasskeyChallenges(
                        keys: ([master.current] + master.previous).map { $0.authenticationKey(for: .passkeyChallenges) })),
                options: PasskeyOptions(name: configuration.site.name, configuration: passkeys))
        }
        let registry = MetricRegistry(
            MetricFamily.http + MetricFamily.hashing + (configuration.mail == nil ? [] : MetricFamily.mail)
                + (configuration.events == nil ? [] : MetricFamily.events))
        metrics = registry
        let mail = try configuration.mail.map {
            try MailParts(
                $0, of: configuration, accounts: service, factors: factors, metrics: registry, random: random, now: now,
                logger: logger)
        }
        background += mail?.services ?? []
        eventWork = try configuration.events.map {
            try EventWork(
                $0, store: storage.stores, transport: eventTransport, metrics: registry, now: now, logger: logger)
        }
        if let eventWork { background.append(eventWork) }
        if let tracing = configuration.tracing, desk == nil {
            let connections = OutgoingConnections { try WebClient(userAgent: "latchkey", limits: TraceExporter.limits) }
            let exporter = TraceExporter(
                tracing, transport: traceTransport ?? connections, random: random, now: now, logger: logger)
            if traceTransport == nil { background.append(connections) }
            background.append(exporter)
            traceExporter = exporter
            traces = exporter
        } else {
            traceExporter = nil
            traces = desk?.traces
        }
        let web = AccountWeb(
            service: service, factors: factors, apple: apple?.ceremonies, passkeys: passkeys, addresses: mail?.addresses,
            recovery: mail?.recovery, mailedSignIn: mail?.signIn, site: configuration.site,
            formTokens: FormTokens(key: master.current.authenticationKey(for: .forms)), random: random, now: now)
        let wellKnown = WellKnownFiles(configuration, accessTokens: issuer, now: now)
        let policy = RequestPolicy(configuration, now: now)
        let tools = try Tools(configuration, sites: sites, random: random, now: now)

        let sealedValues = SealedValues(stores: storage.stores, keys: master, random: random)
        let operators = configuration.servesOperators ? OperatorService(accounts: service, sealedValues: sealedValues) : nil
        let api = AccountAPI(
            service: service, factors: factors, issuer: configuration.site.name, accessTokens: issuer, apple: apple?.ceremonies,
            passkeys: passkeys, addresses: mail?.addresses, recovery: mail?.recovery, mailedSignIn: mail?.signIn,
            operators: operators, now: now)
        let site = configuration.site
        let reference = Route.document(
            at: PagePath.apiReference, type: "text/html; charset=utf-8",
            headers: [.contentSecurityPolicy: ContentSecurityPolicy.page]
        ) { api.reference(at: site.publicOrigin).page.document(on: Site(forDevelopers: site)).bytes }
        let console = operators.map { OperatorConsole(operators: $0, web: web).routes } ?? []
        var pages = web.routes + console + tools.routes + [reference]
        if let developmentMail, let mail = configuration.mail {
            pages +=
                MailboxTool(
                    mailbox: developmentMail.mailbox, composer: try MailComposer(mail, site: site), site: site, random: random,
                    now: now
                ).routes
        }
        if let desk {
            pages +=
                DeskTool(
                    desk: desk, service: service, site: site, tools: configuration.tools,
                    servesOperators: configuration.servesOperators,
                    reference: { api.reference(at: site.publicOrigin) },
                    formTokens: FormTokens(key: master.current.authenticationKey(for: .deskForms)), cookies: web.cookies,
                    random: random, now: now
                ).routes
        }
        tables = [
            try RouteTable(api.routes, policy: policy),
            try RouteTable(wellKnown.routes, policy: policy),
            try RouteTable(pages, policy: policy, renderer: web.problemPages),
        ]
        try apple?.checkAuthorities()
        notFound = .negotiated(page: web.problemPages)
        self.sealedValues = sealedValues
        maintenance = Maintenance(
            store: storage.stores, sealedValues: sealedValues, retention: configuration.retention, now: now, logger: logger)
        background.append(maintenance)
        self.background = background
        appleWork = apple?.work
        mailWork = mail?.work
        developmentGate = DevelopmentGate(mail: developmentMail, desk: desk)
        hashingMetrics = HashingMetrics(pool, metrics)
        self.configuration = configuration
        self.service = service
        self.now = now
        self.logger = logger
    }

    /// The services that must run with the server, in start order; they stop in reverse order.
    package var services: [any Service] { background }

    /// Throws ``UnknownSealingKeys`` if the store has values that none of the configured keys opens. The server must not start
    /// with such a store, because sign-ins of the affected accounts would fail.
    package func requireKnownSealingKeys() async throws {
        if let unknown = UnknownSealingKeys(try await sealedValues.underUnknownKeys()) { throw unknown }
    }

    /// Throws ``OtherRelyingParty`` if the store has passkeys of another relying party ID, which could no longer sign in.
    package func requireKnownRelyingParty() async throws {
        guard let configured = configuration.passkeys?.relyingParty.id else { return }
        if let stored = try await service.stores.relyingPartyIDs().first(where: { $0 != configured }) {
            throw OtherRelyingParty(stored: stored, configured: configured)
        }
    }

    /// Prepares the store if it is a restored copy, and logs it. The server must not accept requests before this succeeded.
    package func prepareRestoredCopy() async throws { try await restoredCopies.prepare() }

    /// Logs a warning if signals to password managers are off, because the store is a restored copy.
    package func warnAboutSignals() async throws {
        guard configuration.passkeys != nil, try await !service.stores.areSignalsConfirmed() else { return }
        logger.warning(
            "passkey signals are off",
            metadata: [
                "reason": "the store was restored or moved, and may lack passkeys",
                "remedy": "run `latchkey passkeys confirm-restore` when the store is complete",
            ])
    }

    /// Runs one turn of re-encryption, in addition to the turns of ``services`` every ten minutes.
    package func reencrypt() async { await maintenance.reencrypt() }

    /// Runs one turn of the Apple jobs, in addition to the turns of ``services`` every second.
    package func workForApple() async { await appleWork?.turn() }

    /// Sends the mail that is due, in addition to the turns of ``services`` every second.
    package func sendMail() async { await mailWork?.turn() }

    /// Delivers the events that are due, in addition to the turns of ``services`` every second.
    package func deliverEvents() async { await eventWork?.turn() }

    /// Sends the recorded traces to the collector, in addition to the turns of ``services`` every five seconds.
    package func exportTraces() async { await traceExporter?.send() }
}

extension KeyPurpose {
    fileprivate static let budgets = KeyPurpose("throttle-budgets")
    fileprivate static let forms = KeyPurpose("form-tokens")
    /// Another key than that of ``forms``, so that a token of a page for users submits no form of the desk.
    fileprivate static let deskForms = KeyPurpose("desk-form-tokens")
    fileprivate static let passkeyChallenges = KeyPurpose("passkey-challenges")
}

extension AccountSystem {
    /// Returns the standalone server. The caller also runs ``AccountSystem/services``.
    ///
    /// - Parameters:
    ///   - host: the address to listen on instead of the configured one.
    ///   - onRunning: called once with the channel of the listening socket.
    package func application(
        at host: IPAddress? = nil, onRunning: @escaping @Sendable (any Channel) async -> Void = { _ in }
    ) throws -> some ApplicationProtocol {
        let headers = SecurityHeaders(transportSecurity: configuration.site.transportSecurity)
        let router = Router(context: AccountRequestContext.self)
        router.add(middleware: RequestIdentifiers())
        // At a higher level its line is never written.
        if logger.logLevel <= .debug { router.add(middleware: RequestLog(level: .debug)) }
        router.add(middleware: RequestMetrics(metrics))
        if let redirect = LocalhostRedirect<AccountRequestContext>(to: configuration.site.publicOrigin, headers: headers) {
            router.add(middleware: redirect)
        }
        // A table adds the header fields and answers errors itself, and most requests need no other layer for this.
        func addProblemResponses() {
            router.add(middleware: SecurityHeadersMiddleware(headers))
            router.add(middleware: ProblemResponses(notFound))
        }
        if let developmentGate {
            addProblemResponses()
            router.add(middleware: DevelopmentGateMiddleware<AccountRequestContext>(gate: developmentGate))
        }
        if let traces { router.add(middleware: TracedRequests<AccountRequestContext>(recorder: traces)) }
        for table in tables { try table.mount(on: router) }
        addProblemResponses()

        let listener = configuration.listener
        let address = BindAddress.hostname((host ?? listener.host).description, port: listener.port)
        return Application(
            router: router, server: .bounded(limits, securityHeaders: headers, metrics: metrics),
            configuration: .bounded(limits, address: address), onServerRunning: onRunning, logger: logger)
    }

    /// The limits of connections, and the time limit of a shutdown.
    package var limits: ConnectionLimits { ConnectionLimits(configuration.limits) }

    /// Returns the metrics server, or nil if metrics are off.
    package func metricsServer(onServerRunning: @escaping @Sendable () -> Void = {}) -> MetricsServer? {
        configuration.metrics.map {
            MetricsServer(
                metrics, address: .hostname($0.host.description, port: $0.port), refresh: hashingMetrics.refresh, logger: logger,
                onServerRunning: { _ in onServerRunning() })
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

/// The store has sealed values that none of the configured master keys opens.
package struct UnknownSealingKeys: Error, CustomStringConvertible {
    /// The number of values by kind and key.
    package let counts: [SealedCount]

    /// Returns nil if there are no such values.
    init?(_ counts: [SealedCount]) {
        guard !counts.isEmpty else { return nil }
        self.counts = counts
    }

    /// One sentence for each missing key, with the number of values that need it.
    package var description: String {
        Dictionary(grouping: counts, by: \.key).sorted { $0.key.description < $1.key.description }.map { key, counts in
            let values = counts.map { "\($0.count) \($0.kind.rawValue)" }.joined(separator: ", ")
            return "the store holds values under master key \(key), which is not configured: \(values)"
        }.joined(separator: "; ")
    }

    /// Instructions for the operator.
    package var remedy: String {
        "add the key to keys.previousFiles, or discard the values with `latchkey store forget-sealed --key FINGERPRINT`"
    }
}
