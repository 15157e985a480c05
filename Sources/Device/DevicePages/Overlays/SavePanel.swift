import DeviceSimulator
import Markup
import Texts

/// The prompt to save or update a password.
struct SavePanel {
    let question: PhoneView.SaveQuestion
    let pagePhone: PagePhone
    private var reader: ReaderFormat { pagePhone.reader }

    var html: HTML {
        div(.class("sheet"), .role(.dialog), .aria(.modal, "true"), .aria(.labelledby, pagePhone.id("save"))) {
            span(.class("tile", "dark"), .aria(.hidden, "true")) { Glyph.key.html }
            h3(.id(pagePhone.id("save"))) { reader.text(question.isUpdate ? .updatePasswordTitle : .savePasswordTitle) }
            p(.class("message")) {
                reader.text(question.isUpdate ? .updatePasswordLead : .savePasswordLead)
            }
            div(.class("cells")) {
                div(.class("cell")) {
                    span(.class("tile", "small", "site"), .aria(.hidden, "true")) { Glyph.globe.html }
                    span(.class("what")) {
                        strong { bdi { question.user } }
                        small { bdi { question.site } }
                    }
                }
            }
            div(.class("sheet-buttons")) {
                actionButton(.answerSaveQuestion(.save), class: "app-button prominent") {
                    reader.text(question.isUpdate ? .updatePassword : .savePassword)
                }
                actionButton(.answerSaveQuestion(.never), class: "app-button plain") { reader.text(.neverForSite) }
                actionButton(.answerSaveQuestion(.notNow), class: "app-button plain", leaves: true) { reader.text(.notNow) }
            }
        }
    }
}

/// The notice about a weak password after a sign-in, with the upgrades that the app's extension offers.
struct UpgradePanel {
    let question: PhoneView.UpgradeQuestion
    let pagePhone: PagePhone
    private var reader: ReaderFormat { pagePhone.reader }

    var html: HTML {
        div(.class("sheet"), .role(.dialog), .aria(.modal, "true"), .aria(.labelledby, pagePhone.id("upgrade"))) {
            span(.class("tile", "orange"), .aria(.hidden, "true")) { Glyph.key.html }
            h3(.id(pagePhone.id("upgrade"))) { reader.html(.weakPasswordTitle(app: question.app)) }
            p(.class("message")) {
                reader.html(
                    [.message(.accountAt(user: question.user, site: question.site))] + question.findings.map(\.sentence))
            }
            if let progress = question.progress { UpgradeProgressCell(progress: progress, reader: reader).html }
            RemedyList(remedies: question.remedies, reader: reader).html
            if question.progress?.stage != .working {
                div(.class("sheet-buttons")) {
                    actionButton(.closeUpgradeQuestion, class: "app-button plain", leaves: true) {
                        reader.text(question.progress == nil ? .notNow : .done)
                    }
                }
            }
        }
    }
}

/// The list of all passwords behind the key button, with the passkeys and the passwords for this app or website first.
struct PasswordListPanel {
    let list: PhoneView.PasswordList
    let pagePhone: PagePhone
    private var reader: ReaderFormat { pagePhone.reader }

    var html: HTML {
        div(.class("sheet", "tall"), .role(.dialog), .aria(.modal, "true"), .aria(.labelledby, pagePhone.id("passwords"))) {
            actionButton(.closePasswordList, class: "corner", leaves: true) { reader.text(.cancel) }
            h3(.id(pagePhone.id("passwords"))) { reader.text(.passwords) }
            if list.entries.isEmpty, list.providers.isEmpty { p(.class("message")) { reader.text(.noPasswordSaved) } }
            entries(title: .forThisApp, isForHere: true)
            entries(title: .otherPasswords, isForHere: false)
            providers
        }
    }

    @HTMLBuilder private var providers: HTML {
        if !list.providers.isEmpty {
            p(.class("cells-title")) { reader.text(.otherApps) }
            div(.class("cells")) {
                for (index, name) in list.providers.enumerated() {
                    let place = list.entries.count + index
                    actionButton(.chooseFromList(place), class: "cell", .data("entry", String(place))) {
                        span(.class("tile", "small", "dark"), .aria(.hidden, "true")) { Glyph.key.html }
                        span(.class("what")) { span { reader.html(.providerEntry(app: name)) } }
                    }
                }
            }
        }
    }

    @HTMLBuilder private func entries(title: PhoneText, isForHere: Bool) -> HTML {
        let found = list.entries.enumerated().filter { $0.element.isForHere == isForHere }
        if !found.isEmpty {
            p(.class("cells-title")) { reader.text(title) }
            div(.class("cells")) {
                for (index, entry) in found {
                    actionButton(.chooseFromList(index), class: "cell", .data("entry", String(index))) {
                        span(.class("tile", "small", "site"), .aria(.hidden, "true")) {
                            entry.isPasskey ? Glyph.key.html : Glyph.globe.html
                        }
                        span(.class("what")) {
                            strong { bdi { entry.user } }
                            small { entry.isPasskey ? reader.html(.passkeyFor(site: entry.site)) : bdi { entry.site } }
                            if entry.warning != nil {
                                small(.class("warning")) {
                                    Glyph.warning.html
                                    span { reader.html(.foreignPassword(site: entry.site)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
