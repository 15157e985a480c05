import DeviceSimulator
import Markup

/// The passwords in Settings, once the person proved who they are.
struct PasswordsPage {
    let settings: PhoneView.SettingsView

    init(_ settings: PhoneView.SettingsView) {
        self.settings = settings
    }

    @HTMLBuilder var html: HTML {
        if settings.arePasswordsShown {
            if settings.passwords.isEmpty {
                p(.class("footnote")) { "No password is saved on this device." }
            } else {
                div(.class("cells")) {
                    for password in settings.passwords { row(password) }
                }
            }
        } else {
            div(.class("closed")) {
                span(.class("padlock"), .aria(.hidden, "true")) { Glyph.lock.html }
                p { "Passwords are locked." }
                actionButton(.openSettings(.passwords), class: "app-button plain") { "View Passwords" }
            }
        }
    }

    private func row(_ password: PhoneView.SettingsView.Password) -> HTML {
        details(.class("password"), .data("key", password.id)) {
            summary(.class("cell")) {
                span(.class("tile", "small", "site"), .aria(.hidden, "true")) { Glyph.globe.html }
                span(.class("what")) {
                    strong { bdi { password.site } }
                    small { bdi { password.user } }
                }
                Glyph.down.html
            }
            dl {
                dt { "User name" }
                dd { bdi { password.user } }
                dt { "Password" }
                dd(.class("mono")) { bdi { password.password } }
                if let used = password.lastUsed {
                    dt { "Last used" }
                    dd { "\(ClockText(used).day), \(ClockText(used).time)" }
                }
            }
            actionButton(
                .deletePassword(id: password.id), class: "small destructive", spoken: "Delete the password of \(password.user)"
            ) { "Delete Password" }
        }
    }
}
