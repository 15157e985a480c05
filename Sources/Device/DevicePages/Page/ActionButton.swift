import DeviceSimulator
import Foundation
import Markup

/// Returns a button that performs one action. Its value is the action, in the HTTP API's form.
///
/// - Parameters:
///   - spoken: The accessibility label, instead of the content.
///   - isEnabled: Whether the user can press it.
///   - isOn: The state of a switch; nil if the button is not a switch.
///   - shortcut: The keys that press it; nil for none.
///   - leaves: Whether Escape presses it: it closes its dialog without an effect.
func actionButton(
    _ action: PhoneAction, class names: String, spoken: String? = nil, isEnabled: Bool = true, isOn: Bool? = nil,
    shortcut: PhoneShortcut? = nil, leaves: Bool = false, _ extra: HTMLAttribute? = nil, @HTMLBuilder content: () -> HTML
) -> HTML {
    let keys: HTMLAttribute? = shortcut.map { .aria(.keyshortcuts, $0.keys) }
    let leaving: HTMLAttribute? = leaves ? .data("leaves", "true") : nil
    return button(
        .type(.submit), .class(names), .name(PageField.action.rawValue), .value(action.json), spoken.map { .aria(.label, $0) },
        isEnabled ? nil : .disabled, isOn.map { _ in .role(.switch) }, isOn.map { .aria(.checked, $0 ? "true" : "false") }, keys,
        leaving, extra, content: content)
}

/// Returns a button whose action includes typed text.
func composingButton(
    _ composition: Composition, class names: String, spoken: String? = nil, _ extra: HTMLAttribute? = nil,
    @HTMLBuilder content: () -> HTML
) -> HTML {
    button(
        .type(.submit), .class(names), .name(PageField.composition.rawValue), .value(composition.rawValue),
        spoken.map { .aria(.label, $0) }, extra, content: content)
}

extension PhoneAction {
    /// The action as JSON. Equal actions have equal text.
    package var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Every part of an action has a JSON form.
        guard let data = try? encoder.encode(self) else { return "" }
        return String(decoding: data, as: UTF8.self)
    }
}

/// The names of the fields in the page's forms.
enum PageField: String {
    /// A ``PhoneAction`` as JSON: the action of the pressed button.
    case action
    /// A ``Composition``: an action that is composed of other fields of the form.
    case composition
    /// The number of the answered sheet. An answer to a different sheet is rejected.
    case sheet
    /// The number of the answered prompt; missing on a page without one. An answer to a different prompt is rejected.
    case prompt
    case givenName = "given-name"
    case familyName = "family-name"
    case emailChoice = "email-choice"
    case password, passcode, account
    case appPassword = "app-password"
    case accountCode = "account-code"
    /// An address of the Apple Account, or a new one.
    case accountAddress = "account-address"
    /// The contact for a new account: one of the user's, and one that the user typed instead.
    case contact
    case otherContact = "other-contact"
    /// The index of the app that saves the passkey of a new account; empty for the device.
    case passkeyPlace = "passkey-place"
    /// The new user name of a passkey.
    case passkeyUser = "passkey-user"
    /// The redirect address of the page in the web sheet.
    case address
    case sender, text, seconds, isOnline = "online"
    /// The text of a file with credentials.
    case file
    /// The current and the new PIN of the security key.
    case pin
    case newPIN = "new-pin"

    /// The prefix of the names of an app's fields.
    static let ofApp = "field."
}

/// An action that a button cannot contain, because it includes typed text.
enum Composition: String {
    /// The texts of the app's fields, without another action. Pressing Return sends them if no script runs.
    case fields
    case sheet, passcode, account, page
    case accountCode = "account-code"
    case accountUnlock = "account-unlock"
    case accountAddress = "account-address"
    case passkeyUser = "passkey-user"
    case appPassword = "app-password"
    case securityKeyPIN = "security-key-pin"
}

/// The choices for the email address.
enum EmailChoice: String {
    case share, hide
}
