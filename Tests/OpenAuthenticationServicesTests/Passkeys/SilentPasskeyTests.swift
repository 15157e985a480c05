import DeviceProtocol
@testable import DeviceSimulator
import Foundation
import OpenAuthenticationServices
import PasswordManager
import Testing
import WebAuthn

@Suite("Passkeys without a sheet") @MainActor
struct SilentPasskeyTests {
    /// A reason why the device creates no passkey.
    enum Obstacle: String, CaseIterable, Sendable {
        case noPasscode, noAccount, locked
        case notSaved, notFilled, filledLongAgo, filledInOtherApp, deletedAfterFilling, otherUser, otherSite, autoFillOff
        case sameUserHandle, sameUserName, excluded

        var code: ASAuthorizationError.Code {
            switch self {
            case .noPasscode, .noAccount: .deviceNotConfiguredForPasskeyCreation
            case .locked: .notInteractive
            case .excluded: .matchedExcludedCredential
            default: .failed
            }
        }
    }

    @Test("are created right after a saved password was filled in, with a notification and without user presence")
    func story() async throws {
        let scene = try await PasskeyScene()
        try await scene.fillPassword()
        let (sheets, prompts) = (scene.device.sheets.shown.count, scene.device.person.promptCount)
        let challenge = Challenge()
        let registration = try await scene.silentRegistration(challenge)
        let verified = try await scene.verified(registration, challenge, user: [1], mediation: .conditional)
        #expect(verified.flags == [.attestedCredential, .backupEligible, .backedUp])
        await #expect(throws: (any Error).self) { try await scene.verified(registration, challenge, user: [1]) }
        #expect(scene.device.sheets.shown.count == sheets && scene.device.person.promptCount == prompts)
        #expect(scene.device.sheets.notifications == [.passkeySaved(user: "jane", site: "example.com")])

        let credential = try verified.credential(isRegistered: false)
        #expect(try await scene.signIn(with: credential).flags.contains([.userPresent, .userVerified]))
    }

    @Test("can derive keys, and derive none while the user is not verified")
    func extensions() async throws {
        let scene = try await PasskeyScene()
        try await scene.fillPassword()
        let request = scene.conditional()
        request.prf = .inputValues(.init(saltInput1: Data([1])))
        let result = try await scene.perform([request])
        guard case .passkeyRegistration(let registration) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(registration.prf?.isSupported == true && registration.prf?.first == nil)
    }

    @Test("are not created if one condition is not met, without a prompt", arguments: Obstacle.allCases)
    func conditions(obstacle: Obstacle) async throws {
        let scene = try await PasskeyScene(
            passcode: obstacle == .noPasscode ? nil : "2468", account: obstacle == .noAccount ? nil : "jane")
        let device = scene.device
        var user = "jane"
        var excluded: [Data] = []
        switch obstacle {
        case .notSaved: break
        case .notFilled: scene.savePassword()
        case .noPasscode: try await scene.fillPassword(person: nil)
        case .filledInOtherApp:
            try await scene.fillPassword(in: PasskeyScene.other)
        case .otherSite: try await scene.fillPassword(of: "example.org")
        case .sameUserHandle: try await scene.register("jane@example.com", handle: [1])
        case .sameUserName: try await scene.register("jane", handle: [2])
        case .excluded: excluded = [Data(try await scene.register("joe", handle: [2]).id.bytes)]
        default: break
        }
        switch obstacle {
        case .sameUserHandle, .sameUserName, .excluded, .noAccount, .locked, .filledLongAgo, .deletedAfterFilling, .otherUser,
            .autoFillOff:
            try await scene.fillPassword()
        default: break
        }
        switch obstacle {
        case .locked: device.lock()
        case .filledLongAgo: device.clock.advance(by: .seconds(300))
        case .deletedAfterFilling: try device.passwords.delete(try #require(try scene.savedPassword), at: device.clock.now)
        case .otherUser: user = "joe"
        case .autoFillOff: device.services.settings.autoFill.isOn = false
        default: break
        }
        let count = device.savedPasskeys.count
        let (sheets, prompts) = (device.sheets.shown.count, device.person.promptCount)
        let error = try await scene.error([scene.conditional(user, excluding: excluded)], sheets: [.proceed], person: .match)
        #expect(error.code == obstacle.code)
        #expect(device.sheets.shown.count == sheets && device.person.promptCount == prompts)
        #expect(device.sheets.notifications.isEmpty)
        if obstacle == .locked { try device.unlock(passcode: "2468") }
        #expect(device.savedPasskeys.count == count)
    }

    @Test("are created up to five minutes after the password was filled in")
    func time() async throws {
        let scene = try await PasskeyScene()
        try await scene.fillPassword()
        scene.device.clock.advance(by: .seconds(299))
        _ = try await scene.silentRegistration()
        #expect(scene.device.savedPasskeys.count == 1)
    }

    @Test("the error does not reveal whether a password is saved")
    func reasons() async throws {
        let scene = try await PasskeyScene()
        let unsaved = try await scene.error([scene.conditional()]) as NSError
        scene.savePassword()
        let saved = try await scene.error([scene.conditional()]) as NSError
        #expect(saved.code == unsaved.code && saved.localizedFailureReason == unsaved.localizedFailureReason)
    }

    @Test("one filled-in password permits one request, also if that fails")
    func once() async throws {
        let scene = try await PasskeyScene()
        let other = Data(try await scene.register("joe", handle: [2]).id.bytes)
        try await scene.fillPassword()
        #expect(try await scene.error([scene.conditional(excluding: [other])]).code == .matchedExcludedCredential)
        #expect(try await scene.error([scene.conditional()]).code == .failed)
        try await scene.fillPassword()
        _ = try await scene.silentRegistration()
    }

    @Test("concurrent requests after one fill create one passkey")
    func race() async throws {
        let scene = try await PasskeyScene()
        try await scene.fillPassword()
        let requests = (0..<16).map { number in
            Task { (try? await scene.perform([scene.conditional(handle: [UInt8(number)])])) != nil }
        }
        var created = 0
        for request in requests where await request.value { created += 1 }
        #expect(created == 1 && scene.device.savedPasskeys.count == 1 && scene.device.sheets.notifications.count == 1)
    }

    @Test(
        "a password of a subdomain counts, and one of a similar host does not",
        arguments: [
            ("accounts.example.com", true), ("badexample.com", false), ("example.com.evil.example", false), ("example.co", false),
        ])
    func hosts(host: String, counts: Bool) async throws {
        let scene = try await PasskeyScene()
        try await scene.fillPassword(of: host)
        if counts {
            _ = try await scene.silentRegistration()
        } else {
            #expect(try await scene.error([scene.conditional()]).code == .failed)
        }
    }

    @Test("a filled-in password does not permit the passkey of another relying party, or one for an app without an association")
    func hostile() async throws {
        let scene = try await PasskeyScene()
        scene.device.put("example.org", for: PasskeyScene.app)
        try await scene.fillPassword()
        let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: "example.org")
        let request = provider.createCredentialRegistrationRequest(
            challenge: Data(Challenge().bytes), name: "jane", userID: Data([1]), requestStyle: .conditional)
        #expect(try await scene.error([request]).code == .failed)
        let error = try await scene.error([scene.conditional()], as: PasskeyScene.other)
        #expect((error as NSError).localizedFailureReason?.hasSuffix("is not associated with domain example.com") == true)
        #expect(scene.device.savedPasskeys.isEmpty)
        // None of this used the fill.
        _ = try await scene.silentRegistration()
    }

    @Test("are created although the device has a passkey of the account, if the server does not accept that one")
    func notAccepted() async throws {
        let scene = try await PasskeyScene()
        try await scene.register()
        let manager = CurrentDevice.$link.withValue(try scene.device.link(ofApp: PasskeyScene.app, accessGroups: [])) {
            ASCredentialDataManager()
        }
        try await manager.reportAllAcceptedPublicKeyCredentials(
            relyingPartyIdentifier: PasskeyScene.site, userHandle: Data([1]), acceptedCredentialIDs: [])
        try await scene.fillPassword()
        _ = try await scene.silentRegistration()
        #expect(scene.device.savedPasskeys.map(\.user) == ["jane"])
    }

    @Test("are not created together with other requests")
    func together() async throws {
        let scene = try await PasskeyScene()
        try await scene.fillPassword()
        #expect(try await scene.error([scene.conditional(), scene.assertion()]).code == .failed)
        #expect(scene.device.savedPasskeys.isEmpty)
    }
}

extension PasskeyScene {
    fileprivate static let other = "ABCDE12345.com.example.other"

    func conditional(
        _ user: String = "jane", handle: [UInt8] = [1], challenge: Challenge = Challenge(), excluding excluded: [Data] = []
    ) -> ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest {
        let request = registration(user, handle: handle, challenge: challenge, excluding: excluded)
        request.requestStyle = .conditional
        return request
    }

    /// Creates a passkey without a sheet.
    @discardableResult
    func silentRegistration(
        _ challenge: Challenge = Challenge()
    ) async throws -> ASAuthorizationPlatformPublicKeyCredentialRegistration {
        let result = try await perform([conditional(challenge: challenge)])
        guard case .passkeyRegistration(let registration) = result else { throw NoPasskey() }
        return registration
    }

    private struct NoPasskey: Error {}

    func savePassword(of host: String = "example.com", for app: String = PasskeyScene.app) {
        device.savePassword("hunter2", user: "jane", site: host, for: app)
    }

    fileprivate var savedPassword: PasswordManager.CredentialID? {
        get throws { try device.passwords.summaries().first?.id }
    }

    /// Saves a password, and the app receives it from the sheet.
    func fillPassword(
        of host: String = "example.com", in app: String = PasskeyScene.app, person: SimulatedPerson.Answer? = .match
    ) async throws {
        savePassword(of: host, for: app)
        _ = try await perform([ASAuthorizationPasswordProvider().createRequest()], sheets: [.choose(0)], person: person, as: app)
    }
}

extension DeviceSimulator {
    /// Associates one app with a site.
    fileprivate func put(_ site: String, for app: String) {
        savePassword("other", user: "other", site: site, for: app)
    }
}
