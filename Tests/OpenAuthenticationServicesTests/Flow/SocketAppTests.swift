import AppleIdentityEmulator
import DeviceBroker
import DeviceProtocol
import Dispatch
import Foundation
import OpenAuthenticationServices
import Testing

@testable import DeviceSimulator

/// The app as it runs on a real device, behind a socket; in the same process only for the test.
@Suite("App behind a socket") @MainActor
struct SocketAppTests {
    @Test("the app signs in, and receives a revocation during other calls")
    func whole() async throws {
        let party = try await Apple.party()
        let device = try party.device()
        let (server, link) = try serve(device, party)
        defer { server.stop() }
        device.sheets.will(.proceed, .proceed)
        device.person.will(.match)
        let controller = CurrentDevice.$link.withValue(link) { AuthorizationController() }
        guard case .appleID(let credential) = try await controller.performRequest(signIn()) else {
            Issue.record("another credential")
            return
        }
        let waiting = revocations(link)
        let provider = CurrentDevice.$link.withValue(link) { ASAuthorizationAppleIDProvider() }
        #expect(try await provider.credentialState(forUserID: credential.user) == .authorized)
        try await device.stopUsing(party.app.rawValue)
        #expect(await waiting.value == 1)
        #expect(try await provider.credentialState(forUserID: credential.user) == .revoked)
    }

    @Test("the end of the app closes its sheet")
    func gone() async throws {
        let party = try await Apple.party()
        let device = try party.device()
        let (server, link) = try serve(device, party)
        device.sheets.will(.wait)
        let controller = CurrentDevice.$link.withValue(link) { AuthorizationController() }
        let task = Task { try await controller.performRequest(signIn()) }
        await device.sheets.shown(times: 1)
        // All connections of the app end.
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            DispatchQueue(label: "test").async {
                server.stop()
                continuation.resume()
            }
        }
        await #expect(throws: ASAuthorizationError.self) { try await task.value }
        device.sheets.will(.proceed)
        #expect(device.sheets.remainingAnswers == [.proceed], "the sheet is closed without a response")
    }

    private func serve(_ device: DeviceSimulator, _ party: Party) throws -> (BrokerServer, SocketLink) {
        let identifier = try #require(AccessGroup(rawValue: party.appIdentifier))
        let path = FileManager.default.temporaryDirectory.path + "/as-\(party.person.rawValue).sock"
        unlink(path)
        return (
            try BrokerServer(broker: device.device.broker, app: App(identifier: identifier), path: path), SocketLink(path: path)
        )
    }

    /// Returns the number of revocations in the next notification.
    private func revocations(_ link: SocketLink) -> Task<UInt32?, Never> {
        let last = try? link.perform(AwaitRevocations(context: link.perform(OpenContext()), after: nil)).last
        return Task {
            await withCheckedContinuation { continuation in
                DispatchQueue(label: "test").async {
                    let found = try? link.perform(AwaitRevocations(context: link.perform(OpenContext()), after: last))
                    continuation.resume(returning: found?.count)
                }
            }
        }
    }
}
