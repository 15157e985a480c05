import DeviceSimulator
import Markup

/// The prompt to save or update a password.
struct SavePanel {
    let question: PhoneView.SaveQuestion
    let pagePhone: PagePhone

    var html: HTML {
        div(.class("sheet"), .role(.dialog), .aria(.modal, "true"), .aria(.labelledby, pagePhone.id("save"))) {
            span(.class("tile", "dark"), .aria(.hidden, "true")) { Glyph.key.html }
            h3(.id(pagePhone.id("save"))) { question.isUpdate ? "Update this password?" : "Save this password?" }
            p(.class("message")) {
                question.isUpdate
                    ? "A different password is saved for this account."
                    : "AutoFill suggests it next time, on all your devices."
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
                    question.isUpdate ? "Update Password" : "Save Password"
                }
                actionButton(.answerSaveQuestion(.never), class: "app-button plain") { "Never for This Website" }
                actionButton(.answerSaveQuestion(.notNow), class: "app-button plain") { "Not Now" }
            }
        }
    }
}

/// The notice about a weak password after a sign-in, with the upgrades that the app's extension offers.
struct UpgradePanel {
    let question: PhoneView.UpgradeQuestion
    let pagePhone: PagePhone

    var html: HTML {
        div(.class("sheet"), .role(.dialog), .aria(.modal, "true"), .aria(.labelledby, pagePhone.id("upgrade"))) {
            span(.class("tile", "orange"), .aria(.hidden, "true")) { Glyph.key.html }
            h3(.id(pagePhone.id("upgrade"))) {
                "Your password for "
                bdi { question.app }
                " is weak"
            }
            p(.class("message")) {
                bdi { question.user }
                " at "
                bdi { question.site }
                ". "
                bdi { question.reason }
            }
            if let progress = question.progress { UpgradeProgressCell(progress: progress).html }
            RemedyList(remedies: question.remedies).html
            if question.progress?.stage != .working {
                div(.class("sheet-buttons")) {
                    actionButton(.closeUpgradeQuestion, class: "app-button plain") {
                        question.progress == nil ? "Not Now" : "Done"
                    }
                }
            }
        }
    }
}

/// The list of all passwords behind the key button, with the passwords for this app or website first.
struct PasswordListPanel {
    let list: PhoneView.PasswordList
    let pagePhone: PagePhone

    var html: HTML {
        div(.class("sheet", "tall"), .role(.dialog), .aria(.modal, "true"), .aria(.labelledby, pagePhone.id("passwords"))) {
            actionButton(.closePasswordList, class: "corner") { "Cancel" }
            h3(.id(pagePhone.id("passwords"))) { "Passwords" }
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
