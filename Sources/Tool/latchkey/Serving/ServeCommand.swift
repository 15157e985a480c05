import AccountServer
import Accounts
import AppleIdentityEmulator
import ArgumentParser
import CMalloc
import Foundation
import Hummingbird
import InternetAddresses
import Logging
import NIOCore
import Secrets
import ServiceLifecycle
import UnixSignals

/// `latchkey serve`: the server in production.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run the server in production.",
        discussion: """
            Rejects an unsafe configuration and names the key to set; `latchkey config check` makes the same checks without starting. \
            Stops gracefully on SIGTERM and SIGINT.
            """,
        example: "latchkey serve --config latchkey.yaml")

    @OptionGroup var options: ConfigurationOptions

    func run() async throws {
        let reading = try ConfigurationReading(try options.sources())
        let unsafe = UnsafeConfiguration(reading)
        guard unsafe.problems.isEmpty else { throw CommandFailure(unsafe) }

        let storage = AccountStorage(try OpenedStore.open(reading.store).stores)
        try await runServer(reading.server, storage: storage)
    }
}

/// Runs the server until SIGTERM or SIGINT stops it, and lets current requests finish.
///
/// - Parameters:
///   - demo: an account to create if its name is free, and to print with the addresses.
///   - apple: the emulator that runs with the server, to print too.
///   - phones: simulated phones to serve and to print.
///   - mail: the mailbox of development to serve and to print, and the access to it.
/// - Throws: ``CommandFailure`` if an address is in use; any other error that stops the server.
func runServer(
    _ configuration: ServerConfiguration, storage: AccountStorage, demo: DemoAccount? = nil, apple: DevelopmentApple? = nil,
    phones: DevelopmentPhones? = nil, mail: (pages: DevelopmentMail, access: DevelopmentAccess)? = nil
) async throws {
    raiseFileLimit()
    raiseMallocThresholds()
    let logger = configuration.log.logger(label: "latchkey")
    let system = try AccountSystem(configuration: configuration, storage: storage, developmentMail: mail?.pages, logger: logger)
    try await system.requireKnownSealingKeys()
    try await system.requireKnownRelyingParty()
    try await system.warnAboutSignals()
    let demo = try await demo?.registered(in: system)
    if phones != nil {
        for account in DemoAccount.leaked { _ = try await account.registered(in: system) }
    }
    let application = try system.application { channel in
        if let phones { for await _ in phones.listening {} }
        guard !Task.isCancelled else { return }
        do {
            try mail?.access.publish(port: configuration.listener.port)
        } catch {
            logger.error("bearer file not written", metadata: ["error": "\(error)"])
        }
        Terminal().announce(
            configuration.site.publicOrigin, listeningOn: channel.localAddress, demo: demo,
            tools: configuration.tools,
            apple: apple, phones: phones, mail: mail?.pages)
    }

    var services = system.services
    if let metrics = system.metricsServer { services.append(metrics) }
    if let phones { services.append(phones.service(logger: logger)) }
    services.append(application)
    var group = ServiceGroupConfiguration(
        services: services.map { ServiceGroupConfiguration.ServiceConfiguration(service: $0) },
        gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    group.bound(by: system.limits)
    do {
        try await ServiceGroup(configuration: group).run()
    } catch let error as IOError where error.errnoCode == EADDRINUSE {
        throw CommandFailure.addressInUse(
            "\(configuration.listener.host):\(configuration.listener.port)"
                + (phones.map { " or \($0.address.dropFirst(7).prefix { $0 != "/" })" } ?? ""),
            key: "--port, or listener.port in a configuration")
    }
}

/// Raises the limit of open files to the maximum. Each connection needs one file, and the usual limit suffices only for the
/// connections.
private func raiseFileLimit() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
}

extension Terminal {
    /// Prints the addresses of the server. They are the result of the command, so they go to standard output.
    ///
    /// - Parameter tools: the developer pages that the server has.
    fileprivate func announce(
        _ origin: PublicOrigin, listeningOn address: SocketAddress?, demo: RegisteredDemo?, tools: ToolsConfiguration,
        apple: DevelopmentApple?, phones: DevelopmentPhones?, mail: DevelopmentMail?
    ) {
        result("latchkey is running on \(origin)")
        guard let demo else { return }
        result("")
        result("  sign in    \(origin)/sign-in")
        result("  account    \(demo.account.userName)")
        result("  password   \(demo.isNew ? demo.account.password : "as printed when this folder was created")")
        result("  API        \(origin)/docs/api")
        if let apple {
            result(
                "  Apple      \(apple.newAddress)  (emulated; try \(apple.accounts.compactMap(\.email).prefix(2).joined(separator: " or ")))"
            )
            result("  Apple Accounts have the password \(DemoSetup.password), unless you changed it")
        }
        if let phones {
            result(
                "  phones     \(phones.newAddress)  (\(phones.haveApps ? "passcode \(DevelopmentPhones.passcode)" : "without apps: make run builds them"))"
            )
        }
        if let mail { result("  mail       \(mail.newAddress(at: "\(origin)"))") }
        if tools.servesPasswordRules { result("  rules      \(origin)/tools/password-rules") }
        if tools.servesPasskeys { result("  passkeys   \(origin)/tools/passkeys") }
        if tools.associatedDomains != .off { result("  domains    \(origin)/tools/associated-domains") }
        result("")
        result("  Ctrl-C stops it.")
    }
}

/// The demo account in the store.
struct RegisteredDemo: Sendable {
    let account: DemoAccount
    /// Whether the account is new. False if the folder already had the account, with an earlier password.
    let isNew: Bool
}

extension DemoAccount {
    func registered(in system: AccountSystem) async throws -> RegisteredDemo {
        let registration = Registration(
            userName: userName, password: Password(password), client: Client(address: .loopback, deviceName: "latchkey dev"))
        switch try await system.service.register(registration, now: system.now()) {
        case .registered(let signedIn):
            try await system.service.signOut(
                signedIn.active, client: Client(address: .loopback, deviceName: "latchkey dev"), now: system.now())
            return RegisteredDemo(account: self, isNew: true)
        case .rejected([.userNameTaken]): return RegisteredDemo(account: self, isNew: false)
        case .rejected(let rejections): throw CommandFailure(.failure, "the demo account was rejected: \(rejections)")
        case .throttled: return RegisteredDemo(account: self, isNew: false)
        }
    }
}

/// Raises malloc's top pad and trim threshold, so that request threads do not wait behind hashing. Growing the heap takes the lock
/// of the process's memory map, which a hashing thread holds for milliseconds while the kernel fills its 19 MiB.
private func raiseMallocThresholds() {
    mallopt(M_TOP_PAD, 4 << 20)
    mallopt(M_TRIM_THRESHOLD, 64 << 20)
}

/// An account that `latchkey dev` creates for signing in.
struct DemoAccount {
    let userName: String
    let password: String

    /// Accounts with leaked passwords, which the phones have saved: one to strengthen, and one to replace by Sign in with Apple.
    static let leaked = [
        DemoAccount(userName: "anna", password: "velvet-otter-41-harbour"),
        DemoAccount(userName: "anna.l", password: "amber-kettle-62-orchard"),
    ]

    init(userName: String, password: String) {
        self.userName = userName
        self.password = password
    }

    /// Creates an account whose password has three groups of six random letters and digits, without ambiguous ones: 90 bits.
    init(random: some RandomBytes = SystemRandomBytes()) {
        let characters = Array("abcdefghijkmnpqrstuvwxyz23456789")
        let letters = random.bytes(18).map { characters[Int($0) % characters.count] }
        self.init(
            userName: "demo@example.com",
            password: stride(from: 0, to: 18, by: 6).map { String(letters[$0..<($0 + 6)]) }.joined(separator: "-"))
    }
}
