import Accounts
import HTTPTypes
import InternetAddresses
import JSONText
import TestKit
import Testing

@testable import AccountServer

@Suite("Budgets of requests that compute a hash")
struct HashBudgetTests {
    private static func bench(account: Int = 100, address: Int = 100) throws -> ServerBench {
        try ServerBench { server in
            server.trustedProxies = [try IPNetwork("127.0.0.1/32")]
            server.throttles.hashesPerClient = try #require(Budget(burst: account, refill: 1, per: .seconds(3_600)))
            server.throttles.hashesPerAddress = try #require(Budget(burst: address, refill: 1, per: .seconds(3_600)))
        }
    }

    private static func signIn(_ client: ServerClient, _ name: String, from address: String) async throws -> ServerAnswer {
        try await client.send(
            .post, "/v1/sessions", json: ["username": .string(name), "password": .string(ServerBench.password)],
            headers: [.xForwardedFor: address])
    }

    @Test("successful sign-ins of one account from one network are limited, and those from another network are not")
    func perAccount() async throws {
        try await Self.bench(account: 3).run { client in
            _ = try await client.register()
            for status in [201, 201, 201, 429] {
                let answer = try await Self.signIn(client, "anna.k", from: "192.0.2.1")
                #expect(answer.status.code == status)
            }
            let elsewhere = try await Self.signIn(client, "anna.k", from: "192.0.2.2")
            #expect(elsewhere.status == .created)
        }
    }

    @Test("successful sign-ins of several accounts from one network share a limit")
    func perAddress() async throws {
        try await Self.bench(address: 4).run { client in
            for name in ["anna", "berta", "clara"] { _ = try await client.register(name) }
            for (name, status) in [("anna", 201), ("berta", 201), ("clara", 201), ("anna", 201), ("berta", 429)] {
                let answer = try await Self.signIn(client, name, from: "192.0.2.1")
                #expect(answer.status.code == status)
            }
        }
    }

    @Test("the hashes of a session are charged to it, and not to the account's other sessions and sign-ins")
    func inSession() async throws {
        try await Self.bench(account: 2).run { client in
            let token = try await client.register()
            for (number, status) in [200, 200, 429].enumerated() {
                let answer = try await client.send(
                    .post, "/v1/account/upgrade/password", token: token,
                    json: ["key": .string("5d9d5a5e-7a1c-4c1e-9d6f-01234567890\(number)"), "newPassword": "weak"])
                #expect(answer.status.code == status)
            }
            let own = try await client.signIn()
            #expect(own.status == .created)
            let shown = try await client.send(
                .post, "/v1/session/reauthentication", token: try own.text("session", "token"),
                json: ["password": .string(ServerBench.password)])
            #expect(shown.status == .ok)
        }
    }
}
