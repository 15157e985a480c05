import AppleIdentityEmulator
import AuthenticationServices
import DeviceSimulator
import Foundation

/// The sample app "Juice" of Apple's, on a simulated device, against the emulated service: signs in with a hidden address, is launched again, is signed
/// out by the person in Settings, and takes a saved password.
@main
@MainActor
struct Juice {
    static func main() async throws {
        let apple = try await AppleIdentityEmulator.start(.allowingLoopback)
        let team = try apple.service.addTeam(name: "Juice").id
        guard let bundle = ClientIdentifier("com.example.apple-samplecode.juice") else { return }
        _ = try apple.service.addAppID(bundle, team: team, name: "Juice")
        _ = try apple.service.addPerson(
            AppleAccountDraft(id: PersonIdentifier("jane"), givenName: "Jane", familyName: "Appleseed", email: "jane@example.com"))

        let device = try DeviceSimulator(app: "\(team.rawValue).com.example.apple-samplecode.juice")
        try device.signIn(toAppleAccount: "jane", service: apple.baseURL)
        try await device.run { try await tell(device) }
        await apple.stop()
    }

    private static func tell(_ device: DeviceSimulator) async throws {
        print("launched for the first time: \(await launch())")

        let window = Window()
        let login = LoginViewController(window: window)
        await window.change { login.performExistingAccountSetupFlows() }
        print("nothing there already: \((window.lastError as? ASAuthorizationError)?.code.rawValue ?? 0)")

        device.sheets.will(.proceed, .details(email: .hide))
        device.person.will(.match)
        await window.change { login.handleAuthorizationAppleIDButtonPress() }
        let result = window.resultViewController
        let address = result.emailLabel.contains("@private") ? "a relay address" : result.emailLabel
        print("signed in: \(result.givenNameLabel) \(result.familyNameLabel), \(address)")
        print("in the keychain: \(KeychainItem.currentUserIdentifier == result.userIdentifierLabel)")
        print("launched again: \(await launch())")

        try await device.stopUsing("com.example.apple-samplecode.juice")
        print("stopped in Settings, launched again: \(await launch())")

        await window.change { result.signOutButtonPressed() }
        print("signed out: \(KeychainItem.currentUserIdentifier.isEmpty)")

        device.savePassword("apple pie", user: "jane", site: "juice.example.com")
        device.sheets.will(.choose(0))
        device.person.will(.match)
        await window.change { login.performExistingAccountSetupFlows() }
        if case .alert(let title, _) = window.screen { print("with a saved password: \(title)") }
        print("sheets: \(device.sheets.shown.count), prompts: \(device.person.promptCount)")
    }

    /// What the app shows after its launch check.
    private static func launch() async -> String {
        let window = Window()
        let app = AppDelegate()
        app.window = window
        _ = app.applicationDidFinishLaunching()
        // The check changes nothing where all is well, and tells nobody: the question is asked once more, for this program to know.
        let state = try? await ASAuthorizationAppleIDProvider().credentialState(forUserID: KeychainItem.currentUserIdentifier)
        if state == .authorized { return "result" }
        if case .login = window.screen { return "login" }
        await window.change {}
        return "login"
    }
}

extension Window {
    /// Returns when something has changed after `body`. On the main actor, as whatever changes it: elsewhere a change could come in between.
    @MainActor
    func change(_ body: () -> Void) async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            changed = {
                self.changed = {}
                continuation.resume()
            }
            body()
        }
    }
}
