import DeviceProtocol
import DeviceScreens
import DeviceServices
@testable import DeviceSimulator
import Foundation
import OpenAuthenticationServices
import Testing

@Suite("Passkeys on a phone", .timeLimit(.minutes(20))) struct PhonePasskeyTests {
    private func phone() async throws -> Phone {
        let phone = try Phone()
        try phone.device.signIn(toAppleAccount: "jane", service: "http://127.0.0.1:9")
        try phone.device.put(SimulatedSite(.file(ShopApp.associationFile)), at: "example.com")
        phone.device.phoneNumber = "555-0100"
        try await phone.launch(PasskeyApp.self, as: ShopApp.identifier, name: "Shop", associatedDomains: ShopApp.domains)
        return phone
    }

    private func settings(_ view: PhoneView) throws -> PhoneView.SettingsView {
        guard case .settings(let settings) = view.content else { throw PhoneError(.nothingThere, "Settings is not open") }
        return settings
    }

    @Test("a user creates a passkey, signs in with it, and deletes it in Settings after authenticating")
    func story() async throws {
        let phone = try await phone()
        try await phone.tap("Create a passkey")
        let view = try await phone.wait { !$0.overlays.isEmpty }
        guard case .sheet(let sheet)? = view.overlays.last else {
            Issue.record("no sheet")
            return
        }
        #expect(sheet.title == "Create a Passkey?" && sheet.message.contains("“jane” on example.com"))
        try await phone.tap("Continue")
        try await phone.showFace()
        try await phone.screen(titled: "Created")

        try await phone.tap("Sign in")
        try await phone.tap("jane")
        try await phone.showFace()
        try await phone.screen(titled: "Signed in as jane-1")

        try await phone.perform(.openSettings(.passwords))
        #expect(try settings(phone.view).passkeys.isEmpty)
        try await phone.showFace()
        let shown = try settings(try await phone.wait { (try? settings($0).arePasswordsShown) == true })
        #expect(shown.passkeys.map(\.user) == ["jane"] && shown.passkeys.map(\.site) == ["example.com"])
        try await phone.perform(.lock)
        try await phone.showFace()
        #expect(try settings(phone.view).passkeys.isEmpty)
        let id = try #require(shown.passkeys.first?.id)
        await #expect(throws: PhoneError.self) { try await phone.perform(.deletePasskey(id: id)) }
        #expect(phone.device.savedPasskeys.count == 1)

        try await phone.perform(.openSettings(.passwords))
        try await phone.showFace()
        try await phone.wait { (try? settings($0).arePasswordsShown) == true }
        try await phone.tap("Delete the passkey of jane for example.com")
        #expect(try settings(phone.view).passkeys.isEmpty && phone.device.savedPasskeys.isEmpty)

        try await phone.perform(.home)
        try await phone.tap("Shop")
        try await phone.tap("Sign in")
        try await phone.screen(titled: "\(ASAuthorizationError.Code.canceled.rawValue)")
    }

    @Test("a sign-in with a filled-in password makes a passkey by itself, and a sign-in with a typed one does not")
    func silent() async throws {
        let phone = try Phone()
        try phone.device.signIn(toAppleAccount: "jane", service: "http://127.0.0.1:9")
        try phone.device.put(SimulatedSite(.file(ShopApp.associationFile)), at: "example.com")
        phone.device.savePassword("correct horse", user: "jane", site: "example.com", for: ShopApp.identifier)
        try await phone.launch(UpgradingApp.self, as: ShopApp.identifier, name: "Shop", associatedDomains: ShopApp.domains)
        try await phone.type("jane", into: "User Name")
        try await phone.tap("Log In")
        try await phone.screen(titled: "\(ASAuthorizationError.Code.failed.rawValue)")
        #expect(phone.device.savedPasskeys.isEmpty && phone.view.notification == nil)

        try await phone.focus("User Name")
        try await phone.tap("jane")
        try await phone.showFace()
        try await phone.screen { $0.fields.last?.text == "correct horse" }
        try await phone.tap("Log In")
        try await phone.screen(titled: "Created")
        let view = try await phone.wait { $0.notification != nil }
        #expect(view.notification == .passkeySaved(user: "jane", site: "example.com") && view.overlays.isEmpty)
        try await phone.perform(.dismissBanner)
        #expect(phone.view.notification == nil)
        await #expect(throws: PhoneError.self) { try await phone.perform(.dismissBanner) }
    }

    @Test("a user creates an account with a typed name and address, but not from an app that left the screen")
    func newAccount() async throws {
        let phone = try await phone()
        try await phone.tap("Create an account")
        let view = try await phone.wait { !$0.overlays.isEmpty }
        guard case .sheet(let sheet)? = view.overlays.last else {
            Issue.record("no sheet")
            return
        }
        #expect(sheet.subject == .newAccount(site: "example.com") && sheet.title == "Create Account")
        #expect(sheet.parts == [.name(given: "", family: ""), .contact(known: ["5550100"], kinds: [.email, .phoneNumber])])
        // The name is missing.
        await #expect(throws: PhoneError.self) {
            try await phone.perform(.answerSheet(number: sheet.number, .proceed))
        }
        try await phone.perform(.home)
        try await phone.tap("Shop")
        try await phone.screen(titled: "\(ASAuthorizationError.Code.canceled.rawValue)")
        #expect(phone.device.savedPasskeys.isEmpty)

        try await phone.tap("Create an account")
        try await phone.answerSheet(.account(givenName: "Jane", familyName: "", contact: "jane@example.com"))
        try await phone.showFace()
        try await phone.screen(titled: "Account of jane@example.com")
        #expect(phone.device.savedPasskeys.map(\.user) == ["jane@example.com"])

        try await phone.tap("Create an account")
        try await phone.answerSheet(.account(givenName: "Jane", familyName: ""))
        try await phone.showFace()
        try await phone.screen(titled: "Account of 5550100")
        // The same user handle: the new passkey replaced the former one.
        #expect(phone.device.savedPasskeys.map(\.user) == ["5550100"])
    }

    /// A phone with the app of the bar, a passkey of jane and a password of bob.
    private func phoneWithBar(_ settings: [String: String] = [:]) async throws -> Phone {
        let phone = try await phone()
        try await phone.tap("Create a passkey")
        try await phone.tap("Continue")
        try await phone.showFace()
        try await phone.screen(titled: "Created")
        phone.device.savePassword("correct horse", user: "bob", site: "example.com", for: ShopApp.identifier)
        try await phone.perform(.quit(app: ShopApp.identifier))
        await phone.isSettled()
        try await phone.launch(
            BarApp.self, as: ShopApp.identifier, name: "Shop", associatedDomains: ShopApp.domains, settings: settings)
        return phone
    }

    private static let both: [PhoneView.Suggestion] = [
        .passkey(user: "jane", site: "example.com"), .credential(user: "bob", site: "example.com"),
    ]

    @Test("the bar suggests passkeys beside passwords: the user chooses one, then shows the face, and the app is signed in")
    func bar() async throws {
        let phone = try await phoneWithBar()
        try await phone.focus("User Name")
        try await phone.wait { $0.keyboard?.suggestions == Self.both }
        try await phone.tap("jane")
        let prompt = try await phone.wait { !$0.overlays.isEmpty && $0.keyboard?.suggestions == [Self.both[1]] }
        guard case .prompt(let shown)? = prompt.overlays.last else {
            Issue.record("\(prompt.overlays)")
            return
        }
        #expect(shown.purpose == .usePasskey)
        // Without the owner, nothing is signed, and the user can choose again.
        try await phone.perform(.cancelPrompt)
        try await phone.wait { $0.overlays.isEmpty && $0.keyboard?.suggestions == Self.both }
        #expect(try #require(try phone.device.services.passkeys.listed().first).lastUsed == nil)

        try await phone.tap("jane")
        try await phone.showFace()
        try await phone.screen(titled: "Signed in as jane-1")
        try await phone.wait { $0.keyboard?.suggestions == [Self.both[1]] }
    }

    @Test("a passkey that its site no longer accepts leaves the bar, and Settings marks it until the site accepts it again")
    func notAccepted() async throws {
        let phone = try await phoneWithBar()
        try await phone.focus("User Name")
        try await phone.wait { $0.keyboard?.suggestions == Self.both }
        let id = try #require(try phone.device.services.passkeys.passkeys().first?.credentialID)
        let link = try phone.device.link(ofApp: ShopApp.identifier, accessGroups: [])
        let manager = CurrentDevice.$link.withValue(link) { ASCredentialDataManager() }
        try await manager.reportAllAcceptedPublicKeyCredentials(
            relyingPartyIdentifier: "example.com", userHandle: Data("jane-1".utf8), acceptedCredentialIDs: [])
        try await phone.wait { $0.keyboard?.suggestions == [Self.both[1]] }
        #expect(!phone.device.services.services.assisted.choose(id, for: ShopApp.identifier))

        try await phone.perform(.openSettings(.passwords))
        try await phone.showFace()
        let view = try await phone.wait { (try? settings($0).arePasswordsShown) == true }
        #expect(try settings(view).passkeys.map(\.isHidden) == [true])
        try await manager.reportAllAcceptedPublicKeyCredentials(
            relyingPartyIdentifier: "example.com", userHandle: Data("jane-1".utf8), acceptedCredentialIDs: [Data(id)])
        try await phone.wait { (try? settings($0).passkeys.map(\.isHidden)) == [false] }
    }

    @Test("an app that requests passkeys for the bar stays active, and a filled-in password does not end the request")
    func passwordMeanwhile() async throws {
        let phone = try await phoneWithBar()
        try await phone.focus("User Name")
        try await phone.wait { $0.keyboard?.suggestions == Self.both }
        #expect(phone.view.appScreen?.title == "Log In")
        try await phone.tap("bob")
        try await phone.showFace()
        try await phone.screen { $0.fields.last?.text == "correct horse" }
        try await phone.wait { $0.keyboard?.suggestions == Self.both }
    }

    @Test("locking the phone does not end the request")
    func locking() async throws {
        let phone = try await phoneWithBar()
        try await phone.focus("User Name")
        try await phone.wait { $0.keyboard?.suggestions == Self.both }
        try await phone.perform(.lock)
        #expect(phone.view.keyboard == nil)
        #expect(phone.device.services.services.assisted.offers(for: ShopApp.identifier).isEmpty)
        try await phone.showFace()
        try await phone.wait { $0.keyboard?.suggestions == Self.both }
    }

    @Test("the app cancels its request, and performs another one")
    func cancelling() async throws {
        let phone = try await phoneWithBar()
        try await phone.focus("User Name")
        try await phone.wait { $0.keyboard?.suggestions == Self.both }
        try await phone.tap("Stop")
        try await phone.screen(titled: "Failed with \(ASAuthorizationError.Code.canceled.rawValue)")
        try await phone.wait { $0.keyboard?.suggestions == [Self.both[1]] }
        try await phone.tap("Use a Passkey")
        try await phone.tap("jane")
        try await phone.showFace()
        try await phone.screen(titled: "Signed in as jane-1")
    }

    @Test("another request of the app ends the request for the bar")
    func replacing() async throws {
        let phone = try await phoneWithBar()
        try await phone.focus("User Name")
        try await phone.wait { $0.keyboard?.suggestions == Self.both }
        try await phone.tap("Use a Passkey")
        try await phone.wait { !$0.overlays.isEmpty && $0.keyboard?.suggestions == [Self.both[1]] }
        try await phone.tap("jane")
        try await phone.showFace()
        try await phone.screen(titled: "Signed in as jane-1")
    }

    @Test("an app that was ended and launched again offers its passkeys again")
    func relaunched() async throws {
        let phone = try await phoneWithBar()
        try await phone.focus("User Name")
        try await phone.wait { $0.keyboard?.suggestions == Self.both }
        try await phone.perform(.quit(app: ShopApp.identifier))
        await phone.isSettled()
        try await phone.launch(BarApp.self, as: ShopApp.identifier, name: "Shop", associatedDomains: ShopApp.domains)
        try await phone.focus("User Name")
        try await phone.wait { $0.keyboard?.suggestions == Self.both }
    }

    @Test("an app receives no passkey of a site that it is not associated with")
    func strangeSite() async throws {
        let phone = try await phoneWithBar(["site": "example.org"])
        try await phone.screen(titled: "Failed with \(ASAuthorizationError.Code.failed.rawValue)")
        try await phone.focus("User Name")
        try await phone.wait { $0.keyboard?.suggestions == [Self.both[1]] }
    }

    @Test("after the association of the app ended, its passkeys are no longer suggested, and a late choice has no effect")
    func endedAssociation() async throws {
        let phone = try await phoneWithBar()
        let assisted = phone.device.services.services.assisted
        try await phone.focus("User Name")
        try await phone.wait { $0.keyboard?.suggestions == Self.both }
        let id = try #require(assisted.offers(for: ShopApp.identifier).first?.credentialID)
        #expect(!assisted.choose(id, for: "ABCDE12345.com.example.other") && !assisted.choose([0], for: ShopApp.identifier))
        try await phone.device.install(associatedDomains: [], of: ShopApp.identifier)
        // The saved password associated the app with the site, too.
        phone.device.shareWebCredentials(with: [])
        #expect(assisted.offers(for: ShopApp.identifier).isEmpty && !assisted.choose(id, for: ShopApp.identifier))
    }

    @Test("Settings shows when a passkey was created and used, and changes its user name")
    func renaming() async throws {
        let phone = try await phone()
        try await phone.tap("Create a passkey")
        try await phone.tap("Continue")
        try await phone.showFace()
        try await phone.screen(titled: "Created")
        let created = phone.device.clock.now
        try await phone.perform(.openSettings(.passwords))
        try await phone.showFace()
        let view = try await phone.wait { (try? settings($0).arePasswordsShown) == true }
        let passkey = try #require(try settings(view).passkeys.first)
        #expect(passkey.created == created && passkey.lastUsed == nil)
        await #expect(throws: PhoneError.self) { try await phone.perform(.openSettings(.passkey)) }
        await #expect(throws: PhoneError.self) { try await phone.perform(.renamePasskey(id: passkey.id, to: "j")) }
        try await phone.tap("Edit the passkey of jane for example.com")
        #expect(try settings(phone.view).passkey == passkey)
        try await phone.perform(.renamePasskey(id: passkey.id, to: "jane at home"))
        #expect(try settings(phone.view).passkey?.user == "jane at home")
        await #expect(throws: PhoneError.self) { try await phone.perform(.renamePasskey(id: passkey.id, to: "")) }
        await #expect(throws: PhoneError.self) { try await phone.perform(.renamePasskey(id: "00", to: "j")) }
        try await phone.perform(.lock)
        try await phone.showFace()
        #expect(try settings(phone.view).passkey == nil)
        await #expect(throws: PhoneError.self) { try await phone.perform(.renamePasskey(id: passkey.id, to: "j")) }

        try await phone.perform(.home)
        phone.advance(by: .seconds(60))
        try await phone.tap("Shop")
        try await phone.tap("Sign in")
        try await phone.tap("jane at home")
        try await phone.showFace()
        try await phone.screen(titled: "Signed in as jane-1")
        let used = try #require(try phone.device.services.passkeys.listed().first)
        #expect(used.created == created && used.lastUsed == phone.device.clock.now)
    }
}

/// An app with a sign-in form that requests passkeys for the bar. Its title shows the result.
@MainActor
final class BarApp: ScreenApp {
    private(set) var screen: AppScreen = {
        var screen = AppScreen.signIn
        screen.elements.append(.button(AppButton("modal", title: "Use a Passkey")))
        screen.elements.append(.button(AppButton("cancel", title: "Stop")))
        return screen
    }()
    {
        didSet { screenChanged() }
    }
    var screenChanged: @MainActor () -> Void = {}
    private let provider: ASAuthorizationPlatformPublicKeyCredentialProvider
    private var assisted: Task<Void, Never>?

    init(launch: AppLaunch) {
        provider = ASAuthorizationPlatformPublicKeyCredentialProvider(
            relyingPartyIdentifier: launch.settings["site"] ?? "example.com")
        let controller = AuthorizationController()
        let request = provider.createCredentialAssertionRequest(challenge: Data([1]))
        assisted = Task { [weak self] in
            await self?.show { try await controller.performAutoFillAssistedRequest(request) }
        }
    }

    func receive(_ event: AppEvent) {
        switch event {
        case .changed(let field, let text): screen = screen.filled([field: text])
        case .pressed("modal"):
            let controller = AuthorizationController()
            let request = provider.createCredentialAssertionRequest(challenge: Data([2]))
            Task { await show { try await controller.performRequest(request) } }
        case .pressed("cancel"): assisted?.cancel()
        case .willResignActive: screen.title = "Inactive"
        default: break
        }
    }

    private func show(_ perform: @MainActor () async throws -> ASAuthorizationResult) async {
        do {
            guard case .passkeyAssertion(let assertion) = try await perform() else { return }
            screen.title = "Signed in as \(String(decoding: assertion.userID, as: UTF8.self))"
        } catch {
            screen.title = "Failed with \((error as NSError).code)"
        }
    }
}

/// An app with a sign-in form that requests a passkey without a sheet after each sign-in. Its title shows the result.
@MainActor
final class UpgradingApp: ScreenApp {
    private(set) var screen = AppScreen.signIn {
        didSet { screenChanged() }
    }
    var screenChanged: @MainActor () -> Void = {}
    private let controller = AuthorizationController()
    private let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: "example.com")

    init(launch: AppLaunch) {}

    func receive(_ event: AppEvent) {
        switch event {
        case .changed(let field, let text): screen = screen.filled([field: text])
        case .pressed("logIn"):
            let request = provider.createCredentialRegistrationRequest(
                challenge: Data(repeating: 1, count: 32), name: screen.field("user")?.text ?? "", userID: Data([1]),
                requestStyle: .conditional)
            Task {
                do {
                    _ = try await controller.performRequest(request)
                    screen.title = "Created"
                } catch {
                    screen.title = "\((error as NSError).code)"
                }
            }
        default: break
        }
    }
}
