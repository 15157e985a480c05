import HTTPTypes
import Testing

@testable import AccountServer

@Suite("Health checks")
struct HealthTests {
    @Test("a server over a working store is live and ready", arguments: ["/health/live", "/health/ready"])
    func healthy(_ path: String) async throws {
        try await ServerBench().run { client in
            let answer = try await client.send(.get, path)
            #expect(answer.status == .ok)
            #expect(try answer.text("status") == "ok")
        }
    }
}
