/// The visible content of an app, from top to bottom. An element that is not in it is not in the app's view hierarchy.
public struct AppScreen: Hashable, Codable, Sendable {
    /// The title at the top, which identifies the screen.
    public var title: String
    /// The elements below the title, in order.
    public var elements: [AppElement]
    /// The alert above the screen. It blocks all other input until the user presses one of its buttons.
    public var alert: AppAlert?
    /// The number of the visible web page. Only the system's browser sets it.
    package var page: Int?

    /// Creates a screen.
    public init(title: String, elements: [AppElement] = [], alert: AppAlert? = nil) {
        self.title = title
        self.elements = elements
        self.alert = alert
    }

    /// The text fields, from top to bottom.
    public var fields: [AppTextField] {
        elements.compactMap { if case .field(let field) = $0 { field } else { nil } }
    }
}

/// An element of a screen.
public enum AppElement: Hashable, Codable, Sendable {
    case text(AppText)
    case field(AppTextField)
    case button(AppButton)
}

/// A label.
public struct AppText: Hashable, Codable, Sendable {
    /// The role of a text.
    public enum Style: String, Hashable, Codable, Sendable, CaseIterable {
        case title, body, caption, error
    }

    /// The text.
    public var text: String
    /// The role of the text.
    public var style: Style
    /// The meaning of the text. Only the system's browser sets it.
    package var note: BrowserNote?

    /// Creates a label.
    public init(_ text: String, style: Style = .body) {
        self.text = text
        self.style = style
    }

    /// A label of the browser.
    package init(_ note: BrowserNote, style: Style) {
        self.init(note.words, style: style)
        self.note = note
    }
}

/// A button.
public struct AppButton: Hashable, Codable, Sendable {
    /// The appearance of a button.
    public enum Style: String, Hashable, Codable, Sendable, CaseIterable {
        case plain, prominent, destructive
        /// `ASAuthorizationAppleIDButton`, in its three styles.
        case appleBlack, appleWhite, appleWhiteOutline
    }

    /// The identifier, unique on its screen.
    public var id: String
    /// The label.
    public var title: String
    /// The appearance.
    public var style: Style
    /// Whether the user can press it.
    public var isEnabled: Bool
    /// The corner radius in points; nil for the style's default.
    public var cornerRadius: Double?

    /// Creates a button.
    public init(_ id: String, title: String, style: Style = .plain, isEnabled: Bool = true, cornerRadius: Double? = nil) {
        self.id = id
        self.cornerRadius = cornerRadius
        self.title = title
        self.style = style
        self.isEnabled = isEnabled
    }
}

/// A message that the user must answer before the app continues.
public struct AppAlert: Hashable, Codable, Sendable {
    /// The title.
    public var title: String
    /// The message.
    public var message: String
    /// The titles of the buttons; at least one.
    public var buttons: [String]

    /// Creates an alert.
    public init(title: String, message: String, buttons: [String] = ["OK"]) {
        self.title = title
        self.message = message
        self.buttons = buttons
    }
}

/// A text field: `UITextField` as a value.
public struct AppTextField: Hashable, Codable, Sendable {
    /// The kind of view that accepts the text.
    public enum View: String, Hashable, Codable, Sendable, CaseIterable {
        /// `UITextField`.
        case textField
        /// `UITextView`.
        case textView
        /// A custom view that adopts `UITextInput`.
        case textInput
    }

    /// The type of keyboard.
    public enum Keyboard: String, Hashable, Codable, Sendable, CaseIterable {
        case standard, emailAddress, numberPad
    }

    /// The identifier, for as long as the field exists. If a field is removed and added again with the same identifier, the
    /// system considers it the same field.
    public var id: String
    /// The label next to the field.
    public var label: String
    /// The placeholder of an empty field.
    public var placeholder: String
    /// The current text.
    public var text: String
    /// Whether the text is hidden: `isSecureTextEntry`.
    public var isSecure: Bool
    /// The raw value of `UITextContentType`: `username`, `password`, `new-password`, `one-time-code`, `email`. Nil if the app
    /// does not set one.
    public var textContentType: String?
    /// The descriptor of `UITextInputPasswordRules`.
    public var passwordRules: String?
    /// The type of keyboard.
    public var keyboard: Keyboard
    /// The kind of view that accepts the text.
    public var view: View
    /// Whether the app shows a custom input view instead of the keyboard.
    public var hasCustomInputView: Bool
    /// Whether the user can tap into the field. AutoFill can focus it in either case.
    public var canBecomeFirstResponder: Bool

    /// Creates a field.
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
