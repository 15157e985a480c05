import DeviceScreens
import Foundation

/// Apple's sample app "Juice": a user signs in with an Apple Account, stays signed in, and signs out.
///
/// Its settings: `server`, the base address of an account server that creates the account and the session (without it, Juice
/// keeps no account); `site`, the host of its saved passwords; and `replaces-password`, `yes` to have the first sign-in with a passkey
/// that the device created without a sheet remove the password.
public final class JuiceApp: ScreenApp {
    /// Called after each change of ``screen``.
    public var screenChanged: @MainActor @Sendable () -> Void = {}

    private let delegate = AppDelegate()
    private let window: Window

    /// Launches the app.
    public init(launch: AppLaunch) {
        let server = launch.settings["server"].flatMap(URL.init(string:)).map {
            AccountServerClient(base: $0, replacesPassword: launch.settings["replaces-password"] == "yes")
        }
        // The extension is a separate process that shares the keychain with the app.
        if let server { try? KeychainItem.server.saveItem(server.base.absoluteString) }
        window = Window(
            rootViewController: ResultViewController(), server: server, site: launch.settings["site"] ?? "juice.example.com")
        window.changed = { [weak self] in self?.screenChanged() }
        delegate.window = window
        window.makeKeyAndVisible()
        _ = delegate.applicationDidFinishLaunching()
    }

    /// The visible screen.
    public var screen: AppScreen { window.visibleViewController.shownScreen }

    /// Handles an action of the user.
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
        case .willEnterForeground:
            delegate.applicationWillEnterForeground()
            controller.received(event)
        default: controller.received(event)
        }
    }
}

extension JuiceApp: ScreenTracing {
    /// Sends `traceparent` with the requests to the account server.
    public func follow(traceparent: String) {
        window.server?.traceparent = traceparent
    }
}
