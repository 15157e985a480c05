import AccountServer
import Accounts
import AppleIdentity
import Hummingbird
import Logging
import PasswordHashing
import Secrets
import ServiceLifecycle
import Testing
import WebClient

/// The account server behind its own socket, for the time of a test.
enum RunningServer {
    static let origin = "https://accounts.example.com"

    /// Serves `system` and passes a client of it to `body`. Returns once the server has stopped.
    static func run(
        _ system: AccountSystem, _ body: @escaping @Sendable (AppleBenchClient) async throws -> Void
    ) async throws {
        let (ports, announcement) = AsyncStream<Int>.makeStream()
        let application = try system.application { announcement.yield($0.localAddress?.port ?? 0) }
        var configuration = ServiceGroupConfiguration(services: [application], logger: silent)
        configuration.maximumGracefulShutdownDuration = system.limits.shutdown
        let group = ServiceGroup(configuration: configuration)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { announcement.finish() }
                // A shutdown that reaches its limit is reported as a cancellation.
                do { try await group.run() } catch is CancellationError {}
            }
            var ready = ports.makeAsyncIterator()
            let port = try #require(await ready.next(), "the server did not start")
            let result = await Result { try await AppleBenchClient.use(port: port, body) }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
            try result.get()
        }
    }

    static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
}

extension Result where Failure == any Error {
    init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}

extension ServerConfiguration {
    /// A server with cheap hashing and budgets for tests, which sign in more often than users.
    static func forTests(apple: AppleConfiguration) throws -> ServerConfiguration {
        var configuration = ServerConfiguration(
            publicOrigin: try PublicOrigin(RunningServer.origin),
            keys: MasterKeys(current: MasterKey.random(PredictableRandomBytes(seed: 3))))
        configuration.listener.port = 0
        configuration.hashing.parameters = Argon2idParameters(uncheckedMemoryKiB: 8, passes: 1)
        configuration.hashing.threads = 1
        configuration.limits.rejectionTime = .zero
        configuration.limits.codeRequestTime = .zero
        configuration.hashing.queueLength = 256
        let generous = try #require(Budget(burst: 100_000, refill: 1, per: .seconds(1)))
        configuration.throttles.challengesPerAddress = generous
        configuration.throttles.appleFailuresPerAddress = generous
        configuration.throttles.registrationsPerAddress = generous
        configuration.apple = apple
        return configuration
    }
}
