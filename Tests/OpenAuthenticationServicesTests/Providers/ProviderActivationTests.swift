import DeviceProtocol
import DeviceSimulator
import Foundation
import OpenAuthenticationServices
import Testing

@Suite("An app that asks to turn on its credential provider") @MainActor
struct ProviderActivationTests {
    private static let vault = "ABCDE12345.com.example.vault"

    private func device() throws -> DeviceSimulator {
        let device = try DeviceSimulator(biometry: .faceID, passcode: "2468")
        let list: [String: Any] = [
            "NSExtension": [
                "NSExtensionPointIdentifier": "com.apple.authentication-services-credential-provider-ui",
                "NSExtensionAttributes": ["ASCredentialProviderExtensionCapabilities": ["ProvidesPasswords": true]],
            ] as [String: Any]
        ]
        try device.installCredentialProvider(
            SilentVault.self, infoPlist: PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0),
            of: Self.vault)
        return device
    }

    private func ask(_ device: DeviceSimulator, as app: String = ProviderActivationTests.vault) async throws -> Bool {
        let link = try device.link(ofApp: app, accessGroups: [])
        return await CurrentDevice.$link.withValue(link) { await ASSettingsHelper.requestToTurnOnCredentialProviderExtension() }
    }

    /// Returns whether the provider is on, as the app reads it.
    private func isOn(_ device: DeviceSimulator) async throws -> Bool {
        let link = try device.link(ofApp: Self.vault, accessGroups: [])
        return await CurrentDevice.$link.withValue(link) { await ASCredentialIdentityStore.shared.state().isEnabled }
    }

    @Test("the user turns the provider on, and a further request asks nothing")
    func story() async throws {
        let device = try device()
        device.sheets.will(.proceed)
        #expect(try await isOn(device) == false)
        #expect(try await ask(device))
        #expect(try await isOn(device))
        #expect(device.sheets.shown.map(\.content) == [.turnOnProvider] && device.sheets.shown.map(\.app) == [Self.vault])
        #expect(try await ask(device))
        try device.setProvidesPasswords(false, of: Self.vault)
        #expect(try await isOn(device) == false && device.sheets.shown.count == 1)
    }

    @Test("the form with a completion handler reports the same", arguments: [true, false])
    func completion(isAccepted: Bool) async throws {
        let device = try device()
        device.sheets.will(isAccepted ? .proceed : .cancel)
        let link = try device.link(ofApp: Self.vault, accessGroups: [])
        let reported = await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
            CurrentDevice.$link.withValue(link) {
                ASSettingsHelper.requestToTurnOnCredentialProviderExtension { continuation.resume(returning: $0) }
            }
        }
        #expect(reported == isAccepted)
        #expect(try await isOn(device) == isAccepted)
    }

    @Test("the next question is possible 10 seconds after the user answered the last one")
    func pause() async throws {
        let device = try device()
        device.sheets.will(.cancel)
        #expect(try await ask(device) == false)
        for elapsed in [Duration.zero, .seconds(5), .seconds(4)] {
            device.clock.advance(by: elapsed)
            #expect(try await ask(device) == false)
        }
        #expect(device.sheets.shown.count == 1)
        device.clock.advance(by: .seconds(1))
        device.sheets.will(.proceed)
        #expect(try await ask(device))
        #expect(device.sheets.shown.count == 2)
    }

    @Test("a second request during the question fails, and does not end the question")
    func concurrent() async throws {
        let device = try device()
        device.sheets.will(.wait)
        async let first = ask(device)
        await device.sheets.shown(times: 1)
        device.clock.advance(by: .seconds(60))
        #expect(try await ask(device) == false)
        device.sheets.will(.proceed)
        let isOn = try await first
        #expect(isOn)
        #expect(device.sheets.shown.count == 1)
    }

    @Test("an app without a provider, and an app on a locked device, receive false without a sheet")
    func rejected() async throws {
        let device = try device()
        #expect(try await ask(device, as: DeviceSimulator.usualApp) == false)
        device.lock()
        #expect(try await ask(device) == false)
        #expect(device.sheets.shown.isEmpty)
        // A request without a sheet does not delay the next question.
        try device.unlock(passcode: "2468")
        device.sheets.will(.proceed)
        #expect(try await ask(device))
    }
}

/// A provider that is never called.
private final class SilentVault: ASCredentialProviderViewController {}
