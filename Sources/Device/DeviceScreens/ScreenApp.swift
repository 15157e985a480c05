/// An app whose screens are values: what stands in the place of UIKit where there is none.
///
/// The device shows its screen whenever `screenChanged` was called, and sends events. Everything happens on the main actor, as in UIKit.
@MainActor
public protocol ScreenApp: ScreenController, Sendable {
    /// Launches the app: `application(_:didFinishLaunchingWithOptions:)`.
    init(launch: AppLaunch)
}

/// What an app is launched with.
public struct AppLaunch: Hashable, Codable, Sendable {
    /// What whoever installed the app wants it to know, such as the address of its backend under `server`.
    public var settings: [String: String]

    /// A launch.
    public init(settings: [String: String] = [:]) {
        self.settings = settings
    }
}

/// What shows screens that are values, and hears what the person does to them: a view controller where there is no UIKit.
///
/// An app is one (``ScreenApp``). So is the view controller of an extension that has a view: the system shows its screen under a bar of its own. Everything
/// happens on the main actor, as in UIKit.
@MainActor
public protocol ScreenController: AnyObject {
    /// What it shows now.
    var screen: AppScreen { get }

    /// Called by the controller after each change of ``screen`` that does not come of an event. The device sets it before the first event.
    var screenChanged: @MainActor @Sendable () -> Void { get set }

    /// The person did something to the screen that was shown last. A controller that is to be asked before text changes adopts ``ScreenTextDelegate``.
    func receive(_ event: AppEvent)
}

/// What the system tells an app of its screen. Names are those of the screen that the app showed last; an app ignores names that it does not know.
public enum AppEvent: Hashable, Codable, Sendable {
    /// A button was pressed.
    case pressed(button: String)
    /// The text of a field is another one: `UITextField.textDidChangeNotification`. The app takes it over into its screen. A ``ScreenTextDelegate`` was asked before.
    case changed(field: String, text: String)
    /// AutoFill replaces the text of a field. Only the device sends it: the app's delegate is asked, and the app receives ``changed(field:text:)``.
    case filled(field: String, text: String)
    /// A field became the first responder; nil: none is.
    case focused(field: String?)
    /// The return key was pressed in a field.
    case submitted(field: String)
    /// A button of the alert was pressed, by its place in the alert.
    case answeredAlert(button: Int)
    /// The system opens an address in the app: `application(_:open:options:)`.
    case opened(url: String)
    case willResignActive
    case didBecomeActive
    case didEnterBackground
    case willEnterForeground
}
