import AppTexts
import DeviceScreens

/// One page of the app, and the text of its fields.
@MainActor
class Page {
    var form: [String: String] = [:]
    var failure = ""
    /// Whether a request is running.
    var isBusy = false
    /// The texts in the language of the device.
    let texts: AppTexts

    init(_ texts: AppTexts) {
        self.texts = texts
    }

    /// The title, fields, labels and buttons of the page.
    var title: String { "" }
    var elements: [AppElement] { [] }
    /// The button that the Return key presses.
    var primaryButton: String? { nil }
    /// The message that the next page shows after success.
    var thanks: String { "" }
    /// Whether the required fields are filled.
    var isComplete: Bool { true }

    final var screen: AppScreen {
        let error: [AppElement] = failure.isEmpty ? [] : [.text(AppText(failure, style: .error))]
        return AppScreen(title: title, elements: elements + error)
    }

    final func accepts(_ button: String) -> Bool { button != primaryButton || isComplete }

    final func has(_ fields: String...) -> Bool { fields.allSatisfy { !(form[$0] ?? "").isEmpty } }

    final func field(
        _ id: String, _ label: MotivationText, _ type: String, isSecure: Bool = false, rules: String? = nil,
        keyboard: AppTextField.Keyboard = .standard
    ) -> AppElement {
        .field(
            AppTextField(
                id, label: texts(label), text: form[id] ?? "", isSecure: isSecure, textContentType: type, passwordRules: rules,
                keyboard: keyboard))
    }

    final func button(_ id: String, _ title: MotivationText) -> AppElement {
        let isPrimary = id == primaryButton
        return .button(
            AppButton(id, title: texts(title), style: isPrimary ? .prominent : .plain, isEnabled: !isBusy && accepts(id)))
    }
}

/// The identifiers of the fields.
enum Field {
    static let user = "user-name"
    static let password = "password"
    static let newPassword = "new-password"
    static let code = "code"
}

/// The identifiers of the buttons.
enum Button {
    static let logIn = "log-in"
    static let signUp = "sign-up"
    static let change = "change-password"
    static let verify = "verify"
    static let logOut = "log-out"
    static let toSignUp = "to-sign-up"
    static let toCode = "to-code"
    static let toChange = "to-change-password"
    static let another = "another"
    static let cancel = "cancel"
}
