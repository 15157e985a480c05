import DeviceSimulator
import Markup
import Texts

/// The Passwords page of Settings, after the user authenticated.
struct PasswordsPage {
    let settings: PhoneView.SettingsView
    let reader: ReaderFormat

    @HTMLBuilder var html: HTML {
        if settings.arePasswordsShown {
            recommendations
            if settings.passwords.isEmpty, acceptedPasskeys.isEmpty {
                p(.class("footnote")) { reader.text(.noPasswordOrPasskey) }
            } else {
                div(.class("cells")) {
                    for passkey in acceptedPasskeys { row(passkey) }
                    for password in settings.passwords { row(password) }
                }
            }
            if !hiddenPasskeys.isEmpty {
                p(.class("cells-title")) { reader.text(.passkeyNotAccepted) }
                div(.class("cells")) { for passkey in hiddenPasskeys { row(passkey) } }
            }
            if !settings.neverSaved.isEmpty { neverSaved }
            exchange
        } else {
            LockedPasswords(page: .passwords, reader: reader).html
        }
    }

    private var acceptedPasskeys: [PhoneView.SettingsView.Passkey] { settings.passkeys.filter { !$0.isHidden } }

    /// The passkeys that their site no longer accepts. They leave the list, and return to it if the site accepts them again.
    private var hiddenPasskeys: [PhoneView.SettingsView.Passkey] { settings.passkeys.filter(\.isHidden) }

    private var exchange: HTML {
        div(.class("cells")) {
            for page in [PhoneView.SettingsView.Page.exportCredentials, .importCredentials] {
                actionButton(.openSettings(page), class: "cell") {
                    span(.class("what")) { reader.text(page.title) }
                    Glyph.forward.html
                }
            }
        }
    }

    @HTMLBuilder private var neverSaved: HTML {
        p(.class("cells-title")) { reader.text(.neverSaved) }
        div(.class("cells")) {
            for site in settings.neverSaved {
                div(.class("cell"), .data("key", "never \(site)")) {
                    span(.class("what")) { strong { bdi { site } } }
                    actionButton(.askToSave(site: site), class: "small destructive", spoken: reader.text(.askAgain(site: site))) {
                        reader.text(.remove)
                    }
                }
            }
        }
    }

    private var recommendations: HTML {
        div(.class("cells")) {
            actionButton(.openSettings(.recommendations), class: "cell") {
                span(.class("tile", "small", "orange"), .aria(.hidden, "true")) { Glyph.shield.html }
                span(.class("what")) { reader.text(.securityRecommendations) }
                if let count = settings.recommendations?.count, count > 0 { span(.class("count")) { reader.number(count) } }
                Glyph.forward.html
            }
        }
    }

    /// Returns the possible outcomes of an interrupted password change, for the user to choose from.
    @HTMLBuilder private func possibleEnds(of password: PhoneView.SettingsView.Password) -> HTML {
        if !password.possibleEnds.isEmpty {
            p(.class("footnote")) { reader.text(.changeInterrupted) }
            for (place, end) in password.possibleEnds.enumerated() {
                if case .newPassword(let new) = end {
                    p(.class("footnote", "mono")) { reader.html(.newPasswordIs(password: new)) }
                }
                actionButton(
                    .settleChange(id: password.id, place), class: "small",
                    spoken: reader.text(
                        .settleFor(outcome: reader.text(end.text), user: password.user, site: password.site))
                ) { reader.text(end.text) }
            }
        }
    }

    private func row(_ passkey: PhoneView.SettingsView.Passkey) -> HTML {
        details(.class("password"), .data("key", passkey.id)) {
            summary(.class("cell")) {
                span(.class("tile", "small", "site"), .aria(.hidden, "true")) { Glyph.key.html }
                span(.class("what")) {
                    strong { bdi { passkey.site } }
                    small { reader.html(.passkeyOf(user: passkey.user)) }
                }
                Glyph.down.html
            }
            dl {
                dt { reader.text(.userName) }
                dd { bdi { passkey.user } }
                dt { reader.text(.website) }
                dd { bdi { passkey.site } }
                PasskeyTimes(passkey: passkey, reader: reader).html
            }
            if passkey.isHidden { p(.class("footnote")) { reader.text(.passkeyNotAcceptedLead) } }
            actionButton(
                .openPasskey(id: passkey.id), class: "small",
                spoken: reader.text(.editPasskeyOf(user: passkey.user, site: passkey.site))
            ) { reader.text(.edit) }
            actionButton(
                .deletePasskey(id: passkey.id), class: "small destructive",
                spoken: reader.text(.deletePasskeyOf(user: passkey.user, site: passkey.site))
            ) { reader.text(.deletePasskey) }
        }
    }

    private func row(_ password: PhoneView.SettingsView.Password) -> HTML {
        details(.class("password"), .data("key", password.id)) {
            summary(.class("cell")) {
                span(.class("tile", "small", "site"), .aria(.hidden, "true")) { Glyph.globe.html }
                span(.class("what")) {
                    strong { bdi { password.site } }
                    small { bdi { password.user } }
                    if !password.possibleEnds.isEmpty { small(.class("finding", "medium")) { reader.text(.changeUnfinished) } }
                }
                Glyph.down.html
            }
            dl {
                dt { reader.text(.userName) }
                dd { bdi { password.user } }
                dt { reader.text(.password) }
                dd(.class("mono")) { bdi { password.password } }
                if let used = password.lastUsed {
                    dt { reader.text(.lastUsed) }
                    dd { time(.datetime(used.machine)) { reader.date(used.seconds, .moment) } }
                }
                if !password.earlier.isEmpty {
                    dt { reader.text(.earlierPasswords) }
                    for earlier in password.earlier { dd(.class("mono")) { bdi { earlier } } }
                }
            }
            if password.isUnused { p(.class("footnote")) { reader.text(.passwordNotAcceptedLead) } }
            possibleEnds(of: password)
            actionButton(
                .deletePassword(id: password.id), class: "small destructive",
                spoken: reader.text(.deletePasswordOf(user: password.user, site: password.site))
            ) { reader.text(.deletePassword) }
        }
    }
}

/// The page of one passkey, with its user name for editing.
struct PasskeyPage {
    let passkey: PhoneView.SettingsView.Passkey
    let pagePhone: PagePhone
    private var reader: ReaderFormat { pagePhone.reader }

    @HTMLBuilder var html: HTML {
        div(.class("cells")) {
            div(.class("cell entry")) {
                label(.for(pagePhone.id(PageField.passkeyUser.rawValue))) { reader.text(.userName) }
                input(
                    .type(.text), .id(pagePhone.id(PageField.passkeyUser.rawValue)), .name(PageField.passkeyUser.rawValue),
                    .value(passkey.user), .autocomplete(.off), .autocapitalizeNone, .spellcheckOff,
                    .data("submits", Composition.passkeyUser.rawValue))
            }
            composingButton(.passkeyUser, class: "cell centred") { reader.text(.save) }
        }
        div(.class("cells", "password")) {
            dl {
                dt { reader.text(.website) }
                dd { bdi { passkey.site } }
                PasskeyTimes(passkey: passkey, reader: reader).html
            }
        }
    }
}

/// The times of a passkey, in a list of descriptions.
private struct PasskeyTimes {
    let passkey: PhoneView.SettingsView.Passkey
    let reader: ReaderFormat

    @HTMLBuilder var html: HTML {
        if let created = passkey.created {
            dt { reader.text(.created) }
            dd { time(.datetime(created.machine)) { reader.date(created.seconds, .moment) } }
        }
        if let used = passkey.lastUsed {
            dt { reader.text(.lastUsed) }
            dd { time(.datetime(used.machine)) { reader.date(used.seconds, .moment) } }
        }
    }
}
