/// What an app shows at one moment, from top to bottom. What is not in it is not in the app's view hierarchy.
public struct AppScreen: Hashable, Codable, Sendable {
    /// What stands at the top, and names the screen.
    public var title: String
    /// What stands below it, in order.
    public var elements: [AppElement]
    /// Shown over everything else, and in the way of it, until one of its buttons is pressed.
    public var alert: AppAlert?
    /// The number of the web page that it shows. It has a meaning for the system's browser alone.
    package var page: Int?

    /// A screen.
    public init(title: String, elements: [AppElement] = [], alert: AppAlert? = nil) {
        self.title = title
        self.elements = elements
        self.alert = alert
    }
}

/// One thing on a screen.
public enum AppElement: Hashable, Codable, Sendable {
    case text(AppText)
    case field(AppTextField)
    case button(AppButton)
}

/// A label.
public struct AppText: Hashable, Codable, Sendable {
    /// What it is to the reader.
    public enum Style: String, Hashable, Codable, Sendable, CaseIterable {
        case title, body, caption, error
    }

    /// What it says.
    public var text: String
    /// What it is to the reader.
    public var style: Style

    /// A label.
    public init(_ text: String, style: Style = .body) {
        self.text = text
        self.style = style
    }
}

/// Something to press.
public struct AppButton: Hashable, Codable, Sendable {
    /// How it looks.
    public enum Style: String, Hashable, Codable, Sendable, CaseIterable {
        case plain, prominent, destructive
        /// `ASAuthorizationAppleIDButton`, in its three styles.
        case appleBlack, appleWhite, appleWhiteOutline
    }

    /// Names it on its screen.
    public var id: String
    /// What stands on it.
    public var title: String
    /// How it looks.
    public var style: Style
    /// Whether it can be pressed.
    public var isEnabled: Bool
    /// How round the corners are, in points; nil: as the style has them.
    public var cornerRadius: Double?

    /// A button.
    public init(_ id: String, title: String, style: Style = .plain, isEnabled: Bool = true, cornerRadius: Double? = nil) {
        self.id = id
        self.cornerRadius = cornerRadius
        self.title = title
        self.style = style
        self.isEnabled = isEnabled
    }
}

/// What the app must be told before it goes on.
public struct AppAlert: Hashable, Codable, Sendable {
    /// What it is about.
    public var title: String
    /// What it says.
    public var message: String
    /// At least one.
    public var buttons: [String]

    /// An alert.
    public init(title: String, message: String, buttons: [String] = ["OK"]) {
        self.title = title
        self.message = message
        self.buttons = buttons
    }
}

/// A field that takes text: `UITextField`, as a value.
public struct AppTextField: Hashable, Codable, Sendable {
    /// What takes the text.
    public enum View: String, Hashable, Codable, Sendable, CaseIterable {
        /// `UITextField`.
        case textField
        /// `UITextView`.
        case textView
        /// A view of the app's own that adopts `UITextInput`.
        case textInput
    }

    /// Which keyboard it brings up.
    public enum Keyboard: String, Hashable, Codable, Sendable, CaseIterable {
        case standard, emailAddress, numberPad
    }

    /// Names it for as long as it is there. A field that is taken away and put back is another one to the system only under another name.
    public var id: String
    /// What stands beside it.
    public var label: String
    /// What stands in it while it is empty.
    public var placeholder: String
    /// What was typed.
    public var text: String
    /// Whether it shows dots: `isSecureTextEntry`.
    public var isSecure: Bool
    /// `UITextContentType` by its raw value: `username`, `password`, `new-password`, `one-time-code`, `email`. Nil: the app does not say.
    public var textContentType: String?
    /// `UITextInputPasswordRules`, by its descriptor.
    public var passwordRules: String?
    /// Which keyboard it brings up.
    public var keyboard: Keyboard
    /// What takes the text.
    public var view: View
    /// Whether the app shows an input view of its own in the place of the keyboard.
    public var hasCustomInputView: Bool
    /// Whether the person can tap into it. AutoFill makes it first responder in any case.
    public var canBecomeFirstResponder: Bool

    /// A field.
    public init(
        _ id: String, label: String, placeholder: String = "", text: String = "", isSecure: Bool = false,
        textContentType: String? = nil, passwordRules: String? = nil, keyboard: Keyboard = .standard, view: View = .textField,
        hasCustomInputView: Bool = false, canBecomeFirstResponder: Bool = true
    ) {
        self.id = id
        self.label = label
        self.placeholder = placeholder
        self.text = text
        self.isSecure = isSecure
        self.textContentType = textContentType
        self.passwordRules = passwordRules
        self.keyboard = keyboard
        self.view = view
        self.hasCustomInputView = hasCustomInputView
        self.canBecomeFirstResponder = canBecomeFirstResponder
    }
}
