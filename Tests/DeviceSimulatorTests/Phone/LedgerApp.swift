import DeviceScreens
import Foundation

/// An app that logs every request and event as text below its fields.
///
/// Its settings: `view` (a kind of field), `form` (`signIn`, `signUp` or `code`), `held` (the fields' text), `rejects` (rejects
/// text).
@MainActor
final class LedgerApp: ScreenApp {
    nonisolated static let identifier = "ABCDE12345.com.example.ledger"

    var screenChanged: @MainActor () -> Void = {}
    private var fields: [AppTextField] = []
    private var ledger: [String] = []
    private let rejects: Bool

    init(launch: AppLaunch) {
        rejects = launch.settings["rejects"] != nil
        let view = launch.settings["view"].flatMap(AppTextField.View.init) ?? .textField
        let held = launch.settings["held"] ?? ""
        let kinds =
            switch launch.settings["form"] {
            case "signUp": [("new", "new-password"), ("again", "new-password")]
            case "code": [("code", "one-time-code")]
            default: [("user", "username"), ("password", "password")]
            }
        for (index, (id, type)) in kinds.enumerated() {
            // The user can only tap into the first field.
            fields.append(
                AppTextField(
                    id, label: id, text: held, textContentType: type, view: view, canBecomeFirstResponder: index == 0))
        }
    }

    var screen: AppScreen {
        AppScreen(
            title: "Ledger",
            elements: fields.map { .field($0) } + ledger.map { .text(AppText($0)) } + [.button(AppButton("go", title: "Go"))])
    }

    func receive(_ event: AppEvent) {
        switch event {
        case .willResignActive: ledger.append("resign")
        case .didBecomeActive: ledger.append("active")
        case .focused(let field?): ledger.append("focus \(field)")
        case .changed(let field, let text):
            ledger.append("changed \(field) \(text)")
            put(text, field)
        case .pressed: ledger = []
        default: break
        }
    }

    private func put(_ text: String, _ field: String) {
        for index in fields.indices where fields[index].id == field { fields[index].text = text }
    }
}

extension LedgerApp: ScreenTextDelegate, ScreenTextInput {
    func textField(_ field: String, shouldChangeCharactersIn range: NSRange, replacementString string: String) -> Bool {
        ledger.append("textField \(field) \(range.location)+\(range.length) \(string)")
        return !rejects
    }

    func textView(_ field: String, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool {
        ledger.append("textView \(field) \(range.location)+\(range.length) \(text)")
        return !rejects
    }

    func insertText(_ text: String, into field: String) {
        ledger.append("insertText \(field) \(text)")
        if !rejects { put((fields.first { $0.id == field }?.text ?? "") + text, field) }
    }

    func replace(_ range: NSRange, in field: String, withText text: String) {
        ledger.append("replace \(field) \(range.location)+\(range.length) \(text)")
        let old = fields.first { $0.id == field }?.text ?? ""
        if !rejects { put((old as NSString).replacingCharacters(in: range, with: text), field) }
    }
}
