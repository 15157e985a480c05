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
    /// The text is put into the field, in the place of what was there. An app is asked or told by the method of its view (`ScreenTextDelegate`,
    /// `ScreenTextInput`) and hears of the change afterwards; where its delegate refuses, the field keeps its text.
    case setText(FieldID, PrivateText)
}

extension FillEffect {
    /// What happens when `text` is filled into a field.
    static func filling(_ field: ScreenField, with text: PrivateText) -> [FillEffect] {
        [.makeFirstResponder(field.id), .setText(field.id, text)]
    }
}
