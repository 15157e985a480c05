import AppleIdentityEmulator
import DeviceProtocol
import DeviceSimulator
import Foundation
import OpenAuthenticationServices
import Testing

@Suite("Credential state") @MainActor
struct CredentialStateTests {
    typealias Provider = ASAuthorizationAppleIDProvider

    @Test("the state is authorized after a sign-in, revoked after stopping, and authorized after signing in again")
    func life() async throws {
        let party = try await Apple.party()
        let device = try party.device()
        let user = try await party.signIn(on: device)
        let provider = device.run { Provider() }
        #expect(try await provider.credentialState(forUserID: user) == .authorized)
        try await device.stopUsing(party.app.rawValue)
        #expect(try await provider.credentialState(forUserID: user) == .revoked)
        _ = try await party.signIn(on: device)
        #expect(try await provider.credentialState(forUserID: user) == .authorized)
        #expect(device.person.promptCount == 2)
    }

    @Test("the state is notFound for an unknown user, on another account's device and without an account")
    func notFound() async throws {
        let party = try await Apple.party()
        let device = try party.device()
        let user = try await party.signIn(on: device)
        let provider = device.run { Provider() }
        let long = String(repeating: "7", count: 300)
        for stranger in ["", "someone", "001542.b04100c51acb48d3a570684f17d6394d.1603", long] {
            #expect(try await provider.credentialState(forUserID: stranger) == .notFound)
        }
        let other = try await Apple.party()
        try device.signIn(toAppleAccount: other.person.rawValue, service: other.base)
        #expect(try await provider.credentialState(forUserID: user) == .notFound)
        try device.signOutOfAppleAccount()
        #expect(try await provider.credentialState(forUserID: user) == .notFound)
        try device.signIn(toAppleAccount: party.person.rawValue, service: party.base)
        #expect(try await provider.credentialState(forUserID: user) == .authorized)
    }

    @Test("the state is transferred for a user of the former team")
    func transferred() async throws {
        let party = try await Apple.party()
        let device = try party.device()
        let user = try await party.signIn(on: device)
        let next = try party.service.addTeam(name: "Next").id
        _ = try party.service.transferApp(party.app, to: next)
        let link = try device.link(ofApp: "\(next.rawValue).\(party.app.rawValue)", accessGroups: [])
        let provider = CurrentDevice.$link.withValue(link) { Provider() }
        #expect(try await provider.credentialState(forUserID: user) == .transferred)
    }

    @Test("an offline device returns the state that it remembers, and an error for an unknown user")
    func offline() async throws {
        let party = try await Apple.party()
        let device = try party.device()
        let user = try await party.signIn(on: device)
        let provider = device.run { Provider() }
        device.isOnline = false
        #expect(try await provider.credentialState(forUserID: user) == .authorized)
        await #expect(throws: ASAuthorizationError(.unknown)) { try await provider.credentialState(forUserID: "someone") }
        device.isOnline = true
        try await device.stopUsing(party.app.rawValue)
        device.isOnline = false
        #expect(try await provider.credentialState(forUserID: user) == .revoked)
    }

    @Test("the completion handler is called on the main actor, after the call has returned, with nil or an error")
    func completion() async throws {
        let party = try await Apple.party()
        let device = try party.device()
        let user = try await party.signIn(on: device)
        let provider = device.run { Provider() }
        let (state, error) = await withCheckedContinuation { continuation in
            provider.getCredentialState(forUserID: user) { state, error in
                MainActor.assertIsolated()
                continuation.resume(returning: (state, error as? ASAuthorizationError))
            }
        }
        #expect(state == .authorized && error == nil)
        device.isOnline = false
        let (unknown, why) = await withCheckedContinuation { continuation in
            provider.getCredentialState(forUserID: "someone") { continuation.resume(returning: ($0, $1 as? ASAuthorizationError)) }
        }
        #expect(unknown == .notFound && why?.code == .unknown)
    }

    @Test("without a device the state is an error")
    func noDevice() async throws {
        let provider = CurrentDevice.$link.withValue(MissingDevice(reason: "none")) { Provider() }
        await #expect(throws: ASAuthorizationError(.unknown)) { try await provider.credentialState(forUserID: "someone") }
    }
}

extension Party {
    /// Signs in, for the first time or again, and returns the user.
    @MainActor
    func signIn(on device: DeviceSimulator) async throws -> String {
        device.sheets.will(.proceed)
        if service.consents(of: person).isEmpty { device.sheets.will(.proceed) }
        device.person.will(.match)
        let controller = device.run { AuthorizationController() }
        let request = OpenAuthenticationServicesTests.signIn()
        guard case .appleID(let credential) = try await controller.performRequest(request) else { throw CancellationError() }
        return credential.user
    }
}
