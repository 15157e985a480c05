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
