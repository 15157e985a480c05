import DeviceScreens
@testable import DeviceSimulator
import OpenLocalAuthentication
import Synchronization

/// A small app: signs in with one password, and protects a secret with Face ID.
@MainActor
final class ShopApp: ScreenApp {
    nonisolated static let identifier = "ABCDE12345.com.example.shop"
    nonisolated static let domains = ["webcredentials:example.com"]
    /// The association file of example.com, which names the app.
    nonisolated static let associationFile = #"{"webcredentials":{"apps":["\#(identifier)"]}}"#

    private(set) var screen: AppScreen {
        didSet { screenChanged() }
    }
    var screenChanged: @MainActor () -> Void = {}
    private let password: String
    private let hidesWhenInactive: Bool

    init(launch: AppLaunch) {
        password = launch.settings["password"] ?? "correct horse"
        hidesWhenInactive = launch.settings["hides"] != nil
        screen = .signIn
    }

    func receive(_ event: AppEvent) {
        switch event {
        case .changed(let field, let text): screen = screen.filled([field: text])
        case .pressed("logIn"): logIn()
        case .pressed("out"): screen = .signIn
        case .pressed("secret"):
            Task {
                let context = LAContext()
                let isOwner = try? await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "see the secret")
                screen = AppScreen(title: isOwner == true ? "The secret" : "No secret")
            }
        case .answeredAlert: screen.alert = nil
        case .willResignActive where hidesWhenInactive: screen = AppScreen(title: "Hidden")
        default: break
        }
    }

    private func logIn() {
        guard screen.field("password")?.text == password else {
            screen = .signIn
            screen.alert = AppAlert(title: "Wrong password", message: "Try again.")
            return
        }
        var welcome = AppScreen.signedIn
        welcome.elements.append(.button(AppButton("secret", title: "Secret")))
        screen = welcome
    }
}
