import HTTPTypes
import JSONText
import Testing

@testable import AccountServer

@Suite("Words of the service in passwords")
struct ContextWordTests {
    @Test(
        "a password with the site's name, a label of its host or a configured word is refused",
        arguments: ["velvet-otter 41 Harbourside", "velvet-otter 41 accounts", "velvet-otter 41 foundry"])
    func refused(password: String) async throws {
        let bench = try ServerBench {
            $0.site.name = "Harbourside"
            $0.passwords.contextWords = ["foundry"]
        }
        try await bench.run { client in
            let body: JSONValue = ["username": "anna.k", "password": .string(password)]
            let answer = try await client.send(.post, "/v1/accounts", json: body)
            #expect(answer.status != .created && answer.text.contains("password-contains-context-word"))
        }
        try await ServerBench(origin: "https://login.example.net").run { client in
            _ = try await client.register(password: password)
        }
    }
}
