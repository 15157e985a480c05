import AssociatedDomains
import DeviceScreens
import PasswordManager
import PasswordRules

/// A process of an app: what it shows, and what it has been told.
struct RunningApp {
    /// How far it is from the person.
    enum Stage: Hashable, Sendable, CaseIterable {
        case active
        /// In front, under something of the system's.
        case inactive
        case background
    }

    let launch: Int
    /// An app begins in front, and hears nothing of that before it is active.
    var stage = Stage.inactive
    /// The field that is first responder.
    var focus: String?
    /// The screen that was looked at last for what is to be saved.
    var observed: AppScreen?
    /// The strong password that is offered, as long as the fields are the same.
    var strong: (fields: [AppTextField], suggestion: StrongPasswordSuggestion)?

    /// Events that were sent, and that were handled.
    private(set) var sent = 0
    private(set) var handled = 0
    private var shown: AppScreen?
    /// What stands in fields before the app has heard of it.
    private var edits: [String: (text: String, event: Int)] = [:]
    /// The event that tells the app of the answer to its alert: the alert is gone before the app knows.
    private var alertAnswer: Int?

    init(launch: Int) {
        self.launch = launch
    }

    /// What stands on the screen: what the app shows, with what was typed since.
    var screen: AppScreen? {
        guard var screen = shown else { return nil }
        if alertAnswer != nil { screen.alert = nil }
        screen.elements = screen.elements.map { element in
            guard case .field(var field) = element, let edit = edits[field.id] else { return element }
            field.text = edit.text
            return .field(field)
        }
        return screen
    }

    /// The fields that hold the strong password untouched.
    var strongPasswordFields: [String] {
        guard let strong, let screen else { return [] }
        return strong.suggestion.fields.map(\.rawValue).filter { screen.field($0)?.text == strong.suggestion.password.exposed }
    }

    /// Counts an event that is sent.
    mutating func count(_ event: AppEvent) {
        sent += 1
        switch event {
        case .changed(let field, let text), .filled(let field, let text): edits[field] = (text, sent)
        case .answeredAlert: alertAnswer = sent
        default: break
        }
    }

    /// Takes what the app shows now.
    mutating func show(_ screen: AppScreen) {
        if let shown, shown.page != screen.page {
            // Of another page, and perhaps of another site, whatever its fields are called.
            (focus, strong, edits) = (nil, nil, [:])
        }
        shown = screen
        if let focus, screen.field(focus) == nil { self.focus = nil }
        // The next account gets a password of its own.
        if let strong, !strong.fields.allSatisfy({ screen.field($0.id) != nil }) { self.strong = nil }
    }

    /// From now on it is the app's word that counts for what it has heard of.
    mutating func handle(_ count: Int) {
        handled = min(max(handled, count), sent)
        edits = edits.filter { $0.value.event > handled }
        if let answer = alertAnswer, answer <= handled { alertAnswer = nil }
    }
}

extension AppScreen {
    var fields: [AppTextField] {
        elements.compactMap { if case .field(let field) = $0 { field } else { nil } }
    }

    var buttons: [AppButton] {
        elements.compactMap { if case .button(let button) = $0 { button } else { nil } }
    }

    func field(_ id: String) -> AppTextField? { fields.first { $0.id == id } }

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

/// An installed app, as far as the screen needs it.
struct AppDescription: Hashable, Sendable {
    let identifier: AppIdentifier
    let name: String

    var id: String { identifier.description }
}
