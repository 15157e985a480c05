import AppleIdentityEmulator
import DeviceSimulator
import Foundation
import OpenAuthenticationServices
import Testing
import WebAuthn

@Suite("Accounts that a device creates") @MainActor
struct AccountCreationTests {
    private static let site = PasskeyScene.site

    private func request(
        _ contacts: [ASContactIdentifierRequest] = [.email, .phoneNumber], asksName: Bool = true,
        at site: String = PasskeyScene.site,
        challenge: Challenge = Challenge(), handle: [UInt8] = [7]
    ) -> ASAuthorizationAccountCreationPlatformPublicKeyCredentialRequest {
        ASAuthorizationAccountCreationProvider().createPlatformPublicKeyCredentialRegistrationRequest(
            acceptedContactIdentifiers: contacts, shouldRequestName: asksName, relyingPartyIdentifier: site,
            challenge: Data(challenge.bytes), userID: Data(handle))
    }

    /// A device whose app is associated with the site and known to Apple's service.
    private func device() async throws -> (party: Party, device: DeviceSimulator) {
        let party = try await Apple.party()
        let device = try party.device()
        device.shareWebCredentials(with: [Self.site])
        return (party, device)
    }

    private func account(
        _ requester: CredentialRequester
    ) throws -> ASAuthorizationAccountCreationPlatformPublicKeyCredential {
        try #require(
            requester.credentials.last as? ASAuthorizationAccountCreationPlatformPublicKeyCredential, "\(requester.told)")
    }

    @Test("the app receives the name and the address of the Apple Account, and a passkey that its server accepts")
    func story() async throws {
        let (party, device) = try await device()
        let challenge = Challenge()
        let app = CredentialRequester()
        device.sheets.will(.proceed)
        device.person.will(.match)
        await app.perform([request(challenge: challenge)], on: device)

        let account = try account(app)
        guard case .email(let email) = account.contactIdentifier else {
            Issue.record("\(account.contactIdentifier)")
            return
        }
        let address = "\(party.person.rawValue)@example.com"
        #expect(email.value == address)
        #expect(account.name?.givenName == "Jane" && account.name?.familyName == "Appleseed")
        #expect(
            device.sheets.shown.map(\.content) == [
                .newAccount(site: Self.site, givenName: "Jane", familyName: "Appleseed", contacts: [address])
            ])
        #expect(device.person.prompts.map(\.purpose) == [.newPasskey])
        #expect(device.savedPasskeys.map(\.user) == [address] && device.savedPasskeys.map(\.site) == [Self.site])

        let scene = try await PasskeyScene()
        let verified = try await scene.verified(account.credentialRegistration, challenge, user: [7])
        #expect(verified.flags.rawValue == 0x5D)
        #expect(account.description == "<ASAuthorizationAccountCreationPlatformPublicKeyCredential>")
        let bytes = try NSKeyedArchiver.archivedData(withRootObject: account, requiringSecureCoding: true)
        let read = try #require(
            try NSKeyedUnarchiver.unarchivedObject(
                ofClass: ASAuthorizationAccountCreationPlatformPublicKeyCredential.self, from: bytes))
        #expect(read.name == account.name)
        #expect(read.credentialRegistration.credentialID == account.credentialRegistration.credentialID)
        guard case .email(let archived) = read.contactIdentifier, archived.value == address else {
            Issue.record("\(read.contactIdentifier)")
            return
        }
    }

    @Test("the preferred kind of contact is selected, and the user can choose another contact and another name")
    func choices() async throws {
        let (_, device) = try await device()
        device.phoneNumber = "+1 234 567 8901"
        let app = CredentialRequester()
        device.person.will(.match, .match)
        device.sheets.will(.proceed)
        await app.perform([request([.phoneNumber, .email])], on: device)
        guard case .phoneNumber(let number) = try account(app).contactIdentifier else {
            Issue.record("\(app.told)")
            return
        }
        #expect(number.value == "+12345678901")

        device.sheets.will(.account(givenName: "J.", contact: "other@example.org"))
        await app.perform([request([.phoneNumber, .email], handle: [8])], on: device)
        let account = try account(app)
        guard case .email(let email) = account.contactIdentifier else {
            Issue.record("\(account.contactIdentifier)")
            return
        }
        #expect(email.value == "other@example.org")
        #expect(account.name?.givenName == "J." && account.name?.familyName == "Appleseed")
        #expect(device.savedPasskeys.map(\.user).sorted() == ["+12345678901", "other@example.org"])
    }

    @Test("an app that asks for no name receives none")
    func unnamed() async throws {
        let (_, device) = try await device()
        let app = CredentialRequester()
        device.person.will(.match)
        device.sheets.will(.account(givenName: "Jane"))
        await app.perform([request(asksName: false)], on: device)
        #expect(try account(app).name == nil)
    }

    @Test("a user who signs in to the app with Apple gets no second account, also on another device, until the user stops using it")
    func prefersApple() async throws {
        let (party, device) = try await device()
        let app = CredentialRequester()
        device.sheets.will(.proceed, .details())
        device.person.will(.match)
        await app.perform([signIn()], on: device)
        let shown = device.sheets.shown.count
        await app.perform([request()], on: device)
        #expect(app.told.last == .error(.preferSignInWithApple))
        #expect(device.sheets.shown.count == shown)

        let other = try party.device()
        other.shareWebCredentials(with: [Self.site])
        let elsewhere = CredentialRequester()
        await elsewhere.perform([request()], on: other)
        #expect(elsewhere.told == [.error(.preferSignInWithApple)])
        // The other device has no memory of the sign-in, and the service does not respond.
        other.isOnline = false
        other.sheets.will(.account(givenName: "Jane", contact: "jane@example.com"))
        other.person.will(.match)
        await elsewhere.perform([request()], on: other)
        _ = try account(elsewhere)

        try await device.stopUsing(party.app.rawValue)
        device.sheets.will(.proceed)
        device.person.will(.match)
        await app.perform([request()], on: device)
        _ = try account(app)
    }

    @Test("without a response of Apple's service, the user types name and contact; an incomplete sheet stays open")
    func incomplete() async throws {
        let scene = try await PasskeyScene()
        let incomplete: [SimulatedSheets.Answer] = [
            .proceed, .account(givenName: "Jane"), .account(contact: "jane@example.com"),
            .account(givenName: " ", familyName: "", contact: "jane@example.com"),
            .account(givenName: "Jane", contact: "not-an-address"), .account(givenName: "Jane", contact: "+12345678901"),
        ]
        let error = try await scene.error([request([.email])], sheets: incomplete + [.cancel])
        #expect(error.code == .canceled)
        let empty = SimulatedSheet.Content.newAccount(site: Self.site, givenName: "", familyName: "", contacts: [])
        #expect(scene.device.sheets.shown.map(\.content) == [SimulatedSheet.Content](repeating: empty, count: incomplete.count + 1))
        #expect(scene.device.person.promptCount == 0 && scene.device.savedPasskeys.isEmpty)

        let result = try await scene.perform(
            [request([.email])], sheets: [.account(givenName: "Jane", contact: "jane@example.com")], person: .match)
        guard case .passkeyAccountCreation(let account) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(account.name?.givenName == "Jane" && scene.device.savedPasskeys.map(\.user) == ["jane@example.com"])
    }

    @Test("a user who cancels the sheet or the prompt creates nothing", arguments: [true, false])
    func cancelled(atSheet: Bool) async throws {
        let (_, device) = try await device()
        let app = CredentialRequester()
        device.sheets.will(atSheet ? .cancel : .proceed)
        if !atSheet { device.person.will(.cancel) }
        await app.perform([request()], on: device)
        #expect(app.told == [.error(.canceled)] && device.savedPasskeys.isEmpty)
    }

    @Test("an app without an association, or with a site that is not a domain below a public suffix, receives failed")
    func notAssociated() async throws {
        let scene = try await PasskeyScene()
        let stranger = "ABCDE12345.com.example.stranger"
        let error = try await scene.error([request()], as: stranger)
        #expect(error.code == .failed)
        let reason = (error as NSError).localizedFailureReason
        #expect(reason == "Application with identifier \(stranger) is not associated with domain example.com")
        scene.device.shareWebCredentials(with: ["com"])
        #expect(try await scene.error([request(at: "com")]).code == .failed)
        #expect(scene.device.sheets.shown.isEmpty && scene.device.savedPasskeys.isEmpty)
    }

    @Test("an association that ends while the sheet is open yields no account")
    func changedAssociation() async throws {
        let scene = try await PasskeyScene()
        let app = CredentialRequester()
        scene.device.sheets.will(.wait)
        scene.device.person.will(.match)
        await app.perform([request()], on: scene.device) { _ in
            await scene.device.sheets.shown(times: 1)
            try? await scene.device.install(associatedDomains: [])
            scene.device.sheets.will(.account(givenName: "Jane", contact: "jane@example.com"))
        }
        #expect(app.told == [.error(.failed)] && scene.device.savedPasskeys.isEmpty)
    }

    @Test("a device without passcode or account creates none", arguments: [true, false])
    func notConfigured(hasPasscode: Bool) async throws {
        let scene = try await PasskeyScene(passcode: hasPasscode ? "2468" : nil, account: hasPasscode ? nil : "jane")
        #expect(try await scene.error([request()]).code == .deviceNotConfiguredForPasskeyCreation)
        #expect(scene.device.sheets.shown.isEmpty)
    }

    @Test("a locked device shows no sheet, and an offer above the keyboard is not possible")
    func notInteractive() async throws {
        let scene = try await PasskeyScene()
        let controller = scene.device.run { AuthorizationController() }
        let creation = request()
        await #expect(throws: ASAuthorizationError(.notHandled)) {
            _ = try await controller.performAutoFillAssistedRequest(creation)
        }
        scene.device.lock()
        #expect(try await scene.error([request()]).code == .notInteractive)
        #expect(scene.device.sheets.shown.isEmpty)
    }

    @Test("a combined or malformed request fails without a sheet")
    func malformed() async throws {
        let scene = try await PasskeyScene()
        let requests: [[ASAuthorizationRequest]] = [
            [request([])], [request([.email, .email])], [request(handle: [])], [request(handle: [UInt8](repeating: 1, count: 65))],
            [request(), scene.registration()], [request(), scene.assertion()],
        ]
        for requests in requests { #expect(try await scene.error(requests).code == .failed) }
        #expect(scene.device.sheets.shown.isEmpty)
    }
}
