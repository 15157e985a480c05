import DeviceSimulator
import Foundation
import OpenAuthenticationServices
import Testing

/// An upgrade that an app starts, as iOS code is written.
@MainActor
@Suite("Upgrades started by the app") struct UpgradeFromAppTests {
    @Test("the extension receives the app's data, the app the extension's, and neither receives the saved password")
    func upgrade() async throws {
        let server = ModificationServer(["jane": "hunter2"])
        let device = try UpgradeFromSettingsTests.device(server)
        let app = UpgradingApp()
        await app.perform(Self.strong(server, ["com.example.authTokenKey": "session of jane"]), on: device)
        #expect(app.told == ["done jane"])
        #expect(device.savedPassword(of: "jane", at: server.site) == server.password(of: "jane"))
        #expect(server.password(of: "jane") != "hunter2" && app.anchorsAsked == 1)
    }

    @Test("an upgrade without data that the server accepts fails")
    func unauthorised() async throws {
        let server = ModificationServer(["jane": "hunter2"])
        let device = try UpgradeFromSettingsTests.device(server)
        let app = UpgradingApp()
        await app.perform(Self.strong(server, nil), on: device)
        await app.perform(Self.strong(server, ["com.example.authTokenKey": "hunter3"]), on: device)
        #expect(app.told == ["failed 0", "failed 0"])
        #expect(device.savedPassword(of: "jane", at: server.site) == "hunter2")
    }

    @Test("an error contains the extension's text for the user")
    func words() async throws {
        let server = ModificationServer(["jane": "hunter2"], behaviour: .rejecting(reason: "Authentication failed."))
        let device = try UpgradeFromSettingsTests.device(server)
        let app = UpgradingApp()
        await app.perform(Self.strong(server, nil), on: device)
        #expect(app.told == ["failed 0 Authentication failed."])
    }

    @Test("another app, another site and an unsaved account cannot be upgraded")
    func strangers() async throws {
        let server = ModificationServer(["jane": "hunter2"])
        let device = try UpgradeFromSettingsTests.device(server)
        let app = UpgradingApp()
        let userInfo = ["com.example.authTokenKey": "session of jane"]
        await app.perform(Self.strong(server, userInfo, user: "john"), on: device)
        device.shareWebCredentials(with: [])
        await app.perform(Self.strong(server, userInfo), on: device)
        #expect(app.told == ["failed 0", "failed 0"] && server.calls.isEmpty)
    }

    @Test("user info that is not a property list, and a service that is not a site, are rejected")
    func unsendable() async throws {
        let server = ModificationServer(["jane": "hunter2"])
        let device = try UpgradeFromSettingsTests.device(server)
        let app = UpgradingApp()
        await app.perform(Self.strong(server, ["object": UpgradingApp()]), on: device)
        await app.perform(Self.strong(server, ["long": String(repeating: "x", count: 70_000)]), on: device)
        await app.perform(
            ASAccountAuthenticationModificationUpgradePasswordToStrongPasswordRequest(
                user: "jane", serviceIdentifier: ASCredentialServiceIdentifier(identifier: "com.example", type: .app)), on: device)
        await app.perform(ASAccountAuthenticationModificationRequest(), on: device)
        #expect(app.told == ["failed 0", "failed 0", "failed 0", "failed 0"] && server.calls.isEmpty)
    }

    @Test("an upgrade converts the account to Sign in with Apple")
    func convert() async throws {
        let party = try await Apple.party()
        let server = ModificationServer(["jane": "hunter2"])
        let device = try UpgradeFromSettingsTests.device(server, party.device(), app: party.appIdentifier)
        device.sheets.will(.proceed, .proceed)
        device.person.will(.match)
        let app = UpgradingApp()
        await app.perform(
            ASAccountAuthenticationModificationReplacePasswordWithSignInWithAppleRequest(
                user: "jane", serviceIdentifier: ASCredentialServiceIdentifier(identifier: server.site, type: .domain),
                userInfo: ["com.example.authTokenKey": "session of jane"]), on: device)
        #expect(app.told == ["done converted"])
        #expect(device.savedPassword(of: "jane", at: server.site) == nil)
    }

    private static func strong(
        _ server: ModificationServer, _ userInfo: [AnyHashable: Any]?, user: String = "jane"
    ) -> ASAccountAuthenticationModificationRequest {
        ASAccountAuthenticationModificationUpgradePasswordToStrongPasswordRequest(
            user: user, serviceIdentifier: ASCredentialServiceIdentifier(identifier: server.site, type: .domain), userInfo: userInfo
        )
    }
}

/// An app's object that starts upgrades.
@MainActor
private final class UpgradingApp: NSObject, ASAccountAuthenticationModificationControllerDelegate,
    ASAccountAuthenticationModificationControllerPresentationContextProviding
{
    private(set) var told: [String] = []
    private(set) var anchorsAsked = 0
    private var continuation: CheckedContinuation<Void, Never>?

    func perform(_ request: ASAccountAuthenticationModificationRequest, on device: DeviceSimulator) async {
        await withCheckedContinuation { continuation in
            self.continuation = continuation
            // The controller is not retained by the app.
            let controller = device.run { ASAccountAuthenticationModificationController() }
            controller.delegate = self
            controller.presentationContextProvider = self
            controller.perform(request)
        }
    }

    func accountAuthenticationModificationController(
        _ controller: ASAccountAuthenticationModificationController,
        didSuccessfullyComplete request: ASAccountAuthenticationModificationRequest, userInfo: [AnyHashable: Any]?
    ) {
        tell("done " + (userInfo?["changed"] as? String ?? (userInfo?["converted"] as? Bool == true ? "converted" : "")))
    }

    func accountAuthenticationModificationController(
        _ controller: ASAccountAuthenticationModificationController, didFail request: ASAccountAuthenticationModificationRequest,
        error: any Error
    ) {
        let error = error as? ASExtensionError
        let reason = error?.userInfo[ASExtensionLocalizedFailureReasonErrorKey] as? String
        tell("failed \(error?.errorCode ?? -1)" + (reason.map { " \($0)" } ?? ""))
    }

    func presentationAnchor(for controller: ASAccountAuthenticationModificationController) -> ASPresentationAnchor {
        anchorsAsked += 1
        return ASPresentationAnchor()
    }

    private func tell(_ words: String) {
        told.append(words)
        let waiting = continuation
        continuation = nil
        waiting?.resume()
    }
}
