import AppleIdentityEmulator
import DeviceProtocol
import DeviceSimulator
import Foundation
import OpenAuthenticationServices
import Testing

/// Serialized, because the notification center belongs to the process, and notifications do not name the device.
@Suite("Revocations", .serialized) @MainActor
struct RevocationTests {
    @Test("a revocation in Settings notifies the app once")
    func inSettings() async throws {
        let party = try await Apple.party()
        let device = try party.device()
        let user = try await party.signIn(on: device)
        let listener = Listener(device)
        // Reading it again does not start a second watch.
        _ = device.run { ASAuthorizationAppleIDProvider.credentialRevokedNotification }
        try await device.stopUsing(party.app.rawValue)
        await listener.told(times: 1)
        #expect(try await device.run { ASAuthorizationAppleIDProvider() }.credentialState(forUserID: user) == .revoked)
        // Another one arrives second, so the first did not arrive twice.
        _ = try await party.signIn(on: device)
        try await device.stopUsing(party.app.rawValue)
        await listener.told(times: 2)
        #expect(listener.count == 2)
    }

    @Test("a revocation elsewhere notifies the app when the device checks, or when the app asks")
    func elsewhere() async throws {
        let party = try await Apple.party()
        let device = try party.device()
        let user = try await party.signIn(on: device)
        let listener = Listener(device)
        try party.service.revokeConsent(of: party.person, primary: party.app)
        try await device.refreshAppleAccount()
        await listener.told(times: 1)

        _ = try await party.signIn(on: device)
        try party.service.revokeConsent(of: party.person, primary: party.app)
        #expect(try await device.run { ASAuthorizationAppleIDProvider() }.credentialState(forUserID: user) == .revoked)
        await listener.told(times: 2)

        // Or when the user signs in again, as for the first time.
        _ = try await party.signIn(on: device)
        try party.service.revokeConsent(of: party.person, primary: party.app)
        _ = try await party.signIn(on: device)
        await listener.told(times: 3)
        #expect(listener.count == 3)
    }

    @Test("a revocation of another app does not notify this one")
    func ofAnother() async throws {
        let party = try await Apple.party()
        let device = try party.device()
        _ = try await party.signIn(on: device)
        let sibling = try device.link(ofApp: "\(party.team).\(party.sibling.rawValue)", accessGroups: [])
        device.sheets.will(.proceed)
        device.person.will(.match)
        let controller = CurrentDevice.$link.withValue(sibling) { AuthorizationController() }
        _ = try await controller.performRequest(signIn())
        let listener = Listener(device)
        try await device.stopUsing(party.sibling.rawValue)
        try await device.stopUsing(party.app.rawValue)
        await listener.told(times: 1)
        #expect(listener.count == 1)
    }

    @Test("revocations still notify the app after a restart of the device")
    func afterRestart() async throws {
        let party = try await Apple.party()
        let device = try party.device()
        _ = try await party.signIn(on: device)
        let listener = Listener(device)
        try device.reboot()
        try device.unlock(passcode: "2468")
        try await device.stopUsing(party.app.rawValue)
        await listener.told(times: 1)
        #expect(listener.count == 1)
    }

    /// Counts notifications from now on.
    @MainActor
    private final class Listener {
        private(set) var count = 0
        private let (stream, continuation) = AsyncStream<Void>.makeStream()
        private var iterator: AsyncStream<Void>.Iterator
        private var token: (any NSObjectProtocol)?

        init(_ device: DeviceSimulator) {
            iterator = stream.makeAsyncIterator()
            let name = device.run { ASAuthorizationAppleIDProvider.credentialRevokedNotification }
            token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { [continuation] _ in
                MainActor.assertIsolated()
                continuation.yield()
            }
        }

        func told(times: Int) async {
            while count < times {
                var iterator = iterator
                _ = await iterator.next(isolation: MainActor.shared)
                self.iterator = iterator
                count += 1
            }
        }

        isolated deinit {
            if let token { NotificationCenter.default.removeObserver(token) }
        }
    }
}
