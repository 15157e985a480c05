import DeviceSimulator
import Markup

/// The list behind the key: all passwords, those that belong here first.
struct PasswordListPanel {
    let list: PhoneView.PasswordList
    let stand: Stand

    init(_ list: PhoneView.PasswordList, stand: Stand) {
        self.list = list
        self.stand = stand
    }

    var html: HTML {
        div(.class("sheet", "tall"), .role(.dialog), .aria(.modal, "true"), .aria(.labelledby, stand.id("passwords"))) {
            actionButton(.closePasswordList, class: "corner") { "Cancel" }
            h3(.id(stand.id("passwords"))) { "Passwords" }
            if list.entries.isEmpty, list.providers.isEmpty { p(.class("message")) { "No password is saved on this device." } }
            entries(title: "For this app", isForHere: true)
            entries(title: "Other passwords", isForHere: false)
            providers
        }
    }

    @HTMLBuilder private var providers: HTML {
        if !list.providers.isEmpty {
            p(.class("cells-title")) { "Other apps" }
            div(.class("cells")) {
                for (index, name) in list.providers.enumerated() {
                    let place = list.entries.count + index
                    actionButton(.chooseFromList(place), class: "cell", .data("entry", String(place))) {
                        span(.class("tile", "small", "dark"), .aria(.hidden, "true")) { Glyph.key.html }
                        span(.class("what")) { bdi { "\(name)…" } }
                    }
                }
            }
        }
    }

    @HTMLBuilder private func entries(title text: String, isForHere: Bool) -> HTML {
        let found = list.entries.enumerated().filter { $0.element.isForHere == isForHere }
        if !found.isEmpty {
            p(.class("cells-title")) { text }
            div(.class("cells")) {
                for (index, entry) in found {
                    actionButton(.chooseFromList(index), class: "cell", .data("entry", String(index))) {
                        span(.class("tile", "small", "site"), .aria(.hidden, "true")) { Glyph.globe.html }
                        span(.class("what")) {
                            strong { bdi { entry.user } }
                            small { bdi { entry.site } }
                            if let warning = entry.warning {
                                small(.class("warning")) {
                                    Glyph.warning.html
                                    bdi { warning }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
