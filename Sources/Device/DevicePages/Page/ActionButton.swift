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
