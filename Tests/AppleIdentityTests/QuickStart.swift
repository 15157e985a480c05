import AppleIdentity
import Foundation
import Testing

/// The quick start of AppleIdentity.docc.
enum QuickStart {
    static func verify(
        _ token: String, nonce: String, transport: any AppleTransport, clock: @escaping @Sendable () -> Date
    ) async throws -> String {
        // In Sources/Apple/AppleIdentity/AppleIdentity.docc/AppleIdentity.md
        let policy = try TokenPolicy(audiences: ClientIDs(["com.example.app", "com.example.web"]))
        let verifier = IdentityTokenVerifier(policy: policy)
        let keys = AppleKeyCache(transport: transport, clock: clock)

        let identity = try await verifier.verify(token, with: keys, nonce: .exactOrSHA256(of: nonce), now: clock())
        let subject = identity.subject  // with the team, the key of the account
        // End
        return subject
    }
}

@Suite("Quick start of AppleIdentity")
struct QuickStartTests {
    @Test("the code block verifies a token, and rejects one with the nonce of another sign-in")
    func runs() async throws {
        let server = KeyServer(.apple)
        let token = try TokenDraft().token
        let subject = try await QuickStart.verify(token, nonce: TokenDraft.nonce, transport: server, clock: server.clock)
        #expect(subject == "001542.b04100c51acb48d3a570684f17d6394d.1603")
        await #expect(throws: AppleIdentityError.self) {
            try await QuickStart.verify(token, nonce: "another", transport: server, clock: server.clock)
        }
    }
}
