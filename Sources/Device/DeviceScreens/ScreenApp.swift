/// An app whose screens are values, which replaces UIKit where UIKit is unavailable.
///
/// The device sends events, and shows the screen after each event and after each call of `screenChanged`. All calls are on the main
/// actor, as in UIKit.
@MainActor
public protocol ScreenApp: ScreenController, Sendable {
    /// Launches the app: `application(_:didFinishLaunchingWithOptions:)`.
    init(launch: AppLaunch)
}

/// The parameters of a launch.
public struct AppLaunch: Hashable, Codable, Sendable {
    /// Settings from the installation of the app, such as the address of its backend under `server`.
    public var settings: [String: String]

    /// Creates launch parameters.
    public init(settings: [String: String] = [:]) {
        self.settings = settings
    }
}

/// A controller whose screens are values, and that receives the user's actions: a view controller without UIKit.
///
/// Every app is one (``ScreenApp``). So is the view controller of an extension with a view: the system shows its screen below the
/// system's own bar. All calls are on the main actor, as in UIKit.
@MainActor
public protocol ScreenController: AnyObject {
    /// The current screen.
    var screen: AppScreen { get }

    /// The controller calls this after each change of ``screen`` that no event caused. The device sets it before the first event.
    var screenChanged: @MainActor @Sendable () -> Void { get set }

    /// Receives an action of the user on the last visible screen. To approve text changes first, the controller adopts
    /// ``ScreenTextDelegate``.
    func receive(_ event: AppEvent)
}

/// An event on an app's screen. Identifiers refer to the screen that the app showed last; an app ignores unknown identifiers.
public enum AppEvent: Hashable, Codable, Sendable {
    /// The user pressed a button.
    case pressed(button: String)
    /// The text of a field changed: `UITextField.textDidChangeNotification`. The app copies the text to its screen. If the app adopts
    /// ``ScreenTextDelegate``, it has already approved the change.
    case changed(field: String, text: String)
    /// AutoFill replaces the text of a field. Only the device sends this: the app's delegate approves it, and the app receives
    /// ``changed(field:text:)``.
    case filled(field: String, text: String)
    /// A field became the first responder; nil if no field is.
    case focused(field: String?)
    /// The user pressed Return in a field.
    case submitted(field: String)
    /// The user pressed a button of the alert, identified by its position.
    case answeredAlert(button: Int)
    /// The system opens a URL in the app: `application(_:open:options:)`.
    case opened(url: String)
    case willResignActive
    case didBecomeActive
    case didEnterBackground
    case willEnterForeground
}
