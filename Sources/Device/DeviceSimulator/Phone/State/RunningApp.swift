import AssociatedDomains
import DeviceScreens
import PasswordManager
import PasswordRules

/// A process of an app: its screen, and the events that it received.
struct RunningApp {
    /// The stage of the app.
    enum Stage: Hashable, Sendable, CaseIterable {
        case active
        /// The app is in front, below an overlay of the system.
        case inactive
        case background
    }

    let launch: Int
    /// The stage of the app. An app starts in front, and receives no event for that before it is active.
    var stage = Stage.inactive
    /// The first responder.
    var focus: String?
    /// The last screen that was checked for a successful sign-in.
    var observed: AppScreen?
    /// The suggested strong password, for as long as the fields stay the same.
    var strong: (fields: [AppTextField], suggestion: StrongPasswordSuggestion)?

    /// The user name and password that AutoFill filled in last, by field.
    var filled: [String: PrivateText] = [:]

    /// The number of sent and of handled events.
    private(set) var sent = 0
    private(set) var handled = 0
    private var shown: AppScreen?
    /// The texts of fields that the app has not handled yet.
    private var edits: [String: (text: String, event: Int)] = [:]
    /// The event with the answer to the app's alert: the alert closes before the app handles it.
    private var alertAnswer: Int?

    init(launch: Int) {
        self.launch = launch
    }

    /// The visible screen: the app's screen, with text that was typed since.
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

    /// The fields with the unchanged strong password.
    var strongPasswordFields: [String] {
        guard let strong, let screen else { return [] }
        return strong.suggestion.fields.map(\.rawValue).filter { screen.field($0)?.text == strong.suggestion.password.exposed }
    }

    /// The fields with the unchanged user name and password that AutoFill filled in, sorted.
    var filledFields: [String] {
        guard let screen else { return [] }
        return filled.filter { screen.field($0.key)?.text == $0.value.exposed }.keys.sorted()
    }

    /// Counts a sent event.
    mutating func count(_ event: AppEvent) {
        sent += 1
        switch event {
        case .changed(let field, let text), .filled(let field, let text): edits[field] = (text, sent)
        case .answeredAlert: alertAnswer = sent
        default: break
        }
    }

    /// Shows a new screen of the app.
    mutating func show(_ screen: AppScreen) {
        if let shown, shown.page != screen.page {
            // A different page, possibly of a different site, even if its fields have the same identifiers.
            (focus, strong, filled, edits) = (nil, nil, [:], [:])
        }
        shown = screen
        if let focus, screen.field(focus) == nil { self.focus = nil }
        // The next account gets a different password.
        if let strong, !strong.fields.allSatisfy({ screen.field($0.id) != nil }) { self.strong = nil }
    }

    /// Discards typed text and alert answers that the app has handled, so that the app's own screen is shown.
    mutating func handle(_ count: Int) {
        handled = min(max(handled, count), sent)
        edits = edits.filter { $0.value.event > handled }
        if let answer = alertAnswer, answer <= handled { alertAnswer = nil }
    }
}

extension AppScreen {
    var buttons: [AppButton] {
        elements.compactMap { if case .button(let button) = $0 { button } else { nil } }
    }

    func field(_ id: String) -> AppTextField? { fields.first { $0.id == id } }

    /// Returns the inputs of the screen for AutoFill. The type of each input depends on the whole screen.
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

    /// The parts of its password rules that password generation ignores.
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
                return ignored + ["\(place) are ignored, as on iOS, and the system’s default rules are used."]
            }
            _ = try PasswordGenerator(rules: parsed.rules)
            return ignored
        } catch {
            return ["\(place) are ignored, and the system’s default rules are used: \(error.reason)"]
        }
    }

    fileprivate var input: ScreenInput {
        ScreenInput(
            id: FieldID(rawValue: id), text: PrivateText(text),
            rules: passwordRules.flatMap { (descriptor) -> PasswordRules? in try? PasswordRules.parse(descriptor).rules },
            hasCustomInputView: hasCustomInputView)
    }

    /// The raw values of `UITextContentType` that differ from the constants' names.
    private static let constants = ["new-password": "newPassword", "one-time-code": "oneTimeCode", "email": "emailAddress"]
}

/// The properties of an installed app that the screen needs.
struct AppDescription: Hashable, Sendable {
    let identifier: AppIdentifier
    let name: String
    /// The app's reason to use Face ID in other languages, by BCP 47 tag.
    var faceReasons: [String: String] = [:]

    var id: String { identifier.description }
}
