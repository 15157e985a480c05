import AssociatedDomains
import DeviceScreens
import PasswordManager
import PasswordRules

extension AppScreen {
    /// The inputs of the screen as AutoFill sees them: what each asks for is found out from all of it.
    func inputs(of app: AppIdentifier) -> InputScreen {
        let page = FormPage(screen: title, buttons: buttons.map(\.title), fields: fields.map(\.described))
        return InputScreen(.app(app), describedBy: page, inputs: fields.map(\.input))
    }
}

extension AppTextField {
    fileprivate var described: FormField {
        FormField(
            id: id, textContentType: textContentType.flatMap { Self.constants[$0] ?? $0 }, isSecure: isSecure,
            keyboard: keyboard == .standard ? nil : keyboard.rawValue, placeholder: placeholder, labels: [label],
            hasPasswordRules: passwordRules != nil)
    }

    /// What of its password rules is not kept to when a password is made.
    var ruleRemarks: [String] {
        guard let passwordRules else { return [] }
        let place = "The password rules of “\(label)”"
        do throws(PasswordRulesError) {
            let parsed = try PasswordRules.parse(passwordRules)
            let ignored = parsed.diagnostics.filter { $0.severity > .info }.map { diagnostic in
                let byte = diagnostic.range.map { " (byte \($0.lowerBound))" } ?? ""
                return "\(place)\(byte): \(diagnostic.message) \(diagnostic.remedy)"
            }
            guard parsed.rules.isHonoredByIOS else {
                return ignored + ["\(place) are ones that iOS does not keep to: its own are used."]
            }
            _ = try PasswordGenerator(rules: parsed.rules)
            return ignored
        } catch {
            return ["\(place) are left out, and the system’s own used: \(error.reason)"]
        }
    }

    fileprivate var input: ScreenInput {
        ScreenInput(
            id: FieldID(rawValue: id), text: PrivateText(text),
            rules: passwordRules.flatMap { (descriptor) -> PasswordRules? in try? PasswordRules.parse(descriptor).rules },
            view: kind, hasCustomInputView: hasCustomInputView)
    }

    private var kind: ScreenField.View {
        switch view {
        case .textField: .textField
        case .textView: .textView
        case .textInput: .textInput
        }
    }

    /// `UITextContentType`'s raw values, where they are not the names of the constants.
    private static let constants = ["new-password": "newPassword", "one-time-code": "oneTimeCode", "email": "emailAddress"]
}
