import DeviceScreens
import Foundation

/// The sample app "Juice" of Apple's: somebody signs in with their Apple account, stays signed in, and signs out.
///
/// Its settings: `server`, the base address of an account server that is told of sign-ins and makes the account. Without it there is none.
public final class JuiceApp: ScreenApp {
    /// Told of each change of ``screen``.
    public var screenChanged: @MainActor @Sendable () -> Void = {}

    private let delegate = AppDelegate()
    private let window: Window

    /// Launches the app.
    public init(launch: AppLaunch) {
        let server = launch.settings["server"].flatMap(URL.init(string:)).map(AccountServerClient.init)
        window = Window(rootViewController: ResultViewController(), server: server)
        window.changed = { [weak self] in self?.screenChanged() }
        delegate.window = window
        window.makeKeyAndVisible()
        _ = delegate.applicationDidFinishLaunching()
    }

    /// What the app shows now.
    public var screen: AppScreen { window.visibleViewController.shownScreen }

    /// Takes what the person does.
    public func receive(_ event: AppEvent) {
        switch event {
        case .pressed(let button): window.visibleViewController.pressed(button)
        case .answeredAlert: window.visibleViewController.alert = nil
        default: break
        }
    }
}
