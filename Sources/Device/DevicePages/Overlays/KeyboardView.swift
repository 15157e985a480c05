import DeviceScreens
import DeviceSimulator
import Markup
import Texts

/// The keyboard, with the QuickType bar above it.
///
/// The drawn keys are for a pointer, and need the script. With a hardware keyboard, the user types into the field directly.
struct KeyboardView {
    let keyboard: PhoneView.Keyboard
    let field: AppTextField?
    let isCovered: Bool
    private let reader: ReaderFormat

    init(_ keyboard: PhoneView.Keyboard, pagePhone: PagePhone, isCovered: Bool) {
        self.keyboard = keyboard
        reader = pagePhone.reader
        self.isCovered = isCovered
        field =
            pagePhone.view.appScreen?.elements.lazy.compactMap { element in
                if case .field(let field) = element, field.id == keyboard.field { field } else { nil }
            }.first
    }

    var html: HTML {
        div(
            .class("keyboard"), .role(.group), .aria(.label, reader.text(.keyboard)), .data("key", "keyboard"),
            .data("for", keyboard.field),
            isCovered ? .inert : nil
        ) {
            QuickTypeBar(keyboard: keyboard, reader: reader).html
            keys
        }
    }

    @HTMLBuilder private var keys: HTML {
        if field?.hasCustomInputView == true {
            div(.class("keys", "custom"), .data("key", "custom")) {
                p(.class("custom-note")) { reader.text(.customInput) }
                pad
            }
        } else if field?.keyboard == .numberPad {
            div(.class("keys", "numbers"), .data("key", "numbers"), .aria(.hidden, "true")) { pad }
        } else {
            div(.class("keys", "letters"), .dir(.leftToRight), .data("key", "letters"), .aria(.hidden, "true")) {
                layer("abc", ["qwertyuiop", "asdfghjkl", "zxcvbnm"], switchesTo: "123")
                layer("123", ["1234567890", "-/:;()$&@\"", ".,?!'#*+="], switchesTo: "abc")
            }
        }
    }

    private var pad: HTML {
        div(.class("pad"), .dir(.leftToRight), .aria(.hidden, "true")) {
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
                    key(" ", reader.text(.keySpace))
                    key("@", "@")
                    key(".", ".")
                } else {
                    key(" ", reader.text(.keySpace))
                }
                key("return", reader.text(.keyReturn))
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
    let reader: ReaderFormat

    var html: HTML {
        div(.class("bar"), .role(.group), .aria(.label, reader.text(.suggestions))) {
            // Two are next to each other, with their whole names.
            div(.class("suggestions")) {
                for (index, suggestion) in keyboard.suggestions.enumerated() {
                    actionButton(
                        .chooseSuggestion(index), class: "suggestion", .data("suggestion", String(index))
                    ) { html(suggestion) }
                }
            }
            if keyboard.hasKey {
                actionButton(.openPasswordList, class: "bar-button", spoken: reader.text(.passwords)) { Glyph.key.html }
            }
            actionButton(.focus(field: nil), class: "bar-button", spoken: reader.text(.hideKeyboard), leaves: true) {
                Glyph.down.html
            }
        }
    }

    @HTMLBuilder private func html(_ suggestion: PhoneView.Suggestion) -> HTML {
        switch suggestion {
        case .passkey(let user, let site): lines(.key, .ofApp(user), .message(.passkeyFor(site: site)))
        case .credential(let user, let site): lines(.key, .ofApp(user), .message(.suggestionFor(site: site)))
        case .strongPassword(let password): lines(.lock, .text(.useStrongPassword), .ofApp(password))
        case .ownPassword: lines(.pencil, .text(.chooseOwnPassword), .text(.removesStrongPassword))
        case .provided(let user, let provider, let isCode):
            lines(isCode ? .message : .key, .ofApp(user), .message(.suggestionFrom(app: provider)))
        case .code(let code, let sender, let site):
            lines(
                .message, .ofApp(code),
                .message(site.map { PhoneMessage.codeFromFor(sender: sender, site: $0) } ?? .codeFrom(sender: sender)))
        case .mailedCode(let code, let site):
            lines(
                .envelope, .ofApp(code),
                site.map { Sentence.message(.codeFromMailFor(site: $0)) } ?? .text(.codeFromMail))
        }
    }

    @HTMLBuilder private func lines(_ glyph: Glyph, _ first: Sentence, _ second: Sentence) -> HTML {
        glyph.html
        span(.class("what")) {
            strong { reader.html(first) }
            small { reader.html(second) }
        }
    }
}
