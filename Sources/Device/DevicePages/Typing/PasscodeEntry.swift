import DeviceSimulator
import Markup

/// Where the passcode is typed: a field, and with script a pad of digits below it.
struct PasscodeEntry {
    let stand: Stand
    let label: String

    init(_ stand: Stand, label: String) {
        self.stand = stand
        self.label = label
    }

    var html: HTML {
        div(.class("passcode")) {
            div(.class("passcode-line")) {
                Markup.label(.class("visually-hidden"), .for(stand.id("passcode"))) { label }
                input(
                    .type(.text), .id(stand.id("passcode")), .name(PageField.passcode.rawValue), .class("secure"),
                    .inputmode(.numeric), .autocomplete(.off), .autocapitalizeNone, .spellcheckOff,
                    .data("submits", Composition.passcode.rawValue))
                composingButton(.passcode, class: "enter", spoken: "Enter the passcode") { Glyph.check.html }
            }
            // The field takes a keyboard; the pad is for who points.
            div(.class("pad", "for-script"), .aria(.hidden, "true")) {
                for digit in ["1", "2", "3", "4", "5", "6", "7", "8", "9", "", "0", "erase"] {
                    switch digit {
                    case "": span {}
                    case "erase":
                        span(.class("pad-key", "erase"), .data("key-of", stand.id("passcode")), .data("types", "erase")) {
                            Glyph.erase.html
                        }
                    default: span(.class("pad-key"), .data("key-of", stand.id("passcode")), .data("types", digit)) { digit }
                    }
                }
            }
            if let passcode = stand.passcode { p(.class("whisper")) { "It is \(passcode)." } }
        }
    }
}
