import AppleIdentityEmulator
import Foundation
import NIOHTTP1
import Testing

@Suite("Notifications reach the relying party", .timeLimit(.minutes(20)))
struct NotificationDeliveryTests {
    @Test("a revoked consent is posted as JSON with a signed payload, once")
    func delivered() async throws {
        try await listening { scene, listener in
            try scene.apple.service.revokeConsent(of: scene.anna, primary: scene.shop.app)
            await scene.apple.deliverNotifications()
            let post = try #require(listener.posts.first)
            #expect(listener.posts.count == 1)
            #expect(post.path == "/notifications")
            #expect(post.type == "application/json")
            let payload = try #require(
                try (JSONSerialization.jsonObject(with: Data(post.body.utf8)) as? [String: String])?["payload"])
            #expect(try #require(Claims(payload)?["events"] as? String).contains("consent-revoked"))
            #expect(scene.apple.service.notifications.map(\.progress) == [.delivered])
        }
    }

    @Test("a notification without status 200 is posted again when the emulated clock reaches its time")
    func retried() async throws {
        try await listening { scene, listener in
            listener.answer(500)
            try scene.apple.service.revokeConsent(of: scene.anna, primary: scene.shop.app)
            await scene.apple.deliverNotifications()
            let waiting = try #require(scene.apple.service.notifications.first)
            #expect(waiting.progress == .waiting)
            #expect(waiting.lastOutcome == "status 500")
            await scene.apple.deliverNotifications()
            #expect(listener.posts.count == 1, "its time has not come")

            scene.apple.service.clock.set(to: try #require(waiting.nextAttemptAt))
            await scene.apple.deliverNotifications()
            #expect(listener.posts.count == 2)
            #expect(listener.posts[0].body == listener.posts[1].body)
        }
    }

    @Test("a redirect is a failure, and is not followed")
    func redirect() async throws {
        try await listening { scene, listener in
            listener.answer(302)
            try scene.apple.service.revokeConsent(of: scene.anna, primary: scene.shop.app)
            await scene.apple.deliverNotifications()
            #expect(listener.posts.map(\.path) == ["/notifications"])
            #expect(scene.apple.service.notifications.first?.lastOutcome == "status 302")
        }
    }

    @Test("an operation of the admin interface delivers its notification, and a replay posts it again")
    func byItself() async throws {
        try await listening { scene, listener in
            let admin = Caller(scene.apple.baseURL)
            #expect(try await admin.send(.DELETE, "/emulator/accounts/\(scene.anna)", [], nil).status == 204)
            await listener.reached(1)
            let id = try #require(scene.apple.service.notifications.first?.id)
            await scene.apple.deliverNotifications()
            #expect(scene.apple.service.notifications.first?.progress == .delivered, "it waits for a post that had begun")
            #expect(try await admin.send(.POST, "/emulator/notifications/\(id)/replay", json: "{}").status == 204)
            await listener.reached(2)
            #expect(listener.posts[0].body == listener.posts[1].body)
        }
    }

    private func listening(_ body: @escaping @Sendable (EmulatorScene, NotificationListener) async throws -> Void) async throws {
        try await NotificationListener.run { listener, base in
            try await EmulatorScene.run({ $0.settings.allowsLoopbackURLs = true }) { scene in
                try scene.apple.service.setNotificationURL(base + "/notifications", of: scene.shop.app)
                _ = try scene.apple.service.signIn(at: scene.authorizeURL(), as: scene.anna)
                try await body(scene, listener)
            }
        }
    }
}
