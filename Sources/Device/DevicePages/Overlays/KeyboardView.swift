import DeviceScreens
import DeviceSimulator
import Markup

/// The keyboard, with the QuickType bar above it.
///
/// The drawn keys are for a pointer, and need the script. With a hardware keyboard, the user types into the field directly.
struct KeyboardView {
    let keyboard: PhoneView.Keyboard
    let field: AppTextField?
    let isCovered: Bool

    init(_ keyboard: PhoneView.Keyboard, view: PhoneView, isCovered: Bool) {
        self.keyboard = keyboard
        self.isCovered = isCovered
        field =
            view.appScreen?.elements.lazy.compactMap { element in
                if case .field(let field) = element, field.id == keyboard.field { field } else { nil }
            }.first
    }

    var html: HTML {
        div(
            .class("keyboard"), .role(.group), .aria(.label, "Keyboard"), .data("key", "keyboard"), .data("for", keyboard.field),
            isCovered ? .inert : nil
        ) {
            QuickTypeBar(keyboard: keyboard).html
            keys
        }
    }

    @HTMLBuilder private var keys: HTML {
        if field?.hasCustomInputView == true {
            div(.class("keys", "custom"), .data("key", "custom")) {
                p(.class("custom-note")) { "This field uses the app’s own input view" }
                pad
            }
        } else if field?.keyboard == .numberPad {
            div(.class("keys", "numbers"), .data("key", "numbers"), .aria(.hidden, "true")) { pad }
        } else {
            div(.class("keys", "letters"), .data("key", "letters"), .aria(.hidden, "true")) {
                layer("abc", ["qwertyuiop", "asdfghjkl", "zxcvbnm"], switchesTo: "123")
                layer("123", ["1234567890", "-/:;()$&@\"", ".,?!'#*+="], switchesTo: "abc")
            }
        }
    }

    private var pad: HTML {
        div(.class("pad"), .aria(.hidden, "true")) {
            for digit in ["1", "2", "3", "4", "5", "6", "7", "8", "9"] { key(digit, digit) }
            span {}
            key("0", "0")
            key("erase", "") { Glyph.erase.html }
        }
    }

    private func layer(_ name: String, _ rows: [String], switchesTo other: String) -> HTML {
        div(.class("layer"), .data("layer", name)) {
            for (index, row) in rows.enumerated() {
                div(.class("row")) {
                    if index == 2 { key("shift", "") { Glyph.shift.html } }
                    for letter in row { key(String(letter), String(letter)) }
                    if index == 2 { key("erase", "") { Glyph.erase.html } }
                }
            }
            div(.class("row")) {
                key(other, other)
                if field?.keyboard == .emailAddress {
                    key(" ", "space")
                    key("@", "@")
                    key(".", ".")
                } else {
                    key(" ", "space")
                }
                key("return", "return")
            }
        }
    }

    private func key(_ types: String, _ label: String) -> HTML {
        key(types, label) { HTML(label) }
    }

    private func key(_ types: String, _ label: String, @HTMLBuilder content: () -> HTML) -> HTML {
        let width =
            ["shift", "erase", "123", "abc"].contains(types)
            ? "wide" : types == " " ? "space" : types == "return" ? "return" : "letter"
        return span(.class("key", width), .data("types", types), content: content)
    }
}

/// The suggestions of AutoFill for the focused field.
struct QuickTypeBar {
    let keyboard: PhoneView.Keyboard

    var html: HTML {
        div(.class("bar"), .role(.group), .aria(.label, "Suggestions")) {
            for (index, suggestion) in keyboard.suggestions.enumerated() {
                actionButton(
                    .chooseSuggestion(index), class: "suggestion", .data("suggestion", String(index))
                ) { html(suggestion) }
            }
            span(.class("bar-space")) {}
            if keyboard.hasKey {
                actionButton(.openPasswordList, class: "bar-button", spoken: "Passwords") { Glyph.key.html }
            }
            actionButton(.focus(field: nil), class: "bar-button", spoken: "Hide the keyboard") { Glyph.down.html }
        }
    }

    @HTMLBuilder private func html(_ suggestion: PhoneView.Suggestion) -> HTML {
        switch suggestion {
        case .credential(let user, let site): lines(.key, user, "for \(site)")
        case .strongPassword(let password): lines(.lock, "Use Strong Password", password)
        case .ownPassword: lines(.pencil, "Choose My Own Password", "Removes the strong password")
        case .provided(let user, let provider, let isCode): lines(isCode ? .message : .key, user, "from \(provider)")
        case .code(let code, let sender, let site): lines(.message, code, "From \(sender)" + (site.map { " for \($0)" } ?? ""))
        }
    }

    @HTMLBuilder private func lines(_ glyph: Glyph, _ first: String, _ second: String) -> HTML {
        glyph.html
        span(.class("what")) {
            strong { bdi { first } }
            small { bdi { second } }
        }
    }
}
