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
