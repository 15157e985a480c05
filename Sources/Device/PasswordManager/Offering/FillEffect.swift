/// One thing that happens when a suggestion is taken, in the order of the list.
package enum FillEffect: Hashable, Sendable {
    /// The app is told `applicationWillResignActive(_:)`: the sheet for the face or the finger comes over it.
    case resignActive
    /// The person shows who they are, by face, finger or passcode. What comes next depends on it.
    case askPresence(reason: String)
    /// The app is told `applicationDidBecomeActive(_:)`.
    case becomeActive
    /// The field becomes first responder, even if the app does not let it.
    case makeFirstResponder(FieldID)
    /// The app is asked, or told, by the method of the view. Where it refuses, the next two effects on the field do not happen.
    case callDelegate(FieldID, DelegateCall)
    /// The text stands in the field, in the place of what was there.
    case setText(FieldID, PrivateText)
    /// `textDidChangeNotification` is posted; on a page, the events `input` and `change`.
    case notifyTextDidChange(FieldID)
    /// The fields show that they hold a strong password.
    case coverStrongPassword([FieldID])

    /// By which method an app hears that text is put into a view.
    package enum DelegateCall: String, Hashable, Sendable, CaseIterable {
        /// `UITextFieldDelegate.textField(_:shouldChangeCharactersIn:replacementString:)`.
        case textFieldShouldChange
        /// `UITextViewDelegate.textView(_:shouldChangeTextIn:replacementText:)`.
        case textViewShouldChange
        /// `UIKeyInput.insertText(_:)`, into an empty view.
        case insertText
        /// `UITextInput.replace(_:withText:)`, over what stands there.
        case replaceText
    }
}

extension FillEffect {
    /// What happens when `text` is filled into a field.
    static func filling(_ field: ScreenField, with text: PrivateText) -> [FillEffect] {
        var effects: [FillEffect] = [.makeFirstResponder(field.id)]
        switch field.view {
        case .textField: effects.append(.callDelegate(field.id, .textFieldShouldChange))
        case .textView: effects.append(.callDelegate(field.id, .textViewShouldChange))
        case .textInput: effects.append(.callDelegate(field.id, field.text.isEmpty ? .insertText : .replaceText))
        case .pageInput: break
        }
        return effects + [.setText(field.id, text), .notifyTextDidChange(field.id)]
    }
}
