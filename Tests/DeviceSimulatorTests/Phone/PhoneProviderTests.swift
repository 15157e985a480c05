import DeviceProtocol
import DeviceScreens
@testable import DeviceSimulator
import Foundation
import OpenAuthenticationServices
import Synchronization
import TestKit
import Testing

@Suite("A credential provider on a phone", .tags(.realParts), .timeLimit(.minutes(20))) struct PhoneProviderTests {
    @Test("fills in a password without a view, and the device stores no part of it")
    func silent() async throws {
        let phone = try await Self.phone()
        try await phone.focus("User Name")
        try await phone.wait { $0.keyboard?.suggestions == [.provided(user: "ann", provider: "Vault", isCode: false)] }
        try await phone.tap("ann from Vault")
        let screen = try await phone.screen { $0.fields.last?.text == "correct horse" }
        #expect(screen.fields.map(\.text) == ["ann", "correct horse"])
        #expect(phone.device.savedPasswords.isEmpty)
        await phone.isSettled()
        #expect(phone.view.remarks.isEmpty)
    }

    @Test("is off until the user turns it on, and has no suggestions after the user turns it off")
    func switching() async throws {
        let phone = try await Self.phone(isOn: false)
        #expect(await Self.save(["ann"], on: phone) == false)
        try await phone.focus("User Name")
        await phone.isSettled()
        #expect(phone.view.keyboard == PhoneView.Keyboard(field: "user", suggestions: [], hasKey: false))
        try await phone.perform(.openSettings(.autoFill))
        #expect(phone.view.settings?.credentialProviders == [.init(id: Self.vault, name: "Vault", isOn: false)])
        try await phone.tap("Vault")
        #expect(phone.view.settings?.credentialProviders.first?.isOn == true)
        #expect(await Self.save(["ann"], on: phone))
        try await phone.open(ShopApp.identifier)
        try await phone.wait { $0.keyboard?.suggestions.count == 1 }
        try await phone.perform(.openSettings(.root))
        try await phone.perform(.setProvider(app: Self.vault, isOn: false))
        try await phone.open(ShopApp.identifier)
        try await phone.wait { $0.keyboard?.suggestions.isEmpty == true && $0.keyboard?.hasKey == false }
        await #expect(throws: PhoneError.self) { try await phone.perform(.setProvider(app: Self.vault, isOn: true)) }
    }

    @Test("is asked again at once after the user has cancelled, also if its extension has not ended yet")
    func again() async throws {
        let phone = try await Self.phone(users: ["locked"])
        try await phone.focus("User Name")
        for _ in 0..<50 {
            try await phone.tap("locked")
            try await phone.wait { $0.sheet?.screen?.title == "Unlock" }
            try await phone.tap("Cancel")
        }
    }

    @Test("shows its view if it needs the user, who may cancel")
    func view() async throws {
        let phone = try await Self.phone(users: ["locked"])
        try await phone.focus("User Name")
        try await phone.tap("locked")
        let view = try await phone.wait { $0.sheet?.screen?.title == "Unlock" }
        #expect(view.sheet?.app == "Vault" && view.sheet?.user == "locked" && view.sheet?.site == "example.com")
        try await phone.tap("Cancel")
        try await phone.screen { $0.title == "Log In" }
        await phone.isSettled()
        #expect(phone.view.appScreen?.fields.map(\.text) == ["", ""])
        try await phone.tap("locked")
        try await phone.wait { $0.sheet?.screen?.title == "Unlock" }
        try await phone.tap("Open")
        try await phone.screen { $0.fields.last?.text == "correct horse" }
    }

    @Test("is listed behind the key button, and only receives the identifiers that the app is associated with")
    func list() async throws {
        let phone = try await Self.phone(users: [])
        try await phone.focus("User Name")
        try await phone.tap("Passwords")
        try await phone.tap("Vault…")
        let view = try await phone.wait { $0.sheet?.screen?.title == "Choose" }
        #expect(view.sheet?.user == "" && view.sheet?.site == "")
        #expect(view.sheet?.screen?.elements.first == .text(AppText("example.com")))
        try await phone.tap("Open")
        try await phone.screen { $0.fields.last?.text == "correct horse" }
    }

    @Test("is cancelled when the user leaves, and its late result is dropped")
    func leaving() async throws {
        let phone = try await Self.phone(users: ["locked"])
        try await phone.focus("User Name")
        try await phone.tap("locked")
        try await phone.wait { $0.sheet?.screen != nil }
        try await phone.perform(.home)
        try await phone.wait { $0.sheet == nil }
        try await phone.open(ShopApp.identifier)
        await phone.isSettled()
        #expect(phone.view.appScreen?.fields.map(\.text) == ["", ""])
    }

    @Test("that fails leaves the fields unchanged, and an alert explains it before the app continues")
    func rejecting() async throws {
        let phone = try await Self.phone(users: ["gone"])
        try await phone.focus("User Name")
        try await phone.tap("gone")
        let view = try await phone.wait { !$0.overlays.isEmpty }
        #expect(
            view.overlays == [
                .alert(
                    AppAlert(
                        title: "Unable to AutoFill",
                        message: "Vault did not provide a credential. It no longer has this credential."))
            ])
        #expect(view.appScreen?.fields.map(\.text) == ["", ""])
        for action in [PhoneAction.type(field: "user", text: "ann"), .chooseSuggestion(0), .answerAlert(button: 1)] {
            await #expect(throws: PhoneError.self) { try await phone.perform(action) }
        }
        try await phone.tap("OK")
        try await phone.type("ann", into: "User Name")
        #expect(phone.view.overlays.isEmpty)
        try await phone.tap("gone")
        try await phone.wait { !$0.overlays.isEmpty }
        try await phone.perform(.home)
        #expect(phone.view.overlays.isEmpty)
    }

    @Test("that fails to set up stays on, and an alert explains it")
    func failingSetup() async throws {
        let plist = PhoneCredentialProvider.infoPlist(showsConfiguration: true)
        let phone = try await Self.phone(isOn: false, provider: PhoneCredentialProvider(BareExtension.self, infoPlist: plist))
        try await phone.perform(.openSettings(.autoFill))
        try await phone.tap("Vault")
        let view = try await phone.wait { !$0.overlays.isEmpty }
        #expect(view.overlays == [.alert(AppAlert(title: "Unable to Set Up “Vault”", message: "It did not give a reason."))])
        try await phone.tap("OK")
        #expect(phone.view.settings?.credentialProviders.first?.isOn == true)
    }

    @Test("is set up when the user turns it on, if it requests that")
    func configuration() async throws {
        let phone = try await Self.phone(isOn: false, showsConfiguration: true)
        try await phone.perform(.openSettings(.autoFill))
        try await phone.tap("Vault")
        try await phone.wait { $0.sheet?.screen?.title == "Welcome" }
        try await phone.tap("Open")
        try await phone.wait { $0.settings?.credentialProviders.first?.isOn == true }
    }

    @Test("provides a code for a field for codes")
    func code() async throws {
        let phone = try await Self.phone(users: [])
        let store = try await Self.store(on: phone)
        try await store.saveCredentialIdentities([
            ASOneTimeCodeCredentialIdentity(
                serviceIdentifier: .init(identifier: "example.com", type: .domain), label: "ann’s code", recordIdentifier: nil)
        ])
        try await phone.launch(
            CodeApp.self, as: Self.codes, name: "Codes", associatedDomains: ShopApp.domains)
        try await phone.focus("Code")
        try await phone.wait { $0.keyboard?.suggestions == [.provided(user: "ann’s code", provider: "Vault", isCode: true)] }
        try await phone.tap("ann’s code")
        try await phone.screen { $0.fields.first?.text == "123456" }
    }

    @Test(
        "in a separate process fills in a password, and fills in nothing if it is killed or ends",
        arguments: ["ann", "killed", "ended"])
    func process(user: String) async throws {
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let path = URL(filePath: own).deletingLastPathComponent().appending(path: "ProviderHost").path
        let provider = PhoneCredentialProvider(at: path, infoPlist: PhoneCredentialProvider.infoPlist())
        let phone = try await Self.phone(users: [user, "locked"], provider: provider)
        try await phone.focus("User Name")
        try await phone.tap(user)
        if user == "ann" {
            let screen = try await phone.screen { $0.fields.last?.text == "hunter2" }
            #expect(screen.fields.first?.text == "ann")
        } else {
            try await phone.wait { !$0.overlays.isEmpty }
            #expect(phone.view.appScreen?.fields.map(\.text) == ["", ""])
            try await phone.tap("OK")
        }
        try await phone.tap("locked")
        try await phone.wait { $0.sheet?.screen?.title == "Vault" }
        try await phone.tap("Use Ann")
        try await phone.screen { $0.fields.last?.text == "hunter2" }
    }

    private static let codes = "ABCDE12345.com.example.codes"
    private static let vault = "ABCDE12345.com.example.vault"

    /// A phone with the shop in front and the vault installed.
    private static func phone(
        users: [String] = ["ann"], isOn: Bool = true, showsConfiguration: Bool = false, provider: PhoneCredentialProvider? = nil
    ) async throws -> Phone {
        let phone = try Phone()
        let file = #"{"webcredentials":{"apps":["\#(ShopApp.identifier)","\#(codes)"]}}"#
        try phone.device.put(SimulatedSite(.file(file)), at: "example.com")
        let plist = PhoneCredentialProvider.infoPlist(providesOneTimeCodes: true, showsConfiguration: showsConfiguration)
        try await phone.install(
            PhoneApp(
                vault, name: "Vault", program: ScreenAppProgram(CodeApp.self),
                credentialProvider: provider ?? PhoneCredentialProvider(VaultExtension.self, infoPlist: plist)))
        if isOn {
            try phone.device.setProvidesPasswords(true, of: vault)
            #expect(await save(users, on: phone))
        }
        try await phone.launch(
            ShopApp.self, as: ShopApp.identifier, name: "Shop", associatedDomains: ShopApp.domains)
        return phone
    }

    private static func store(on phone: Phone) async throws -> ASCredentialIdentityStore {
        let link = try phone.device.link(ofApp: vault, accessGroups: [])
        return CurrentDevice.$link.withValue(link) { ASCredentialIdentityStore.shared }
    }

    /// Registers identities of example.com, by the vault's app.
    private static func save(_ users: [String], on phone: Phone) async -> Bool {
        guard let store = try? await store(on: phone) else { return false }
        let identities = users.map {
            ASPasswordCredentialIdentity(
                serviceIdentifier: .init(identifier: "example.com", type: .domain), user: $0, recordIdentifier: nil)
        }
        do {
            try await store.saveCredentialIdentities(identities)
            return true
        } catch {
            return false
        }
    }
}

/// Behaves as the user name says.
private final class VaultExtension: ASCredentialProviderViewController, ScreenController {
    var screenChanged: @MainActor @Sendable () -> Void = {}
    private var title = ""
    private var services: [ASCredentialServiceIdentifier] = []
    private var open: @MainActor () -> Void = {}

    var screen: AppScreen {
        AppScreen(
            title: title, elements: services.map { .text(AppText($0.identifier)) } + [.button(AppButton("open", title: "Open"))])
    }

    func receive(_ event: AppEvent) {
        if case .pressed("open") = event { open() }
    }

    override func provideCredentialWithoutUserInteraction(for credentialRequest: any ASCredentialRequest) {
        switch credentialRequest.credentialIdentity.user {
        case "locked": extensionContext.cancelRequest(withError: ASExtensionError(.userInteractionRequired))
        case "gone": extensionContext.cancelRequest(withError: ASExtensionError(.credentialIdentityNotFound))
        default:
            switch credentialRequest.type {
            case .oneTimeCode:
                extensionContext.completeOneTimeCodeRequest(using: ASOneTimeCodeCredential(code: "123456"), completionHandler: nil)
            default: give()
            }
        }
    }

    override func prepareInterfaceToProvideCredential(for credentialRequest: any ASCredentialRequest) {
        title = "Unlock"
        open = { self.give() }
    }

    override func prepareCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
        (title, services) = ("Choose", serviceIdentifiers)
        open = { self.give() }
    }

    override func prepareInterfaceForExtensionConfiguration() {
        title = "Welcome"
        open = { self.extensionContext.completeExtensionConfigurationRequest() }
    }

    private func give() {
        extensionContext.completeRequest(
            withSelectedCredential: ASPasswordCredential(user: "ann", password: "correct horse"), completionHandler: nil)
    }
}

/// Overrides no method.
private final class BareExtension: ASCredentialProviderViewController {}

/// An app that asks for a code.
@MainActor
private final class CodeApp: ScreenApp {
    var screenChanged: @MainActor () -> Void = {}
    private(set) var screen = AppScreen(
        title: "Code", elements: [.field(AppTextField("code", label: "Code", textContentType: "one-time-code"))])
    {
        didSet { screenChanged() }
    }

    init(launch: AppLaunch) {}

    func receive(_ event: AppEvent) {
        if case .changed(let field, let text) = event { screen = screen.filled([field: text]) }
    }
}

extension PhoneView {
    fileprivate var sheet: ExtensionSheet? { if case .extensionSheet(let sheet) = content { sheet } else { nil } }
}
