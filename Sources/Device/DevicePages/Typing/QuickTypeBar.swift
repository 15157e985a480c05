import DeviceSimulator
import Markup

/// What the device offers to fill in.
struct QuickTypeBar {
    let keyboard: PhoneView.Keyboard

    init(_ keyboard: PhoneView.Keyboard) {
        self.keyboard = keyboard
    }

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
        case .ownPassword: lines(.pencil, "Choose My Own Password", "The strong one is removed")
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
