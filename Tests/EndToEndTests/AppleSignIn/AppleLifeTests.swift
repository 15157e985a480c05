import AppleIdentityEmulator
import FoundationEssentials
import HTTPTypes
import JSONText
import Testing

@Suite("Effects of events at Apple")
struct AppleLifeTests {
    @Test("deleting the account revokes Apple's consent, even if Apple was down at the time")
    func deletion() async throws {
        try await AppleBench.run { bench, client in
            let token = try await client.signIn(bench).text("session", "token")
            await bench.work()
            #expect(bench.apple.consents(of: bench.person).count == 1)

            let outage = try bench.apple.addFault(.status(503), at: .revoke)
            let answer = try await client.send(.delete, "/v1/account", token: token)
            #expect(answer.json["appleTokens"]?.string == "being-revoked")
            await bench.work()
            #expect(bench.apple.consents(of: bench.person).count == 1)

            try bench.apple.removeFault(outage.id)
            bench.apple.clock.advance(by: 7_200)
            await bench.work()
            #expect(bench.apple.consents(of: bench.person).isEmpty)
        }
    }

    @Test("while Apple's token endpoint is down, users sign in, and their codes are exchanged later")
    func outage() async throws {
        try await AppleBench.run { bench, client in
            _ = try await client.signIn(bench)
            let outage = try bench.apple.addFault(.status(503), at: .token)
            let answer = try await client.signIn(bench)
            #expect(answer.status == 200)
            await bench.work()
            try bench.apple.removeFault(outage.id)
            bench.apple.clock.advance(by: 60)
            await bench.work()
            let deleted = try await client.send(.delete, "/v1/account", token: try answer.text("session", "token"))
            #expect(deleted.json["appleTokens"]?.string == "being-revoked")
        }
    }

    @Test("a code that waited too long is reported at deletion")
    func expiredCode() async throws {
        try await AppleBench.run { bench, client in
            _ = try bench.apple.addFault(.droppedConnection, at: .token)
            let token = try await client.signIn(bench).text("session", "token")
            await bench.work()
            bench.apple.clock.advance(by: 400)
            await bench.work()
            let deleted = try await client.send(.delete, "/v1/account", token: token)
            #expect(deleted.json["appleTokens"]?.string == "revoke-by-hand")
        }
    }

    @Test(
        "the code of a user who leaves immediately ends their consent if Apple recovers while the code is valid",
        arguments: [(60, true), (400, false)])
    func earlyLeaver(seconds: Int, isEnded: Bool) async throws {
        try await AppleBench.run { bench, client in
            let outage = try bench.apple.addFault(.status(503), at: .token)
            let token = try await client.signIn(bench).text("session", "token")
            let deleted = try await client.send(.delete, "/v1/account", token: token)
            #expect(deleted.json["appleTokens"]?.string == "revoke-by-hand")
            await bench.work()
            try bench.apple.removeFault(outage.id)
            bench.apple.clock.advance(by: TimeInterval(seconds))
            await bench.work()
            #expect(bench.apple.consents(of: bench.person).isEmpty == isEnded)
        }
    }

    @Test("the daily check detects revoked consent and ends its sessions")
    func dailyCheck() async throws {
        try await AppleBench.run { bench, client in
            let token = try await client.signIn(bench).text("session", "token")
            await bench.work()
            let app = bench.apple.consents(of: bench.person)[0].primary
            try bench.apple.revokeConsent(of: bench.person, primary: app)
            bench.apple.clock.advance(by: 3 * 86_400)
            await bench.work()
            #expect(try await client.send(.get, "/v1/session", token: token).status == 401)
            #expect(try await client.signIn(bench).status == 200)
        }
    }

    @Test("a notification of revoked consent ends the sessions that depend on it once, and no others")
    func consentRevoked() async throws {
        try await AppleBench.run { bench, client in
            let token = try await client.signIn(bench).text("session", "token")
            bench.apple.clock.advance(by: 10)
            let app = bench.apple.consents(of: bench.person)[0].primary
            try bench.apple.revokeConsent(of: bench.person, primary: app)
            let body = try notification(from: bench)
            #expect(try await client.send(.post, "/apple/notifications", body: body).status == 200)
            #expect(try await client.send(.get, "/v1/session", token: token).status == 401)

            bench.apple.clock.advance(by: 10)
            let back = try await client.signIn(bench).text("session", "token")
            #expect(try await client.send(.post, "/apple/notifications", body: body).status == 200)
            #expect(try await client.send(.get, "/v1/session", token: back).status == 200)
        }
    }

    @Test("deleting an Apple Account deletes the account if it was the only way to sign in")
    func accountDeleted() async throws {
        try await AppleBench.run { bench, client in
            let first = try await client.signIn(bench)
            bench.apple.clock.advance(by: 10)
            try bench.apple.deleteAccount(bench.person)
            #expect(try await client.send(.post, "/apple/notifications", body: try notification(from: bench)).status == 200)
            #expect(try await client.send(.get, "/v1/account", token: try first.text("session", "token")).status == 401)
        }
    }

    @Test("a body that is not a notification of Apple is rejected")
    func forgedNotification() async throws {
        try await AppleBench.run { bench, client in
            _ = try await client.signIn(bench)
            bench.apple.clock.advance(by: 10)
            let app = bench.apple.consents(of: bench.person)[0].primary
            _ = try bench.apple.addFault(.wrongSignature, at: .notification, count: 1)
            try bench.apple.revokeConsent(of: bench.person, primary: app)
            #expect(try await client.send(.post, "/apple/notifications", body: try notification(from: bench)).status == 400)
            #expect(try await client.send(.post, "/apple/notifications", body: Array("{}".utf8)).status == 400)
        }
    }

    private func notification(from bench: AppleBench) throws -> [UInt8] {
        let payload = try #require(bench.apple.notifications.last).payload
        return Array(#"{"payload":"\#(payload)"}"#.utf8)
    }
}
