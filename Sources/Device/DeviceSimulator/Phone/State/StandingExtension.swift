import AssociatedDomains
import DeviceScreens
import DeviceServices
import PasswordManager

/// The view of an extension that the person sees.
struct StandingExtension {
    let number: UInt64
    /// The identifier of the app.
    let app: String
    /// The account that it is about; both are empty where the person chooses one.
    let user: String
    let site: String
    /// What it shows, and what it was told.
    var running = RunningApp(launch: 0)

    init(number: UInt64, app: String, user: String, site: String) {
        self.number = number
        self.app = app
        self.user = user
        self.site = site
    }

    init(_ view: UpgradeView) {
        self.init(number: view.number, app: view.app.description, user: view.user, site: view.site)
    }

    func view(appName: String) -> PhoneView.ExtensionSheet {
        PhoneView.ExtensionSheet(
            number: number, app: appName, user: user, site: site, screen: running.screen)
    }
}
