import AppleIdentityEmulator
import DeviceProtocol
import DeviceSimulator
import Foundation
import OpenAuthenticationServices
import Testing

/// The device was told, or remembers, that the person uses the app. When the sign-in reaches the service, they do not any more.
@Suite("A consent that is revoked while the person is asked to confirm it") @MainActor
struct RevokedMeanwhileTests {
    private typealias Content = SimulatedSheet.Content

    @Test("on another phone, gives nothing out: the sheets of a first sign-in come, and the address stays hidden")
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

    @Test("while this one is offline, gives nothing out when it is online again")
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
        // What the service said is noted: it is what the device remembers from now on, and what the app is told.
        device.isOnline = false
        let user = try #require(party.subject)
        #expect(try await device.run { ASAuthorizationAppleIDProvider() }.credentialState(forUserID: user) == .revoked)
    }

    @Test("leaves nothing to a request for what is there already")
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

    @Test("before anybody is asked, is noted when the app wants to refresh it")
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

    @Test("is nothing that could be refreshed")
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

    /// A device whose person uses the app under a relay address.
    private func hiddenSignIn() async throws -> (Party, DeviceSimulator, Asker) {
        let party = try await Apple.party()
        let device = try party.device()
        let asker = Asker()
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
