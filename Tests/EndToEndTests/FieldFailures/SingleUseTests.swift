import AccountServer
import AppleIdentityEmulator
import HTTPTypes
import JSONText
import TestKit
import Testing

/// 64 concurrent uses of a single-use value. NativeSignInTests and WebSignInTests race the challenge to sign in and the state of a
/// callback.
@Suite("Failure 12: a single-use value that serves twice concurrently")
struct SingleUseTests {
    @Test("failure 12: an authorization code never opens two sessions")
    func authorizationCode() async throws {
        try await AppleBench.run(verification: .authorizationCode) { bench, client in
            let nonce = try await client.challenge()
            let proof = client.proof(try bench.credential(nonce: nonce), nonce: nonce)
            let statuses = try await client.statusesOf64 {
                try await client.send(.post, "/v1/sessions/apple", json: proof).status
            }
            #expect(statuses == [201: 1, 401: 63])
            #expect(bench.apple.requests().count { $0.endpoint == .token && $0.status == 200 } == 1)
            #expect(try await client.signIn(bench).status == 200)
        }
    }

    @Test("failure 12: a challenge to link never links twice")
    func linkChallenge() async throws {
        try await AppleBench.run { bench, client in
            let token = try await client.register("anna.k").text("session", "token")
            let nonce = try await client.challenge(for: "apple-link", token: token)
            let proof = client.proof(try bench.credential(nonce: nonce), nonce: nonce)
            let statuses = try await client.statusesOf64 {
                try await client.send(.post, "/v1/account/apple", token: token, json: proof).status
            }
            #expect(statuses == [201: 1, 401: 63])
        }
    }

    @Test("failure 12: a challenge to confirm never renews a session twice")
    func reauthenticationChallenge() async throws {
        try await AppleBench.run { bench, client in
            let token = try await client.signIn(bench).text("session", "token")
            let nonce = try await client.challenge(for: "apple-reauthentication", token: token)
            let proof = client.proof(try bench.credential(nonce: nonce), nonce: nonce)
            let statuses = try await client.statusesOf64 {
                try await client.send(.post, "/v1/session/reauthentication/apple", token: token, json: proof).status
            }
            #expect(statuses == [200: 1, 401: 63])
        }
    }

    @Test("failure 12: the end of a web sign-in never opens two sessions")
    func completion() async throws {
        try await AppleBench.run { bench, client in
            var browser = TestBrowser(client)
            let response = try await browser.visitApple(bench)
            let landed = try await browser.postFromElsewhere("/sign-in/apple/callback", response.pairs)
            let arrived = browser
            let homes = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<64 {
                    group.addTask {
                        var copy = arrived
                        return try await copy.get(landed.location).location
                    }
                }
                return try await group.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
            }
            #expect(homes == ["/account?notice=account-created": 1, "/sign-in?notice=apple-expired": 63])
        }
    }

    @Test("failure 12: a new user who signs in 64 times concurrently gets one account")
    func oneAccount() async throws {
        try await AppleBench.run { bench, client in
            let statuses = try await client.statusesOf64 { try await client.signIn(bench).status }
            #expect(statuses == [201: 1, 200: 63])
        }
    }

    @Test("failure 12: a notification is never processed twice")
    func notification() async throws {
        try await AppleBench.run { bench, client in
            let token = try await client.signIn(bench, choices: ConsentChoices(email: .hide)).text("session", "token")
            bench.apple.clock.advance(by: 10)
            try bench.apple.setForwarding(false, for: bench.person, team: bench.team)
            let body = try bench.lastNotification
            let statuses = try await client.statusesOf64 {
                try await client.send(.post, "/apple/notifications", body: body).status
            }
            #expect(statuses == [200: 64])
            let events = try await client.send(.get, "/v1/account/events", token: token).json["events"]?.array ?? []
            #expect(events.count { $0["kind"]?.string == "apple-email-disabled" } == 1)
        }
    }
}
