import DeviceSimulator
import Foundation
import Markup

/// A button that does one thing: its value is the action, as the HTTP API takes it.
///
/// - Parameters:
///   - spoken: What it says to those who do not see it, in the place of its content.
///   - isEnabled: Whether it can be pressed.
///   - isOn: What it switches, and how that stands; nil for what is no switch.
func actionButton(
    _ action: PhoneAction, class names: String, spoken: String? = nil, isEnabled: Bool = true, isOn: Bool? = nil,
    _ extra: HTMLAttribute? = nil, @HTMLBuilder content: () -> HTML
) -> HTML {
    button(
        .type(.submit), .class(names), .name(PageField.action.rawValue), .value(action.json), spoken.map { .aria(.label, $0) },
        isEnabled ? nil : .disabled, isOn.map { _ in .role(.switch) }, isOn.map { .aria(.checked, $0 ? "true" : "false") }, extra,
        content: content)
}

/// A button whose action takes what was typed.
func composingButton(
    _ composition: Composition, class names: String, spoken: String? = nil, _ extra: HTMLAttribute? = nil,
    @HTMLBuilder content: () -> HTML
) -> HTML {
    button(
        .type(.submit), .class(names), .name(PageField.composition.rawValue), .value(composition.rawValue),
        spoken.map { .aria(.label, $0) }, extra, content: content)
}

extension PhoneAction {
    /// As JSON, the same text each time.
    package var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // An action holds nothing that JSON has no form for.
        guard let data = try? encoder.encode(self) else { return "" }
        return String(decoding: data, as: UTF8.self)
    }
}

/// The names of the fields that the forms of the page send.
enum PageField: String {
    /// A ``PhoneAction`` as JSON: what the button that was pressed does.
    case action
    /// What is put together from other fields of the form: a ``Composition``.
    case composition
    /// The number of the sheet that was answered, so that no other is.
    case sheet
    case givenName = "given-name"
    case familyName = "family-name"
    case emailChoice = "email-choice"
    case password, passcode, account
    case appPassword = "app-password"
    case accountCode = "account-code"
    /// One of the addresses of the Apple account, or a new one.
    case accountAddress = "account-address"
    /// Where the page in the web sheet leads.
    case address
    case sender, text, seconds, isOnline = "online"

    /// In front of the name of a field of the app's.
    static let ofApp = "field."
}

/// An action that a button cannot hold, because it takes what was typed.
enum Composition: String {
    /// The texts typed into the app's fields, and nothing else: what pressing Return does where no script runs.
    case fields
    case sheet, passcode, account, page
    case accountCode = "account-code"
    case accountUnlock = "account-unlock"
    case accountAddress = "account-address"
    case appPassword = "app-password"
}

/// The two answers to the question about the e-mail address.
enum EmailChoice: String {
    case share, hide
}
