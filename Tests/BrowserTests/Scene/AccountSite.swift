import Accounts
import AccountServer
import Hummingbird
import HummingbirdTLS
import Logging
import NIOCore
import NIOSSL
import PasswordHashing
import ReservedPorts
import Secrets
import ServiceLifecycle
import TestStores

/// A complete account server on a loopback port: a new store in memory, a stopped clock, and the cheapest password
/// hashes.
struct AccountSite: Sendable {
    let origin: String
    let port: Int
    let system: AccountSystem
    let clock: ManualClock

    /// Runs `body` with a server, shuts the server down afterwards, and returns after it has ended.
    ///
    /// - Parameters:
    ///   - host: `localhost` for passkeys, which browsers reject at addresses.
    ///   - tls: the server's certificate; its port is then 443 for the browser (``SecureSites``).
    ///   - desk: the desk of `latchkey dev`.
    ///   - mail: the pages of its mailbox.
    static func run(
        host: String = "127.0.0.1", tls: TLSConfiguration? = nil, desk: DevelopmentDesk? = nil,
        mail: DevelopmentMail? = nil, adjust: (inout ServerConfiguration) -> Void = { _ in },
        _ body: @escaping @Sendable (AccountSite) async throws -> Void
    ) async throws {
        let port = try ReservedPort()
        let origin = tls == nil ? "http://\(host):\(port.number)" : "https://\(host)"
        let site = try AccountSite(origin: origin, port: port.number, desk: desk, mail: mail, adjust: adjust)
        let (running, isRunning) = AsyncStream<Void>.makeStream()
        let server = try site.system.application(onRunning: { _ in isRunning.finish() })
        var configuration = ServiceGroupConfiguration(
            services: site.system.services + [try await Self.secured(server, by: tls)], gracefulShutdownSignals: [],
            logger: Self.silence)
        configuration.maximumGracefulShutdownDuration = ConnectionLimits().shutdown
        let group = ServiceGroup(configuration: configuration)

        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                // If the server fails, the wait for it must end.
                defer { isRunning.finish() }
                try await group.run()
            }
            for await _ in running {}
            let result: Swift.Result<Void, any Error>
            do { result = .success(try await body(site)) } catch { result = .failure(error) }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
            try result.get()
        }
        withExtendedLifetime(port) {}
    }

    /// The same server behind TLS, as it is behind a reverse proxy.
    private static func secured(_ server: some ApplicationProtocol, by tls: TLSConfiguration?) async throws -> any Service {
        guard let tls else { return server }
        return Application(
            responder: try await server.responder, server: try .tls(server.server, tlsConfiguration: tls),
            configuration: server.configuration, onServerRunning: server.onServerRunning, logger: server.logger)
    }

    private init(
        origin: String, port: Int, desk: DevelopmentDesk?, mail: DevelopmentMail?, adjust: (inout ServerConfiguration) -> Void
    ) throws {
        let key = MasterKey.random(PredictableRandomBytes(seed: 3))
        var configuration = ServerConfiguration(publicOrigin: try PublicOrigin(origin), keys: MasterKeys(current: key))
        configuration.listener.port = port
        configuration.hashing.parameters = Argon2idParameters(uncheckedMemoryKiB: 8, passes: 1)
        configuration.hashing.threads = 1
        configuration.limits.rejectionTime = .zero
        configuration.limits.codeRequestTime = .zero
        adjust(&configuration)
        let clock = ManualClock()
        self.origin = origin
        self.port = port
        self.clock = clock
        system = try AccountSystem(
            configuration: configuration, storage: .forTest(), developmentMail: mail, desk: desk, now: { clock.now },
            logger: Self.silence)
    }

    private static let silence = Logger(label: "browser tests") { _ in SwiftLogNoOpLogHandler() }
}
