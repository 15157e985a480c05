import Markup
import Texts

/// A shortcut of the keyboard for a phone: three keys at once, so that it does not collide with typing. The script presses the
/// button that names the keys in `aria-keyshortcuts`, on the phone that was used last.
enum PhoneShortcut: String, CaseIterable {
    case home = "H"
    case lock = "L"
    case owner = "F"
    case someoneElse = "O"
    case network = "N"

    /// The keys, as `aria-keyshortcuts` names them (WAI-ARIA 1.2).
    var keys: String { "Alt+Shift+\(rawValue)" }

    fileprivate var text: PhoneText {
        switch self {
        case .home: .homeScreen
        case .lock: .lockDevice
        case .owner: .yourFace
        case .someoneElse: .someoneElse
        case .network: .network
        }
    }
}

/// The list of all shortcuts, collapsed until the user opens it. Shortcuts need the script.
struct ShortcutList {
    let reader: ReaderFormat

    var html: HTML {
        details(.class("shortcuts", "for-script")) {
            summary { reader.text(.keyboardShortcuts) }
            dl {
                for shortcut in PhoneShortcut.allCases { row(shortcut.keys, shortcut.text) }
                row("Escape", .shortcutEscape)
                row("Alt+Shift+1–9", .shortcutPhone)
            }
        }
    }

    @HTMLBuilder private func row(_ keys: String, _ text: PhoneText) -> HTML {
        dt { bdi(.dir(.leftToRight)) { keys } }
        dd { reader.text(text) }
    }
}
