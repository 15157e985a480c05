public import Foundation

/// The text delegate of an app. It approves each text change by the keyboard or AutoFill, as `UITextFieldDelegate` and
/// `UITextViewDelegate` do.
///
/// Adopt it in the ``ScreenController``. If it allows the change, the controller receives ``AppEvent/changed(field:text:)``;
/// otherwise the field keeps its text, and the controller receives nothing. Ranges count UTF-16 code units of the field's text.
/// AutoFill replaces the whole text in one change.
@MainActor
public protocol ScreenTextDelegate: AnyObject {
    /// `textField(_:shouldChangeCharactersIn:replacementString:)`, for a field of kind ``AppTextField/View/textField``. True by
    /// default.
    func textField(_ field: String, shouldChangeCharactersIn range: NSRange, replacementString string: String) -> Bool

    /// `textView(_:shouldChangeTextIn:replacementText:)`, for a field of kind ``AppTextField/View/textView``. True by default.
    func textView(_ field: String, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool
}

extension ScreenTextDelegate {
    /// Allows every change.
    public func textField(_ field: String, shouldChangeCharactersIn range: NSRange, replacementString string: String) -> Bool {
        true
    }

    /// Allows every change.
    public func textView(_ field: String, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool { true }
}

/// An app whose fields of kind ``AppTextField/View/textInput`` manage their text themselves, as views that adopt `UITextInput`
/// do.
///
/// Adopt it in the ``ScreenController``. The methods change the text in ``ScreenController/screen``; afterwards the controller
/// receives ``AppEvent/changed(field:text:)`` with the new text. An app that does not adopt it receives only the event.
@MainActor
public protocol ScreenTextInput: AnyObject {
    /// `insertText(_:)` of `UIKeyInput`: appends to the text.
    func insertText(_ text: String, into field: String)

    /// `replace(_:withText:)` of `UITextInput`, by UTF-16 code units.
    func replace(_ range: NSRange, in field: String, withText text: String)
}

extension ScreenController {
    /// Handles an event of the device. Text first goes to the app's delegate, as in UIKit; text for a missing field is dropped.
    package func take(_ event: AppEvent) {
        switch event {
        case .changed(let field, let text): put(text, into: field) { TextChange(from: $0, to: text) }
        case .filled(let field, let text): put(text, into: field) { TextChange(replacing: $0, by: text) }
        default: receive(event)
        }
    }

    private func put(_ text: String, into id: String, _ change: (String) -> TextChange) {
        guard let field = screen.field(id) else { return }
        let change = change(field.text)
        let delegate = self as? any ScreenTextDelegate
        switch field.view {
        case .textField:
            let isAllowed = delegate?.textField(id, shouldChangeCharactersIn: change.range, replacementString: change.replacement)
            if isAllowed == false { return }
        case .textView:
            let isAllowed = delegate?.textView(id, shouldChangeTextIn: change.range, replacementText: change.replacement)
            if isAllowed == false { return }
        case .textInput:
            guard let input = self as? any ScreenTextInput else { break }
            if change.isAppending {
                input.insertText(change.replacement, into: id)
            } else {
                input.replace(change.range, in: id, withText: change.replacement)
            }
            if let held = screen.field(id)?.text, held != field.text { receive(.changed(field: id, text: held)) }
            return
        }
        receive(.changed(field: id, text: text))
    }
}

/// A text change: the replaced range and the new text.
private struct TextChange {
    let range: NSRange
    let replacement: String
    /// Whether the change only appends text.
    let isAppending: Bool

    /// Creates the smallest change from one text to the other, as a keystroke makes it.
    init(from old: String, to new: String) {
        let start = zip(old, new).prefix { $0 == $1 }.count
        let (oldRest, newRest) = (old.dropFirst(start), new.dropFirst(start))
        let end = zip(oldRest.reversed(), newRest.reversed()).prefix { $0 == $1 }.count
        range = NSRange(location: old.prefix(start).utf16.count, length: oldRest.dropLast(end).utf16.count)
        replacement = String(newRest.dropLast(end))
        isAppending = oldRest.isEmpty
    }

    /// Replaces the whole text.
    init(replacing old: String, by new: String) {
        range = NSRange(location: 0, length: old.utf16.count)
        replacement = new
        isAppending = old.isEmpty
    }
}

extension AppScreen {
    fileprivate func field(_ id: String) -> AppTextField? {
        for case .field(let field) in elements where field.id == id { return field }
        return nil
    }
}
