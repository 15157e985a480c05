import AppleIdentityEmulator
import DeviceProtocol
import DeviceSimulator
import Foundation
import OpenAuthenticationServices
import Testing

/// The device assumes that the user uses the app, but the consent is revoked before the sign-in reaches the service.
@Suite("Consent that is revoked during the confirmation") @MainActor
struct RevokedMeanwhileTests {
    private typealias Content = SimulatedSheet.Content

    @Test("after a revocation on another phone, the sheets of a first sign-in are shown, and the address stays hidden")
    func onAnotherPhone() async throws {
        let (party, device, asker) = try await hiddenSignIn()
        let other = try party.device()
        device.sheets.will(.wait)
        device.person.will(.match, .match)
        await asker.perform([signIn()], on: device) { _ in
            await device.sheets.shown(times: 3)
            try? await other.stopUsing(party.app.rawValue)
            device.sheets.will(.proceed, .proceed, .details(email: .hide))
        }
        #expect(seen(on: device) == [.confirmation, .explanation, details(of: party)])
        let credential = try #require(asker.credentials.last as? ASAuthorizationAppleIDCredential)
        #expect(credential.email == party.relayAddress)
        #expect(credential.claims?["email"] as? String == party.relayAddress)
    }

    @Test("after a revocation while this phone is offline, nothing is returned when it is online again")
    func offline() async throws {
        let (party, device, asker) = try await hiddenSignIn()
        try party.service.revokeConsent(of: party.person, primary: party.app)
        device.isOnline = false
        device.sheets.will(.proceed, .wait)
        device.person.will(.match)
        await asker.perform([signIn()], on: device) { _ in
            await device.sheets.shown(times: 4)
            device.isOnline = true
            device.sheets.will(.tryAgain, .proceed, .cancel)
        }
        #expect(seen(on: device) == [.confirmation, .alert(.notCompleted), .explanation, details(of: party)])
        #expect(asker.told.last == .error(.canceled))
        #expect(party.service.consents(of: party.person).isEmpty)
        // The service's response is stored: the device and the app use it from now on.
        device.isOnline = false
        let user = try #require(party.subject)
        #expect(try await device.run { ASAuthorizationAppleIDProvider() }.credentialState(forUserID: user) == .revoked)
    }

    @Test("a request for existing credentials no longer offers the account")
    func existing() async throws {
        let (party, device, asker) = try await hiddenSignIn()
        device.savePassword("hunter2", user: "jane", site: "example.com")
        let other = try party.device()
        let requests = [signIn(), ASAuthorizationPasswordProvider().createRequest()]
        device.sheets.will(.wait)
        device.person.will(.match, .match)
        await asker.perform(requests, on: device) { _ in
            await device.sheets.shown(times: 3)
            try? await other.stopUsing(party.app.rawValue)
            device.sheets.will(.choose(0), .choose(0))
        }
        #expect(seen(on: device) == [.choice([party.person.rawValue, "jane"]), .choice(["jane"])])
        #expect(asker.told.last == .password(user: "jane", password: "hunter2"))
    }

    @Test("a revocation before the request is noticed when the app refreshes")
    func refreshedAfterwards() async throws {
        let (party, device, asker) = try await hiddenSignIn()
        try party.service.revokeConsent(of: party.person, primary: party.app)
        let user = try #require(party.subject)
        let request = signIn()
        request.requestedOperation = .operationRefresh
        request.user = user
        await asker.perform([request], on: device)
        #expect(asker.told.last == .error(.failed))
        #expect(seen(on: device).isEmpty)
        device.isOnline = false
        #expect(try await device.run { ASAuthorizationAppleIDProvider() }.credentialState(forUserID: user) == .revoked)
    }

    @Test("a revoked consent cannot be refreshed")
    func refreshed() async throws {
        let (party, device, asker) = try await hiddenSignIn()
        let request = signIn()
        request.requestedOperation = .operationRefresh
        request.user = party.subject
        device.sheets.will(.wait)
        device.person.will(.match)
        await asker.perform([request], on: device) { _ in
            await device.sheets.shown(times: 3)
            try? party.service.revokeConsent(of: party.person, primary: party.app)
            device.sheets.will(.proceed)
        }
        #expect(asker.told.last == .error(.failed))
        #expect(party.service.consents(of: party.person).isEmpty)
    }

    /// A device whose user uses the app with a relay address.
    private func hiddenSignIn() async throws -> (Party, DeviceSimulator, CredentialRequester) {
        let party = try await Apple.party()
        let device = try party.device()
        let asker = CredentialRequester()
        device.sheets.will(.proceed, .details(email: .hide))
        device.person.will(.match)
        await asker.perform([signIn()], on: device)
        try #require(asker.told.count == 1 && party.relayAddress != nil)
        return (party, device, asker)
    }

    /// The sheets after those of the first sign-in.
    private func seen(on device: DeviceSimulator) -> [Content] {
        device.sheets.shown.dropFirst(2).map(\.content)
    }

    private func details(of party: Party) -> Content {
        .details(givenName: "Jane", familyName: "Appleseed", email: "\(party.person.rawValue)@example.com")
    }
}
