import DeviceSimulator
import Markup

/// The Passwords page of Settings, after the user authenticated.
struct PasswordsPage {
    let settings: PhoneView.SettingsView

    @HTMLBuilder var html: HTML {
        if settings.arePasswordsShown {
            recommendations
            if settings.passwords.isEmpty, settings.passkeys.isEmpty {
                p(.class("footnote")) { "No password or passkey is saved on this device." }
            } else {
                div(.class("cells")) {
                    for passkey in settings.passkeys { row(passkey) }
                    for password in settings.passwords { row(password) }
                }
            }
            if !settings.neverSaved.isEmpty { neverSaved }
        } else {
            LockedPasswords(page: .passwords).html
        }
    }

    @HTMLBuilder private var neverSaved: HTML {
        p(.class("cells-title")) { "Never saved" }
        div(.class("cells")) {
            for site in settings.neverSaved {
                div(.class("cell"), .data("key", "never \(site)")) {
                    span(.class("what")) { strong { bdi { site } } }
                    actionButton(.askToSave(site: site), class: "small destructive", spoken: "Ask again for \(site)") { "Remove" }
                }
            }
        }
    }

    private var recommendations: HTML {
        div(.class("cells")) {
            actionButton(.openSettings(.recommendations), class: "cell") {
                span(.class("tile", "small", "orange"), .aria(.hidden, "true")) { Glyph.shield.html }
                span(.class("what")) { "Security Recommendations" }
                if let count = settings.recommendations?.count, count > 0 { span(.class("count")) { String(count) } }
                Glyph.forward.html
            }
        }
    }

    /// The possible outcomes of an interrupted password change, for the user to choose from.
    @HTMLBuilder private func possibleEnds(of password: PhoneView.SettingsView.Password) -> HTML {
        if !password.possibleEnds.isEmpty {
            p(.class("footnote")) {
                "A change of this account was interrupted. Sign in to find out which password works, then choose it here. Until then, nothing is deleted."
            }
            for (place, end) in password.possibleEnds.enumerated() {
                if case .newPassword(let new) = end {
                    p(.class("footnote")) {
                        "New: "
                        span(.class("mono")) { bdi { new } }
                    }
                }
                actionButton(
                    .settleChange(id: password.id, place), class: "small",
                    spoken: "\(end.title) for \(password.user) at \(password.site)"
                ) { end.title }
            }
        }
    }

    private func row(_ passkey: PhoneView.SettingsView.Passkey) -> HTML {
        details(.class("password"), .data("key", passkey.id)) {
            summary(.class("cell")) {
                span(.class("tile", "small", "site"), .aria(.hidden, "true")) { Glyph.key.html }
                span(.class("what")) {
                    strong { bdi { passkey.site } }
                    small {
                        bdi { passkey.user }
                        " · Passkey"
                    }
                }
                Glyph.down.html
            }
            dl {
                dt { "User name" }
                dd { bdi { passkey.user } }
                dt { "Website" }
                dd { bdi { passkey.site } }
            }
            actionButton(
                .deletePasskey(id: passkey.id), class: "small destructive",
                spoken: "Delete the passkey of \(passkey.user) for \(passkey.site)"
            ) { "Delete Passkey" }
        }
    }

    private func row(_ password: PhoneView.SettingsView.Password) -> HTML {
        details(.class("password"), .data("key", password.id)) {
            summary(.class("cell")) {
                span(.class("tile", "small", "site"), .aria(.hidden, "true")) { Glyph.globe.html }
                span(.class("what")) {
                    strong { bdi { password.site } }
                    small { bdi { password.user } }
                    if !password.possibleEnds.isEmpty { small(.class("finding", "medium")) { "A change is unfinished" } }
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
                    dd { "\(ClockText(date: used).day), \(ClockText(date: used).time)" }
                }
                if !password.earlier.isEmpty {
                    dt { "Earlier" }
                    for earlier in password.earlier { dd(.class("mono")) { bdi { earlier } } }
                }
            }
            possibleEnds(of: password)
            actionButton(
                .deletePassword(id: password.id), class: "small destructive",
                spoken: "Delete the password of \(password.user) for \(password.site)"
            ) { "Delete Password" }
        }
    }
}
