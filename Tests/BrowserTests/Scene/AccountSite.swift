import Accounts
import AccountServer
import Hummingbird
import Logging
import NIOCore
import PasswordHashing
import ReservedPorts
import Secrets
import ServiceLifecycle
import TestStores

/// A complete account server on a loopback port: a new store in memory, a clock that stands still, and the cheapest password
/// hashes.
struct AccountSite: Sendable {
    let origin: String
    let system: AccountSystem
    let clock: StandingClock

    /// Runs `body` with a server, shuts the server down afterwards, and returns after it has ended.
    ///
    /// - Parameter host: `localhost` for passkeys, which browsers refuse at addresses.
    static func run(
        host: String = "127.0.0.1", adjust: (inout ServerConfiguration) -> Void = { _ in },
        _ body: @escaping @Sendable (AccountSite) async throws -> Void
    ) async throws {
        let port = try ReservedPort()
        let site = try AccountSite(host: host, port: port.number, adjust: adjust)
        let (running, isRunning) = AsyncStream<Void>.makeStream()
        let server = try site.system.application(onRunning: { _ in isRunning.finish() })
        var configuration = ServiceGroupConfiguration(
            services: site.system.services + [server], gracefulShutdownSignals: [], logger: Self.silence)
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

    private init(host: String, port: Int, adjust: (inout ServerConfiguration) -> Void) throws {
        let origin = "http://\(host):\(port)"
        let key = MasterKey.random(PredictableRandomBytes(seed: 3))
        var configuration = ServerConfiguration(publicOrigin: try PublicOrigin(origin), keys: MasterKeys(current: key))
        configuration.listener.port = port
        configuration.hashing.parameters = Argon2idParameters(uncheckedMemoryKiB: 8, passes: 1)
        configuration.hashing.threads = 1
        configuration.limits.refusalTime = .zero
        adjust(&configuration)
        let clock = StandingClock()
        self.origin = origin
        self.clock = clock
        system = try AccountSystem(
            configuration: configuration, storage: .forTest(), now: { clock.now }, logger: Self.silence)
    }

    private static let silence = Logger(label: "browser tests") { _ in SwiftLogNoOpLogHandler() }
}
