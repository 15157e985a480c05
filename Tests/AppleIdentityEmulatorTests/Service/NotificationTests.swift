import AppleIdentityEmulator
import Foundation
import Testing

@Suite("Server-to-server notifications")
struct NotificationTests {
    private func claims(_ bench: ServiceBench) throws -> Claim {
        try Claim.part(1, of: #require(bench.service.notifications.last).payload)
    }

    private func event(_ bench: ServiceBench) throws -> Claim {
        try Claim.json(Array(#require(try claims(bench)["events"]?.text).utf8))
    }

    @Test("a revoked consent is notified with issuer, audience, a lifetime of one day, and events as a string with milliseconds")
    func consentRevoked() async throws {
        let bench = try await ServiceBench()
        let user = try bench.signInNatively().user
        bench.clock.advance(by: 10.5)
        try bench.service.revokeConsent(of: bench.anna, primary: bench.app)
        let claims = try claims(bench)
        let now = Int(bench.clock.now.timeIntervalSince1970)
        #expect(claims["iss"] == "https://appleid.apple.com" && claims["aud"] == "com.example.app")
        #expect(claims["iat"] == .number(now) && claims["exp"] == .number(now + 86_400) && claims["jti"] != nil)
        let event = try event(bench)
        #expect(event["type"] == "consent-revoked" && event["sub"] == .text(user.rawValue))
        #expect(event["event_time"] == .number(Int(bench.clock.now.timeIntervalSince1970 * 1_000)))
        #expect(event["email"] == nil && event["is_private_email"] == nil)
    }

    @Test("each change of forwarding is notified once, with the relay address")
    func forwarding() async throws {
        let bench = try await ServiceBench()
        let relay = try bench.signInNatively(.init(email: .hide)).email
        try bench.service.setForwarding(true, for: bench.anna, team: bench.team)
        #expect(bench.service.notifications.isEmpty)
        try bench.service.setForwarding(false, for: bench.anna, team: bench.team)
        #expect(try event(bench)["type"] == "email-disabled")
        #expect(try event(bench)["email"]?.text == relay)
        #expect(try event(bench)["is_private_email"] == "true")
        try bench.service.setForwarding(true, for: bench.anna, team: bench.team)
        #expect(try event(bench)["type"] == "email-enabled")
        #expect(bench.service.notifications.map(\.kind) == [.emailDisabled, .emailEnabled])
        #expect(Set(bench.service.notifications.map(\.jti)).count == 2)
    }

    @Test("the settings give the documented variants: events as an object, seconds, the other type, the client as audience")
    func otherReadings() async throws {
        var settings = AppleServiceSettings()
        settings.eventsForm = .object
        settings.eventTime = .seconds
        settings.accountDeletionType = .accountDeleted
        settings.notificationAudience = .lastClient
        let bench = try await ServiceBench(settings: settings)
        _ = try bench.signIn()
        try bench.service.deleteAccount(bench.anna)
        let claims = try claims(bench)
        #expect(claims["aud"] == "com.example.web")
        #expect(claims["events"]?["type"] == "account-deleted")
        #expect(claims["events"]?["event_time"] == .number(Int(ServiceBench.noon.timeIntervalSince1970)))
    }

    @Test("a deleted account is notified to every group that had a consent, and to no other")
    func accountDeletion() async throws {
        let bench = try await ServiceBench()
        let second = try #require(ClientID("com.example.second"))
        let third = try #require(ClientID("com.example.third"))
        for client in [second, third] {
            try bench.service.addAppID(client, team: bench.team, name: "A", notificationURL: "https://example.com/\(client)")
        }
        _ = try bench.signInNatively()
        _ = try bench.service.signInNatively(.init(client: second, person: bench.anna)).get()
        _ = try bench.service.signInNatively(.init(client: third, person: bench.anna)).get()
        try bench.service.revokeConsent(of: bench.anna, primary: third)
        try bench.service.deleteAccount(bench.anna)
        let deletions = bench.service.notifications.filter { $0.kind == .accountDelete }
        #expect(deletions.map(\.audience) == [bench.app, second])
        #expect(deletions.map(\.url) == [bench.hook, "https://example.com/com.example.second"])
        #expect(try event(bench)["type"] == "account-delete")
    }

    @Test("without a notification URL nothing is sent, and the log says so")
    func noURL() async throws {
        let bench = try await ServiceBench()
        _ = try bench.signInNatively()
        try bench.service.setNotificationURL(nil, of: bench.app)
        try bench.service.revokeConsent(of: bench.anna, primary: bench.app)
        #expect(bench.service.notifications.isEmpty)
        #expect(bench.service.requests().last?.explanation.contains("no notification URL") == true)
    }
}

@Suite("The outbox of notifications")
struct OutboxTests {
    private func bench() async throws -> ServiceBench {
        let bench = try await ServiceBench()
        _ = try bench.signInNatively()
        try bench.service.revokeConsent(of: bench.anna, primary: bench.app)
        return bench
    }

    @Test("a notification is returned once, with its URL and payload")
    func handedOutOnce() async throws {
        let bench = try await bench()
        #expect(bench.service.nextDelivery() == bench.clock.now)
        let delivery = try #require(bench.service.takeOutbox().first)
        #expect(delivery.url == bench.hook && delivery.attempt == 1)
        #expect(try Claim.json(delivery.body)["payload"]?.text == bench.service.notifications[0].payload)
        #expect(bench.service.takeOutbox().isEmpty)
        bench.service.recordDelivery(delivery.id, status: 200)
        #expect(bench.service.notifications[0].progress == .delivered && bench.service.nextDelivery() == nil)
        bench.clock.advance(by: 100_000)
        #expect(bench.service.takeOutbox().isEmpty)
    }

    @Test("after any status but 200 the same payload is retried by the schedule, then abandoned")
    func retries() async throws {
        let bench = try await bench()
        let payload = bench.service.notifications[0].payload
        var waits: [TimeInterval] = []
        for attempt in 1...8 {
            let delivery = try #require(bench.service.takeOutbox().first)
            #expect(delivery.attempt == attempt)
            #expect(try Claim.json(delivery.body)["payload"]?.text == payload)
            if attempt % 2 == 0 {
                bench.service.recordDelivery(delivery.id, status: attempt == 2 ? 204 : 500)
            } else {
                bench.service.recordDeliveryFailure(delivery.id, reason: "rejected")
            }
            guard let next = bench.service.nextDelivery() else { break }
            waits.append(next.timeIntervalSince(bench.clock.now))
            bench.clock.set(to: next.addingTimeInterval(-1))
            #expect(bench.service.takeOutbox().isEmpty)
            bench.clock.set(to: next)
        }
        #expect(waits == [10, 60, 300, 1_800, 7_200, 21_600, 43_200])
        #expect(bench.service.notifications[0].progress == .abandoned && bench.service.notifications[0].lastOutcome == "status 500")
    }

    @Test("an outcome not reported within a minute counts as failed, and a later report is ignored")
    func lostOutcome() async throws {
        let bench = try await bench()
        let delivery = try #require(bench.service.takeOutbox().first)
        bench.clock.advance(by: 60)
        #expect(bench.service.takeOutbox().isEmpty)
        bench.service.recordDelivery(delivery.id, status: 200)
        #expect(bench.service.notifications[0].progress == .waiting)
        bench.clock.advance(by: 10)
        #expect(bench.service.takeOutbox().first?.attempt == 2)
    }

    @Test("a replay posts the same payload with the same jti")
    func replay() async throws {
        let bench = try await bench()
        let first = try #require(bench.service.takeOutbox().first)
        bench.service.recordDelivery(first.id, status: 200)
        try bench.service.replayNotification(first.id)
        let second = try #require(bench.service.takeOutbox().first)
        #expect(second.body == first.body && second.id == first.id && second.attempt == 1)
        #expect(throws: EmulatorError.self) { try bench.service.replayNotification(99) }
    }

    @Test("a thousand notifications are kept, and completed ones are removed first")
    func bounded() async throws {
        let bench = try await bench()
        let first = try #require(bench.service.takeOutbox().first)
        for _ in 0..<1_000 {
            _ = try bench.signInNatively()
            try bench.service.revokeConsent(of: bench.anna, primary: bench.app)
            if bench.service.notifications.count == 999 { bench.service.recordDelivery(first.id, status: 200) }
        }
        #expect(bench.service.notifications.count == 1_000)
        #expect(bench.service.notifications.first?.id == 2)
        #expect(bench.service.takeOutbox(limit: 5).map(\.id) == [2, 3, 4, 5, 6])
    }
}
