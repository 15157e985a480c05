import AccountStoreSQLite
import Accounts
import AppleIdentity
import Hummingbird
import HummingbirdTesting
import JSONText
import Logging
import ReservedPorts
import ServiceLifecycle
import TestStores
import Testing
import WebClient

@testable import AccountServer

@Suite("The server as a whole", .timeLimit(.minutes(20)))
struct AccountSystemTests {
    @Test("service and metrics listen on separate addresses, and both stop at a graceful shutdown")
    func addresses() async throws {
        let metricsPort = try ReservedPort()
        let bench = try ServerBench(origin: "http://localhost:8080") {
            $0.listener.port = 0
            $0.metrics?.port = metricsPort.number
        }
        let (ports, port) = AsyncStream<Int>.makeStream()
        let (starts, started) = AsyncStream<Void>.makeStream()
        let metrics = try #require(bench.system.metricsServer { started.yield() })
        let application = try bench.system.application { channel in
            for await _ in starts.prefix(1) {}
            port.yield(channel.localAddress?.port ?? 0)
        }
        let all = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: bench.system.services + [metrics, application], logger: bench.system.logger))
        try await LiveServer.run(all, limits: ConnectionLimits(), ports: ports, logger: bench.system.logger) { port in
            #expect(port != metricsPort.number)
            #expect(try await Self.get(port, "/health/ready").hasPrefix("HTTP/1.1 200 "))
            #expect(try await Self.get(port, "/metrics").hasPrefix("HTTP/1.1 404 "))
            let exposition = try await Self.get(metricsPort.number, "/metrics")
            #expect(exposition.hasPrefix("HTTP/1.1 200 "))
            #expect(exposition.contains(#"http_requests_total{method="GET",route="/health/ready",status="200"} 1"#))
            #expect(try await Self.get(metricsPort.number, "/health/ready").hasPrefix("HTTP/1.1 404 "))
        }
        await #expect(throws: (any Error).self) { try await Self.get(metricsPort.number, "/metrics") }
    }

    /// Releasing a client without shutting it down would end the process and this test.
    @Test(
        "a server that cannot be created, or never runs, releases no open connections",
        arguments: ["client", "authority", "nothing"])
    func abandoned(lack: String) throws {
        var configuration = try ServerBench().system.configuration
        var apple = try AppleConfiguration.forTests()
        if lack == "client" { (apple.nativeClients, apple.web) = ([], nil) }
        if lack == "authority" { apple.authorities = ["no certificate"] }
        configuration.apple = apple
        let made = Result {
            try AccountSystem(configuration: configuration, storage: .forTest(), logger: Log().logger)
        }
        switch lack {
        case "client": #expect(throws: AppleIdentityError.self) { try made.get() }
        case "authority": #expect(throws: WebClientError.self) { try made.get() }
        default: #expect(throws: Never.self) { try made.get() }
        }
    }

    @Test("without metrics there is no metrics server")
    func withoutMetrics() throws {
        #expect(try ServerBench { $0.metrics = nil }.system.metricsServer() == nil)
    }

    @Test("after the services have stopped, no password is hashed, and active sessions stay valid")
    func stopped() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            let token = try await client.register()
            try await StoppedServices.run(bench.system)
            let answer = try await client.signIn()
            #expect(answer.status == .serviceUnavailable)
            #expect(answer.code == "overloaded")
            #expect(answer.headers[.retryAfter] == "5")
            #expect(try await client.send(.get, "/v1/session", token: token).status == .ok)
        }
    }

    @Test("a store failure returns 503 or 500 without internal details")
    func closedStore() async throws {
        let store = try SQLiteAccountStore.inMemory()
        let bench = try ServerBench(storage: AccountStorage(store))
        try await bench.run { client in
            _ = try await client.register()
            try await store.close()
            for answer in [
                try await client.signIn(), try await client.send(.get, "/v1/session", token: String(repeating: "A", count: 43)),
                try await client.send(.get, "/health/ready"),
            ] {
                #expect([500, 503].contains(answer.status.code))
                #expect(!answer.text.lowercased().contains("sql"))
            }
            #expect(try await client.send(.get, "/health/live").status == .ok)
        }
    }

    @Test("the log has each audit event, but no user name, password or token")
    func auditLog() async throws {
        let log = Log()
        var configuration = ServerConfiguration(
            publicOrigin: try PublicOrigin("https://accounts.example.com"), keys: try ServerBench().system.configuration.keys)
        configuration.hashing = try ServerBench().system.configuration.hashing
        let system = try AccountSystem(
            configuration: configuration, storage: .forTest(), now: { ServerBench.start }, logger: log.logger)
        try await system.application().test(.router) { client in
            let client = ServerClient(client: client)
            let token = try await client.register("anna.k")
            _ = try await client.signIn(password: "not it at all 11")
            _ = try await client.send(.delete, "/v1/account", token: token)
            let text = log.lines.map(\.text).joined(separator: "\n")
            let events = log.lines.compactMap {
                $0.text.firstMatch(of: /^audit event recorded .*event=([a-z-]+)/).map { String($0.1) }
            }
            #expect(events == ["account-created", "sign-in-failed", "account-deleted"])
            for secret in ["anna.k", ServerBench.password, "not it at all 11", token] { #expect(!text.contains(secret)) }
        }
    }

    private static func get(_ port: Int, _ path: String) async throws -> String {
        try await RawConnection.exchange(port, "GET \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    }
}

/// Runs services from start to end.
enum StoppedServices {
    /// Starts the services of `system` and stops them gracefully at once. Returns when all have ended.
    static func run(_ system: AccountSystem) async throws {
        let (starts, start) = AsyncStream<Void>.makeStream()
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: system.services + [Starting(start: start)], logger: system.logger))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            for await _ in starts { break }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    /// Reports when the services before it have started.
    private struct Starting: Service {
        let start: AsyncStream<Void>.Continuation

        func run() async throws {
            start.yield()
            try await gracefulShutdown()
        }
    }
}
