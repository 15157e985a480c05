import AssociatedDomains
import DeviceScreens
import DeviceServices
import PasswordManager

/// The view of an extension that the person sees.
struct StandingExtension {
    let number: UInt64
    /// The identifier of the app.
    let app: String
    let credential: CredentialID
    /// What it shows, and what it was told.
    var running = RunningApp(launch: 0)

    init(number: UInt64, app: String, credential: CredentialID) {
        self.number = number
        self.app = app
        self.credential = credential
    }

    init(_ view: UpgradeView) {
        self.init(number: view.number, app: view.app.description, credential: view.credential)
    }

    func view(appName: String) -> PhoneView.ExtensionSheet {
        PhoneView.ExtensionSheet(
            number: number, app: appName, user: credential.user, site: credential.server.text, screen: running.screen)
    }
}
