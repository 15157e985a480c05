import DeviceScreens
import Foundation

/// The sample app "Juice" of Apple's: somebody signs in with their Apple account, stays signed in, and signs out.
///
/// Its settings: `server`, the base address of an account server that is told of sign-ins and makes the account, without which there is none; and `site`,
/// the host that its saved passwords are of.
public final class JuiceApp: ScreenApp {
    /// Told of each change of ``screen``.
    public var screenChanged: @MainActor @Sendable () -> Void = {}

    private let delegate = AppDelegate()
    private let window: Window

    /// Launches the app.
    public init(launch: AppLaunch) {
        let server = launch.settings["server"].flatMap(URL.init(string:)).map(AccountServerClient.init)
        // The extension is another process, and has the keychain in common with the app.
        if let server { try? KeychainItem.server.saveItem(server.base.absoluteString) }
        window = Window(
            rootViewController: ResultViewController(), server: server, site: launch.settings["site"] ?? "juice.example.com")
        window.changed = { [weak self] in self?.screenChanged() }
        delegate.window = window
        window.makeKeyAndVisible()
        _ = delegate.applicationDidFinishLaunching()
    }

    /// What the app shows now.
    public var screen: AppScreen { window.visibleViewController.shownScreen }

    /// Takes what the person does.
    public func receive(_ event: AppEvent) {
        let controller = window.visibleViewController
        switch event {
        case .answeredAlert(let button):
            guard let alert = controller.alert else { return }
            controller.alert = nil
            controller.answered(alert, button: button)
        case .pressed(let button):
            controller.pressed(button)
            controller.received(event)
        default: controller.received(event)
        }
    }
}
