import AccountPages
import Accounts
import Foundation
import HTTPTypes
import JSONText
import LocalAccess
import Secrets
import Synchronization
import TestKit
import Testing
import Traces

@testable import AccountServer

/// A server with a desk, as `latchkey dev` has it.
struct DeskBench: Sendable {
    static let origin = "http://localhost:8080"
    static let bearer = OpaqueToken(random: PredictableRandomBytes(seed: 11))
    static let demoPassword = "7fzdkg-fiqumw-xmpzav"

    let desk: DevelopmentDesk
    let log = DevelopmentLog(count: 3)
    let traces: TraceStore
    let bench: ServerBench
    private let restarts: Counter

    /// The number of requests to start over.
    final class Counter: Sendable {
        private let count = Mutex(0)

        var value: Int { count.withLock { $0 } }

        func increase() { count.withLock { $0 += 1 } }
    }

    /// - Parameters:
    ///   - apple: Apple's service, if the server signs in with it.
    ///   - snapshots: the snapshots, if the data can be copied.
    init(
        apple: FakeAppleService? = nil, servesOperators: Bool = false, snapshots: (any DevelopmentSnapshots)? = nil
    ) throws {
        let access = LocalAccess(port: 8_080, bearer: Self.bearer, random: SystemRandomBytes()) { .now }
        let restarts = Counter()
        self.restarts = restarts
        let generator = Mutex(SeededGenerator(seed: 4))
        let traces = TraceStore(random: { generator.withLock { $0.next() } }, now: { 1_772_366_400_000_000 })
        self.traces = traces
        desk = DevelopmentDesk(
            access: access, command: "latchkey desk open", log: log, traces: traces,
            services: [
                DevelopmentDesk.RunningService(
                    .apple, name: "Apple, emulated", detail: "Sign in with Apple", address: "http://127.0.0.1:8081",
                    newAddress: { "http://127.0.0.1:8081/?token=once" }, isRunning: { true }),
                DevelopmentDesk.RunningService(
                    nil, name: "Motivation", detail: "A server", address: "http://localhost:8083",
                    newAddress: { "http://localhost:8083" }, isRunning: { false }),
            ], snapshots: snapshots, startOver: { restarts.increase() })
        desk.show([
            DevelopmentDesk.Credentials(title: "Demo account", values: [(name: "Password", text: Self.demoPassword)])
        ])
        bench = try ServerBench(origin: Self.origin, apple: apple, desk: desk) { configuration in
            configuration.servesOperators = servesOperators
            configuration.listener.port = 0
            if apple != nil { configuration.apple = try AppleConfiguration.forTests() }
        }
    }

    var restartCount: Int { restarts.value }

    func run(_ body: @escaping @Sendable (ServerClient) async throws -> Void) async throws { try await bench.run(body) }

    /// Returns a browser of the developer, who opened the printed address.
    func developer(_ client: ServerClient) async throws -> Browser {
        var browser = Browser(client, origin: Self.origin)
        _ = try await browser.open(desk.newAddress(at: ""))
        return browser
    }

    /// Creates an account, and returns its identifier and the token of its session.
    func register(_ name: String, by client: ServerClient) async throws -> (id: String, token: String) {
        let answer = try await client.send(
            .post, "/v1/accounts", json: ["username": .string(name), "password": .string(ServerBench.password)],
            headers: [.userAgent: "<b>agent"])
        return (try answer.text("account", "id"), try answer.text("session", "token"))
    }
}
