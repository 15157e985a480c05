package import PasswordRules

/// What a screen knows of an input beside what tells its purpose: the part of a ``ScreenField`` that changes while it is used.
package struct ScreenInput: Hashable, Sendable {
    package let id: FieldID
    package var text: PrivateText
    /// Its own rules for new passwords.
    package var rules: PasswordRules?
    package var view: ScreenField.View
    /// Whether the app puts an input view of its own in the place of the keyboard.
    package var hasCustomInputView: Bool

    package init(
        id: FieldID, text: PrivateText = PrivateText(""), rules: PasswordRules? = nil, view: ScreenField.View = .textField,
        hasCustomInputView: Bool = false
    ) {
        self.id = id
        self.text = text
        self.rules = rules
        self.view = view
        self.hasCustomInputView = hasCustomInputView
    }
}

extension InputScreen {
    /// A screen whose inputs are classified by what they and their surroundings say.
    ///
    /// - Parameters:
    ///   - page: the description of the screen or page.
    ///   - inputs: for each of its fields, in the same order; what has no counterpart on the other side is left out.
    ///   - user: the account that the screen shows without a field for it.
    package init(_ place: InputPlace, describedBy page: FormPage, inputs: [ScreenInput], user: String? = nil) {
        let fields = zip(page.classify(), inputs).map { classified, input in
            ScreenField(
                id: input.id, type: classified.type, text: input.text, rules: input.rules(within: classified.field),
                view: input.view,
                hasCustomInputView: input.hasCustomInputView,
                isEditable: classified.field.isEditable && classified.field.isVisible)
        }
        self.init(place, fields: fields, user: user)
    }
}

extension ScreenInput {
    /// The rules, and what the field itself says of lengths: a strong password that was cut off by its field would be another one.
    fileprivate func rules(within field: FormField) -> PasswordRules? {
        guard let length = field.maximumLength.flatMap(RuleNumber.init(exactly:)) else { return rules }
        var bounded = rules ?? PasswordRules()
        bounded.maxLength = min(bounded.maxLength ?? length, length)
        return bounded
    }
}
