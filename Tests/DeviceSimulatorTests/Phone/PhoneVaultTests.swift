import Crypto
import DeviceProtocol
import DeviceScreens
import DeviceServices
@testable import DeviceSimulator
import Foundation
import OpenAuthenticationServices
import TestKit
import Testing
import WebAuthn

@Suite("Passkeys of a password manager on a phone", .timeLimit(.minutes(20))) struct PhoneVaultTests {
    private static let vault = "ABCDE12345.com.example.vault"

    /// A phone with an app in front, and a password manager that has a password of ann for example.com.
    private func phone<Screens: ScreenApp & Sendable>(
        _ app: Screens.Type, providesPasswords: Bool = true, createsSilently: Bool = true
    ) async throws -> Phone {
        let phone = try Phone()
        try phone.device.signIn(toAppleAccount: "jane", service: "http://127.0.0.1:9")
        try phone.device.put(SimulatedSite(.file(ShopApp.associationFile)), at: "example.com")
        let plist = PhoneCredentialProvider.infoPlist(
            providesPasswords: providesPasswords, providesPasskeys: true,
            supportsConditionalPasskeyRegistration: createsSilently)
        try await phone.install(
            PhoneApp(
                Self.vault, name: "Vault", program: ScreenAppProgram(PasskeyApp.self),
                credentialProvider: PhoneCredentialProvider(PhoneVault.self, infoPlist: plist)))
        try phone.device.setProvidesPasswords(true, of: Self.vault)
        try await save(
            ASPasswordCredentialIdentity(
                serviceIdentifier: .init(identifier: "example.com", type: .domain), user: "ann", recordIdentifier: nil),
            on: phone)
        try await phone.launch(app, as: ShopApp.identifier, name: "Shop", associatedDomains: ShopApp.domains)
        return phone
    }

    private func save(_ identity: any ASCredentialIdentity, on phone: Phone) async throws {
        let link = try phone.device.link(ofApp: Self.vault, accessGroups: [])
        let store = CurrentDevice.$link.withValue(link) { ASCredentialIdentityStore.shared }
        try await store.saveCredentialIdentities([identity])
    }

    /// Fills in the vault's password of ann and signs in, so that the app requests a passkey without a sheet.
    private func signIn(on phone: Phone) async throws {
        try await phone.focus("User Name")
        try await phone.tap("ann from Vault")
        try await phone.screen { $0.fields.last?.text == "correct horse" }
        try await phone.tap("Log In")
    }

    @Test("a sign-in with a password of the password manager makes a passkey there by itself")
    func silent() async throws {
        let phone = try await phone(UpgradingApp.self)
        try await signIn(on: phone)
        try await phone.screen(titled: "Created")
        let view = try await phone.wait { $0.notification != nil }
        #expect(view.notification == .passkeySaved(user: "ann", site: "example.com") && view.overlays.isEmpty)
        #expect(phone.device.savedPasskeys.isEmpty)
        // One fill permits one request.
        try await phone.perform(.dismissBanner)
        try await phone.tap("Log In")
        try await phone.screen(titled: "\(ASAuthorizationError.Code.failed.rawValue)")
    }

    @Test("makes none if the password manager lacks the capability, has a passkey of the account, or is off", arguments: 0..<3)
    func conditions(obstacle: Int) async throws {
        let phone = try await phone(UpgradingApp.self, createsSilently: obstacle != 0)
        if obstacle == 1 {
            try await save(
                ASPasskeyCredentialIdentity(
                    relyingPartyIdentifier: "example.com", userName: "ann", credentialID: Data([9]), userHandle: Data([9])),
                on: phone)
        }
        try await phone.focus("User Name")
        try await phone.tap("ann from Vault")
        try await phone.screen { $0.fields.last?.text == "correct horse" }
        if obstacle == 2 { try phone.device.setProvidesPasswords(false, of: Self.vault) }
        try await phone.tap("Log In")
        try await phone.screen(titled: "\(ASAuthorizationError.Code.failed.rawValue)")
        #expect(phone.view.notification == nil && phone.view.overlays.isEmpty && phone.device.savedPasskeys.isEmpty)
    }

    @Test(
        "the list of the password manager has its passkeys while the app requests one, and a chosen one signs in",
        arguments: [true, false])
    func list(providesPasswords: Bool) async throws {
        let phone = try await phone(BarApp.self, providesPasswords: providesPasswords)
        let assisted = phone.device.services.services.assisted
        await poll { assisted.order(for: ShopApp.identifier) != nil }
        try await phone.focus("User Name")
        try await phone.wait { $0.keyboard?.hasKey == true }
        try await phone.tap("Passwords")
        try await phone.tap("Vault…")
        try await phone.wait { $0.vaultScreen?.title == "Passkeys for example.com" }
        try await phone.tap("Use ann-1")
        try await phone.screen(titled: "Signed in as ann-1")
        #expect(phone.view.appScreen?.fields.map(\.text) == ["", ""] && phone.view.overlays.isEmpty)
    }

    @Test("a password manager with passkeys alone is not in the list while the app requests no passkey")
    func unrequested() async throws {
        let phone = try await phone(UpgradingApp.self, providesPasswords: false)
        try await phone.focus("User Name")
        await phone.isSettled()
        #expect(phone.view.keyboard == PhoneView.Keyboard(field: "user", suggestions: [], hasKey: false))
    }

    @Test("the list has passwords alone while the app requests no passkey")
    func passwords() async throws {
        let phone = try await phone(UpgradingApp.self)
        try await phone.focus("User Name")
        try await phone.tap("Passwords")
        try await phone.tap("Vault…")
        try await phone.wait { $0.vaultScreen?.title == "Passwords" }
        try await phone.tap("Use ann")
        try await phone.screen { $0.fields.last?.text == "correct horse" }
    }
}

/// A password manager with a password and a passkey of ann.
private final class PhoneVault: ASCredentialProviderViewController, ScreenController {
    var screenChanged: @MainActor @Sendable () -> Void = {}
    private static let key = P256.Signing.PrivateKey()
    private var title = ""
    private var choice = ""
    private var choose: @MainActor () -> Void = {}

    var screen: AppScreen { AppScreen(title: title, elements: [.button(AppButton("use", title: choice))]) }

    func receive(_ event: AppEvent) {
        if case .pressed("use") = event { choose() }
    }

    override func provideCredentialWithoutUserInteraction(for credentialRequest: any ASCredentialRequest) {
        givePassword()
    }

    override func prepareCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
        (title, choice) = ("Passwords", "Use ann")
        choose = { self.givePassword() }
    }

    override func prepareCredentialList(
        for serviceIdentifiers: [ASCredentialServiceIdentifier], requestParameters: ASPasskeyCredentialRequestParameters
    ) {
        (title, choice) = ("Passkeys for \(requestParameters.relyingPartyIdentifier)", "Use ann-1")
        choose = { self.sign(requestParameters) }
    }

    override func performWithoutUserInteractionIfPossible(passkeyRegistration registrationRequest: ASPasskeyCredentialRequest) {
        guard let identity = registrationRequest.credentialIdentity as? ASPasskeyCredentialIdentity else { return }
        let point = Array(Self.key.publicKey.rawRepresentation)
        let key = CBOR.map(
            CBORMap([
                (.integer(1), .integer(2)), (.integer(3), .integer(-7)), (.integer(-1), .integer(1)),
                (.integer(-2), .bytes(Array(point.prefix(32)))), (.integer(-3), .bytes(Array(point.suffix(32)))),
            ])
        ).encoded
        // No user was asked: backup flags and an attested credential alone.
        var data = Array(SHA256.hash(data: Array(identity.relyingPartyIdentifier.utf8)))
        data += [0x58, 0, 0, 0, 0]
        data += [UInt8](repeating: 0, count: 16)
        data += [0, 1, 7] + key
        let object = CBOR.map(
            CBORMap([(.text("fmt"), .text("none")), (.text("attStmt"), .map(CBORMap([]))), (.text("authData"), .bytes(data))]))
        extensionContext.completeRegistrationRequest(
            using: ASPasskeyRegistrationCredential(
                relyingParty: identity.relyingPartyIdentifier, clientDataHash: registrationRequest.clientDataHash,
                credentialID: Data([7]), attestationObject: Data(object.encoded)),
            completionHandler: nil)
    }

    private func givePassword() {
        extensionContext.completeRequest(
            withSelectedCredential: ASPasswordCredential(user: "ann", password: "correct horse"), completionHandler: nil)
    }

    private func sign(_ request: ASPasskeyCredentialRequestParameters) {
        let data = Data(SHA256.hash(data: Data(request.relyingPartyIdentifier.utf8))) + Data([0x1d, 0, 0, 0, 0])
        guard let signature = try? Self.key.signature(for: data + request.clientDataHash) else { return }
        extensionContext.completeAssertionRequest(
            using: ASPasskeyAssertionCredential(
                userHandle: Data("ann-1".utf8), relyingParty: request.relyingPartyIdentifier,
                signature: signature.derRepresentation, clientDataHash: request.clientDataHash, authenticatorData: data,
                credentialID: Data([7])),
            completionHandler: nil)
    }
}

extension PhoneView {
    /// The screen of the password manager's view.
    fileprivate var vaultScreen: AppScreen? {
        if case .extensionSheet(let sheet) = content { sheet.screen } else { nil }
    }
}
