import DeviceSimulator
import Foundation
import OpenAuthenticationServices
import Testing
import WebAuthn

/// The relying party ID of a server on the developer's machine.
@Suite("Passkeys of localhost") @MainActor
struct LocalPasskeyTests {
    private static let stranger = "ABCDE12345.com.example.stranger"

    /// What differs from an app under development that names localhost, on a device in developer mode.
    enum Difference: CaseIterable {
        case nothing
        case deviceWithoutDeveloperMode
        case appForDistribution
        case entitlementWithoutMode
        case entitlementForManagedApps
        case entitlementForAnotherSite
        case siteOfAnotherApp
        case anotherApp
    }

    @Test(
        "an app may use them by an entitlement for development, while the device is in developer mode",
        arguments: Difference.allCases)
    func conditions(difference: Difference) async throws {
        let scene = try await PasskeyScene()
        let named = difference == .siteOfAnotherApp ? Self.stranger : PasskeyScene.app
        try scene.device.put(Self.site(naming: named), at: "localhost")
        if difference != .deviceWithoutDeveloperMode { await scene.device.setDeveloperMode(true) }
        let entitlement =
            switch difference {
            case .entitlementWithoutMode: "webcredentials:localhost"
            case .entitlementForManagedApps: "webcredentials:localhost?mode=managed"
            case .entitlementForAnotherSite: "webcredentials:example.com?mode=developer"
            default: "webcredentials:localhost?mode=developer"
            }
        try await scene.device.install(
            associatedDomains: [entitlement], isSignedForDevelopment: difference != .appForDistribution)
        let error = try await Self.errorOfRegistration(
            at: "localhost", on: scene, as: difference == .anotherApp ? Self.stranger : nil)
        #expect(error == (difference == .nothing ? nil : .failed))
        #expect(scene.device.savedPasskeys.map(\.site) == (difference == .nothing ? ["localhost"] : []))
    }

    @Test(
        "another name of one label and an address are rejected under development too",
        arguments: [
            ("studio", false), ("com", false), ("127.0.0.1", false), ("LOCALHOST", false), ("shop.localhost", true),
        ])
    func otherNames(site: String, isAccepted: Bool) async throws {
        let scene = try await PasskeyScene()
        // An address cannot have a site.
        try? scene.device.put(Self.site(naming: PasskeyScene.app), at: site.lowercased())
        await scene.device.setDeveloperMode(true)
        try await scene.device.install(
            associatedDomains: ["webcredentials:\(site.lowercased())?mode=developer"], isSignedForDevelopment: true)
        #expect(try await Self.errorOfRegistration(at: site, on: scene) == (isAccepted ? nil : .failed))
    }

    @Test("a name below localhost requires development too")
    func namesBelow() async throws {
        let scene = try await PasskeyScene()
        let site = Self.site(naming: PasskeyScene.app, certificate: .trusted)
        try scene.device.put(site, at: "shop.localhost")
        try await scene.device.install(associatedDomains: ["webcredentials:shop.localhost"])
        #expect(try await Self.errorOfRegistration(at: "shop.localhost", on: scene) == .failed)
    }

    @Test("a passkey of localhost signs nothing after developer mode was turned off")
    func developerModeOff() async throws {
        let scene = try await PasskeyScene()
        try scene.device.put(Self.site(naming: PasskeyScene.app), at: "localhost")
        await scene.device.setDeveloperMode(true)
        try await scene.device.install(
            associatedDomains: ["webcredentials:localhost?mode=developer"], isSignedForDevelopment: true)
        #expect(try await Self.errorOfRegistration(at: "localhost", on: scene) == nil)
        let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: "localhost")
        let request = { provider.createCredentialAssertionRequest(challenge: Data(Challenge().bytes)) }
        let result = try await scene.perform([request()], sheets: [.choose(0)], person: .match)
        guard case .passkeyAssertion(let assertion) = result else {
            Issue.record("\(result)")
            return
        }
        // The origin of an app has no port, unlike that of a page of the same server.
        #expect(String(decoding: assertion.rawClientDataJSON, as: UTF8.self).contains(#""origin":"https://localhost""#))
        await scene.device.setDeveloperMode(false)
        #expect(try await scene.error([request()]).code == .failed)
    }

    private static func site(naming app: String, certificate: SimulatedSite.Certificate = .untrusted) -> SimulatedSite {
        SimulatedSite(.file(#"{"webcredentials":{"apps":["\#(app)"]}}"#), certificate: certificate)
    }

    /// Returns nil if the device created a passkey.
    private static func errorOfRegistration(
        at relyingParty: String, on scene: PasskeyScene, as app: String? = nil
    ) async throws -> ASAuthorizationError.Code? {
        let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: relyingParty)
        let request = provider.createCredentialRegistrationRequest(
            challenge: Data(Challenge().bytes), name: "jane", userID: Data([1]))
        do {
            _ = try await scene.perform([request], sheets: [.proceed], person: .match, as: app)
            return nil
        } catch let error as ASAuthorizationError {
            return error.code
        }
    }
}
