import DeviceSimulator
import Foundation
import OpenLocalAuthentication
import Synchronization
import Testing

@Suite("Observing rights", .timeLimit(.minutes(20))) struct RightObservationTests {
    @Test("an observer receives every state, from the current one to the end of the right")
    func states() async throws {
        let device = try DeviceSimulator()
        device.person.will(.match, .cancel)
        try await device.run {
            var right: LARight? = LARight()
            let updates = try #require(right?.stateUpdates)
            try await right?.authorize(localizedReason: "sign in")
            let late = try #require(right?.stateUpdates)
            await right?.deauthorize()
            await #expect(throws: LAError(.userCancel)) { try await right?.authorize(localizedReason: "sign in") }
            right = nil
            #expect(
                await Self.all(of: updates) == [.unknown, .authorizing, .authorized, .notAuthorized, .authorizing, .notAuthorized])
            #expect(await Self.all(of: late) == [.authorized, .notAuthorized, .authorizing, .notAuthorized])
        }
    }

    static func all(of updates: AsyncStream<LARight.State>) async -> [LARight.State] {
        await updates.reduce(into: []) { $0.append($1) }
    }

    @Test("notifications report rights that become authorized, and that no longer are")
    func notifications() async throws {
        let device = try DeviceSimulator()
        device.person.will(.match, .cancel)
        let heard = Mutex<[String]>([])
        try await device.run {
            let right = LARight()
            let names = [LARight.didBecomeAuthorizedNotification, LARight.didBecomeUnauthorizedNotification]
            let observers = names.map { name in
                NotificationCenter.default.addObserver(forName: name, object: right, queue: nil) { notification in
                    heard.withLock { $0.append(notification.name == LARight.didBecomeAuthorizedNotification ? "yes" : "no") }
                }
            }
            try await right.authorize(localizedReason: "sign in")
            try await right.authorize(localizedReason: "sign in")
            await right.deauthorize()
            await right.deauthorize()
            await #expect(throws: LAError(.userCancel)) { try await right.authorize(localizedReason: "sign in") }
            for observer in observers { NotificationCenter.default.removeObserver(observer) }
        }
        let all = heard.withLock { $0 }
        #expect(all == ["yes", "no", "no"])
    }
}
