import DeviceScreens
@testable import DeviceSimulator
import Foundation
import OpenAuthenticationServices
import PasswordManager
import Testing

@Suite("Security keys on a phone", .timeLimit(.minutes(20))) struct PhoneSecurityKeyTests {
    @Test("a user inserts a key, touches it and enters its PIN")
    func story() async throws {
        let phone = try Phone()
        try phone.device.put(SimulatedSite(.file(ShopApp.associationFile)), at: "example.com")
        try await phone.launch(KeyApp.self, as: ShopApp.identifier, name: "Shop", associatedDomains: ShopApp.domains)
        try await phone.tap("Register")
        let missing = try await sheet(titled: "Security Key", phone)
        #expect(missing.message.contains("example.com"))
        // Without a key, the sheet appears again.
        try await phone.tap("Continue")
        _ = try await sheet(titled: "Security Key", phone, after: missing.number)
        try await phone.perform(.insertSecurityKey(pin: "1234"))
        try await phone.tap("Continue")
        let first = try await sheet(titled: "Security Key PIN", phone)
        #expect(first.parts == [.pin(isRepeated: false)])
        try await phone.perform(.answerSheet(number: first.number, .password("0000")))
        let second = try await sheet(titled: "Security Key PIN", phone, after: first.number)
        #expect(second.parts == [.pin(isRepeated: true, attempts: 7)])
        try await phone.perform(.answerSheet(number: second.number, .password("1234")))
        try await phone.screen(titled: "Registered")

        // The key is the same one after it was removed and inserted again.
        try await phone.perform(.removeSecurityKey)
        try await phone.perform(.insertSecurityKey(pin: nil))
        try await phone.tap("Sign in")
        _ = try await sheet(titled: "Security Key", phone)
        try await phone.tap("Continue")
        let third = try await sheet(titled: "Security Key PIN", phone)
        try await phone.perform(.answerSheet(number: third.number, .password("1234")))
        try await phone.screen(titled: "Signed in")
    }

    @Test("the view has the inserted key with its passkeys, and the user changes its PIN and resets it")
    func management() async throws {
        let phone = try Phone()
        #expect(phone.view.securityKey == nil)
        await #expect(throws: PhoneError.self) { try await phone.perform(.resetSecurityKey) }
        try await phone.perform(.insertSecurityKey(pin: nil))
        #expect(phone.view.securityKey == PhoneView.SecurityKeyView(hasPIN: false, remainingAttempts: 8, credentials: []))
        try await phone.perform(.setSecurityKeyPIN(to: "1234", current: nil))
        await #expect { try await phone.perform(.setSecurityKeyPIN(to: "5678", current: "0000")) } throws: {
            ($0 as? PhoneError)?.code == .notRecognized
        }
        #expect(phone.view.securityKey == PhoneView.SecurityKeyView(hasPIN: true, remainingAttempts: 7, credentials: []))
        try await phone.perform(.setSecurityKeyPIN(to: "5678", current: "1234"))
        for _ in 1...8 {
            await #expect(throws: PhoneError.self) { try await phone.perform(.setSecurityKeyPIN(to: "1234", current: "0000")) }
        }
        await #expect { try await phone.perform(.setSecurityKeyPIN(to: "1234", current: "5678")) } throws: {
            ($0 as? PhoneError).map { $0.code == .failed && $0.description.contains("reset") } ?? false
        }
        #expect(phone.view.securityKey?.remainingAttempts == 0)
        try await phone.perform(.resetSecurityKey)
        #expect(phone.view.securityKey == PhoneView.SecurityKeyView(hasPIN: false, remainingAttempts: 8, credentials: []))
        try await phone.perform(.removeSecurityKey)
        #expect(phone.view.securityKey == nil)
    }

    @Test("a new passkey of the key appears in the view without another action")
    func newPasskey() async throws {
        let phone = try Phone()
        try phone.device.put(SimulatedSite(.file(ShopApp.associationFile)), at: "example.com")
        try await phone.launch(KeyApp.self, as: ShopApp.identifier, name: "Shop", associatedDomains: ShopApp.domains)
        try await phone.perform(.insertSecurityKey(pin: nil))
        try await phone.tap("Register a passkey")
        _ = try await sheet(titled: "Security Key", phone)
        try await phone.tap("Continue")
        for await view in phone.views() where view.securityKey?.credentials.isEmpty == false {
            #expect(view.securityKey?.credentials == [.init(site: "example.com", user: "jane")])
            break
        }
    }

    @Test("the PIN is set and the key is reset only while it is inserted", arguments: [true, false])
    func inserted(_ isInserted: Bool) throws {
        var bench = try StateBench()
        if isInserted {
            bench.observe(
                .device(DeviceFacts(securityKey: PhoneView.SecurityKeyView(hasPIN: false, remainingAttempts: 8, credentials: []))))
        }
        for action in [PhoneAction.setSecurityKeyPIN(to: "1234", current: nil), .resetSecurityKey] {
            let isAccepted = (try? bench.perform(action)) != nil
            #expect(isAccepted == isInserted)
        }
        #expect(throws: PhoneError.self) { try bench.perform(.setSecurityKeyPIN(to: "123", current: nil)) }
    }

    @Test("an action with a PIN that no key can have is rejected", arguments: ["", "123", String(repeating: "1", count: 64)])
    func pins(_ pin: String) throws {
        var bench = try StateBench()
        #expect(throws: PhoneError.self) { try bench.perform(.insertSecurityKey(pin: pin)) }
        #expect(
            try bench.perform(.insertSecurityKey(pin: "1234")) == [.work(.insertSecurityKey(pin: PrivateText("1234")))])
        #expect(try bench.perform(.removeSecurityKey) == [.work(.removeSecurityKey)])
    }

    private func sheet(
        titled title: String, _ phone: Phone, after number: UInt64 = 0
    ) async throws -> PhoneView.SheetView {
        let view = try await phone.wait { view in
            guard case .sheet(let sheet)? = view.overlays.last else { return false }
            return sheet.title == title && sheet.number > number
        }
        guard case .sheet(let sheet)? = view.overlays.last else { throw PhoneError(.nothingThere, "no sheet is open") }
        return sheet
    }
}

/// An app with a button that registers a security key, and one that signs in with it. Its title shows the result.
@MainActor
private final class KeyApp: ScreenApp {
    private(set) var screen = AppScreen(
        title: "Begin",
        elements: [
            .button(AppButton("register", title: "Register")), .button(AppButton("keep", title: "Register a passkey")),
            .button(AppButton("use", title: "Sign in")),
        ])
    {
        didSet { screenChanged() }
    }
    var screenChanged: @MainActor () -> Void = {}
    private let controller = AuthorizationController()
    private let provider = ASAuthorizationSecurityKeyPublicKeyCredentialProvider(relyingPartyIdentifier: "example.com")
    private let challenge = Data(repeating: 1, count: 32)
    private var credentialID = Data()

    init(launch: AppLaunch) {}

    func receive(_ event: AppEvent) {
        switch event {
        case .pressed("register"), .pressed("keep"):
            let request = provider.createCredentialRegistrationRequest(
                challenge: challenge, displayName: "Jane", name: "jane", userID: Data([1]))
            request.credentialParameters = [ASAuthorizationPublicKeyCredentialParameters(algorithm: .ES256)]
            if event == .pressed(button: "keep") { request.residentKeyPreference = .required }
            perform(request)
        case .pressed("use"):
            let request = provider.createCredentialAssertionRequest(challenge: challenge)
            request.allowedCredentials = [.init(credentialID: credentialID, transports: [.usb])]
            perform(request)
        default: break
        }
    }

    private func perform(_ request: ASAuthorizationRequest) {
        Task {
            do {
                switch try await controller.performRequest(request) {
                case .securityKeyRegistration(let registration):
                    credentialID = registration.credentialID
                    screen.title = "Registered"
                case .securityKeyAssertion: screen.title = "Signed in"
                default: screen.title = "An unexpected credential"
                }
            } catch {
                screen.title = "\((error as NSError).code)"
            }
        }
    }
}
