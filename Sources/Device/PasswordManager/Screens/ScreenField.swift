package import PasswordRules

/// An input as it stands on the screen: what it asks for, and what stands in it.
package struct ScreenField: Hashable, Sendable {
    /// What takes the text, which decides how the app hears of it.
    package enum View: String, Hashable, Sendable, CaseIterable {
        /// `UITextField`.
        case textField
        /// `UITextView`.
        case textView
        /// A view of the app's own that adopts `UITextInput`.
        case textInput
        /// An input of a web page.
        case pageInput
    }

    package let id: FieldID
    /// What it asks for, as the classification of its page says.
    package let type: FieldType
    package let text: PrivateText
    /// Its own rules for new passwords (`passwordRules`, `passwordrules`).
    package let rules: PasswordRules?
    package let view: View
    /// Whether the app puts an input view of its own in the place of the keyboard. Nothing can then be offered.
    package let hasCustomInputView: Bool
    /// Whether the person can type into it. What stands in other fields is saved, but nothing is filled into them.
    package let isEditable: Bool

    package init(
        id: FieldID, type: FieldType, text: PrivateText = PrivateText(""), rules: PasswordRules? = nil, view: View = .textField,
        hasCustomInputView: Bool = false, isEditable: Bool = true
    ) {
        self.id = id
        self.type = type
        self.text = text
        self.rules = rules
        self.view = view
        self.hasCustomInputView = hasCustomInputView
        self.isEditable = isEditable
    }

    /// Whether anything can be offered for it and filled into it.
    var isFillable: Bool { isEditable && !hasCustomInputView }
}
