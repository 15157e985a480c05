import AppleIdentityEmulator
import DeviceSimulator
import OpenAuthenticationServices
import Testing

@Suite("Signing in to the Apple Account in Settings", .timeLimit(.minutes(20))) @MainActor
struct PhoneAccountTests {
    private static let password = "Orchard-1"

    private func phone(_ party: Party, _ name: String) async throws -> Phone {
        let device = try DeviceSimulator(app: party.appIdentifier)
        device.connect(toAppleService: party.base)
        let phone = try Phone(device, name: name)
        try await phone.perform(.openSettings(.account))
        return phone
    }

    private func party(_ kind: Apple.Account = .ordinary) async throws -> Party {
        let party = try await Apple.party(kind)
        try party.service.changePassword(of: party.person, to: #require(AccountPassword(Self.password)))
        return party
    }

    /// The phone's error.
    private func rejection(_ phone: Phone, _ action: PhoneAction) async -> PhoneError? {
        do throws(PhoneError) {
            try await phone.perform(action)
            return nil
        } catch {
            return error
        }
    }

    private func settings(_ phone: Phone) -> PhoneView.SettingsView? {
        if case .settings(let settings) = phone.view.content { settings } else { nil }
    }

    @Test("sign-in needs name, password and the other phone's code, and unknown names look like wrong passwords")
    func signedIn() async throws {
        let party = try await party()
        let (name, service) = (party.person.rawValue, party.service)
        let first = try await phone(party, "First")
        let isSignedIn = try await first.device.signIn(
            toAppleAccount: name, password: Self.password, service: party.base, as: "First"
        ) { [person = party.person] in service.twoFactorCodes(for: person).first?.code }
        #expect(isSignedIn)

        let second = try await phone(party, "Second")
        let wrong = await rejection(second, .signInToAppleAccount(name, password: "Wrong-1"))
        #expect(wrong?.code == .notRecognized)
        #expect(await rejection(second, .signInToAppleAccount("nobody", password: "Wrong-1")) == wrong)
        #expect(settings(second)?.account == nil)

        try await second.perform(.signInToAppleAccount("\(name)@example.com", password: Self.password))
        #expect(settings(second)?.accountSignIn == .code(account: "\(name)@example.com"))
        first.advance(by: .seconds(1))
        let view = try await first.wait { if case .accountCode = $0.overlays.last { true } else { false } }
        guard case .accountCode(let code)? = view.overlays.last else {
            Issue.record("the first phone shows no code")
            return
        }
        #expect(code.place == "Second")
        #expect(await rejection(second, .enterAccountCode(code.code == "000000" ? "1" : "000000"))?.code == .notRecognized)
        #expect(settings(second)?.account == nil)
        try await second.perform(.enterAccountCode(code.code))
        #expect(settings(second)?.account == name && settings(second)?.accountSignIn == nil)
        first.advance(by: .seconds(1))
        try await first.wait { $0.overlays.isEmpty }

        try await second.perform(.signOutOfAppleAccount)
        #expect(service.devices(of: party.person).map(\.name) == ["First"])
    }

    @Test("a locked account is unlocked with its password, and two-factor authentication is turned on")
    func lockedAccount() async throws {
        let party = try await party(.withoutTwoFactor)
        let name = party.person.rawValue
        let phone = try await phone(party, "Phone")
        for _ in 0..<5 { _ = await rejection(phone, .signInToAppleAccount(name, password: "Wrong-1")) }
        try await phone.perform(.signInToAppleAccount(name, password: Self.password))
        #expect(settings(phone)?.accountSignIn == .locked(account: name) && settings(phone)?.account == nil)
        #expect(await rejection(phone, .unlockAppleAccount(password: "Wrong-1"))?.code == .notRecognized)
        try await phone.perform(.unlockAppleAccount(password: Self.password))
        #expect(settings(phone)?.account == name && settings(phone)?.accountSignIn == nil)
        #expect(party.service.person(party.person)?.isLocked == false)

        #expect(settings(phone)?.accountDetails?.hasTwoFactor == false)
        try await phone.tap("Turn On Two-Factor Authentication")
        #expect(party.service.person(party.person)?.hasTwoFactor == true)
        #expect(settings(phone)?.accountDetails?.hasTwoFactor == true)

        try party.service.changePerson(party.person) { $0.isLocked = true }
        try await phone.perform(.openSettings(.account))
        #expect(settings(phone)?.accountDetails?.isLocked == true)
        try await phone.perform(.unlockAppleAccount(password: Self.password))
        #expect(settings(phone)?.accountDetails?.isLocked == false)
    }

    @Test("an address that was added in Settings can be chosen on the sheet, and the app receives it")
    func addresses() async throws {
        let party = try await party()
        let other = "other\(party.person.rawValue)@example.org"
        let device = try party.device()
        let phone = try Phone(device)
        try await phone.perform(.openSettings(.account))
        #expect(await rejection(phone, .addAddress("nonsense"))?.code == .failed)
        try await phone.perform(.addAddress(other))
        #expect(settings(phone)?.accountDetails?.emails == ["\(party.person.rawValue)@example.com", other])

        let scripted = try party.device()
        scripted.sheets.will(.proceed, .details(address: other))
        scripted.person.will(.match)
        let asker = CredentialRequester()
        await asker.perform([signIn()], on: scripted)
        #expect((asker.credentials.first as? ASAuthorizationAppleIDCredential)?.email == other)
        guard case .details(_, _, _, let others)? = scripted.sheets.shown.last?.content else {
            Issue.record("no details")
            return
        }
        #expect(others == [other])

        try await phone.tap("Remove \(other)")
        #expect(settings(phone)?.accountDetails?.emails.count == 1)
    }
}
