public import Foundation

/// The text delegate of an app: asked before the keyboard or AutoFill changes the text of a field, as `UITextFieldDelegate` and `UITextViewDelegate` are.
///
/// Adopt it in the ``ScreenController``. Where it allows the change, the controller receives ``AppEvent/changed(field:text:)``; where it does not, the field keeps
/// its text and nothing follows. Ranges count UTF-16 code units of the text in the field. AutoFill replaces all of it in one change.
@MainActor
public protocol ScreenTextDelegate: AnyObject {
    /// `textField(_:shouldChangeCharactersIn:replacementString:)`, for a field of the kind ``AppTextField/View/textField``. True by default.
    func textField(_ field: String, shouldChangeCharactersIn range: NSRange, replacementString string: String) -> Bool

    /// `textView(_:shouldChangeTextIn:replacementText:)`, for a field of the kind ``AppTextField/View/textView``. True by default.
    func textView(_ field: String, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool
}

extension ScreenTextDelegate {
    /// Allows the change.
    public func textField(_ field: String, shouldChangeCharactersIn range: NSRange, replacementString string: String) -> Bool {
        true
    }

    /// Allows the change.
    public func textView(_ field: String, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool { true }
}

/// An app whose fields of the kind ``AppTextField/View/textInput`` hold their text themselves, as views that adopt `UITextInput` do.
///
/// Adopt it in the ``ScreenController``. The methods put the text into ``ScreenController/screen``; after a change the controller receives
/// ``AppEvent/changed(field:text:)`` with what stands there. An app that does not adopt it receives the event alone.
@MainActor
public protocol ScreenTextInput: AnyObject {
    /// `insertText(_:)` of `UIKeyInput`: at the end of the text.
    func insertText(_ text: String, into field: String)

    /// `replace(_:withText:)` of `UITextInput`, by UTF-16 code units.
    func replace(_ range: NSRange, in field: String, withText text: String)
}

extension ScreenController {
    /// Takes an event of the device: text goes through the app's delegate first, as within UIKit. Text for a field that is gone is dropped.
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

/// One change of a text: what is replaced, and by what.
private struct TextChange {
    let range: NSRange
    let replacement: String
    /// Nothing is replaced, and the new text follows the old.
    let isAppending: Bool

    /// The part in which two texts differ, as a keystroke changes it.
    init(from old: String, to new: String) {
        let start = zip(old, new).prefix { $0 == $1 }.count
        let (oldRest, newRest) = (old.dropFirst(start), new.dropFirst(start))
        let end = zip(oldRest.reversed(), newRest.reversed()).prefix { $0 == $1 }.count
        range = NSRange(location: old.prefix(start).utf16.count, length: oldRest.dropLast(end).utf16.count)
        replacement = String(newRest.dropLast(end))
        isAppending = oldRest.isEmpty
    }

    /// All of a text.
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
