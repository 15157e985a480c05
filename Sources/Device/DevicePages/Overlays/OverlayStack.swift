import DeviceScreens
import DeviceSimulator
import Markup
import Texts

/// The overlays of the screen, from back to front. Only the front-most one accepts input.
struct OverlayStack {
    let pagePhone: PagePhone
    private var reader: ReaderFormat { pagePhone.reader }

    @HTMLBuilder var html: HTML {
        let overlays = pagePhone.view.overlays
        for (index, overlay) in overlays.enumerated() {
            let isInFront = index == overlays.count - 1
            div(.class("veil", kind(overlay)), .data("key", key(overlay)), isInFront ? nil : .inert) {
                if isInFront, case .prompt(let prompt) = overlay {
                    input(.type(.hidden), .name(PageField.prompt.rawValue), .value(String(prompt.number)))
                }
                html(overlay)
            }
        }
    }

    @HTMLBuilder private func html(_ overlay: PhoneView.Overlay) -> HTML {
        switch overlay {
        case .sheet(let sheet): SystemSheet(sheet: sheet, pagePhone: pagePhone).html
        case .prompt(let prompt): PresencePrompt(prompt: prompt, pagePhone: pagePhone).html
        case .saveQuestion(let question): SavePanel(question: question, pagePhone: pagePhone).html
        case .passwordList(let list): PasswordListPanel(list: list, pagePhone: pagePhone).html
        case .upgradeQuestion(let question): UpgradePanel(question: question, pagePhone: pagePhone).html
        case .browser(let address): WebSheet(address: address, pagePhone: pagePhone).html
        case .accountCode(let code):
            div(.class("alert"), .role(.dialog), .aria(.modal, "true"), .aria(.labelledby, pagePhone.id("account-code-title"))) {
                h3(.id(pagePhone.id("account-code-title"))) { reader.text(.verificationCode) }
                p { reader.html(.verificationEnter(place: code.place)) }
                p(.class("verification-code")) { bdi { code.code } }
                div(.class("alert-buttons")) {
                    actionButton(.dismissAccountCode, class: "alert-button", leaves: true) { reader.text(.done) }
                }
            }
        case .alert(let alert): AlertPanel(alert: alert, failure: pagePhone.view.providerFailure, pagePhone: pagePhone).html
        }
    }

    private func kind(_ overlay: PhoneView.Overlay) -> String {
        switch overlay {
        case .sheet, .saveQuestion, .passwordList, .upgradeQuestion, .browser: "bottom"
        case .prompt(let prompt): prompt.way == .passcode ? "full" : "middle"
        case .accountCode, .alert: "middle"
        }
    }

    private func key(_ overlay: PhoneView.Overlay) -> String {
        switch overlay {
        case .sheet(let sheet): "sheet \(sheet.number)"
        case .prompt(let prompt): "prompt \(prompt.number) \(prompt.way.rawValue)"
        case .saveQuestion: "save-question"
        case .passwordList: "password-list"
        case .upgradeQuestion: "upgrade-question"
        case .browser: "browser"
        case .accountCode(let code): "account-code \(code.code)"
        case .alert(let alert): alert.key
        }
    }
}

/// A message or mail that has just arrived, at the top of the screen.
struct Banner {
    private let key: String
    private let action: PhoneAction
    private let tile: (color: String, glyph: Glyph)
    private let sender: String
    /// The text of the message, or the subject of the mail.
    private let text: String
    private let reader: ReaderFormat

    init(message: PhoneView.Message, reader: ReaderFormat) {
        key = "banner \(message.id)"
        action = .openMessages
        tile = ("green", .message)
        (sender, text) = (message.sender, message.text)
        self.reader = reader
    }

    init(mail: PhoneView.MailBanner, reader: ReaderFormat) {
        key = "mail-banner \(mail.id)"
        action = .readMail(id: mail.id)
        tile = ("blue", .envelope)
        (sender, text) = (mail.sender, mail.subject)
        self.reader = reader
    }

    var html: HTML {
        div(.class("banner"), .data("key", key)) {
            actionButton(action, class: "banner-text") {
                span(.class("tile", "small", tile.color), .aria(.hidden, "true")) { tile.glyph.html }
                span(.class("what")) {
                    strong { bdi { sender } }
                    span {
                        if text.isEmpty { reader.text(.noSubject) } else { bdi { text } }
                    }
                }
            }
            actionButton(.dismissBanner, class: "banner-close", spoken: reader.text(.dismissMessage)) { Glyph.close.html }
        }
    }
}

/// A notification of the system, at the top of the screen.
struct NotificationBanner {
    let notification: PhoneView.Notification
    let reader: ReaderFormat

    var html: HTML {
        switch notification {
        case .passkeySaved(let user, let site):
            div(.class("banner"), .data("key", "notification \(user) \(site)"), .role(.status)) {
                div(.class("banner-text")) {
                    span(.class("tile", "small", "orange"), .aria(.hidden, "true")) { Glyph.key.html }
                    span(.class("what")) {
                        strong { reader.text(.passkeySaved) }
                        span { reader.html(.passkeySavedLead(user: user, site: site)) }
                    }
                }
                actionButton(.dismissBanner, class: "banner-close", spoken: reader.text(.dismissNotification)) { Glyph.close.html }
            }
        }
    }
}

/// An alert of an app or of the phone.
struct AlertPanel {
    let alert: AppAlert
    /// The failure that an alert of the system reports; nil for an alert of an app.
    var failure: PhoneView.ProviderFailure?
    let pagePhone: PagePhone
    private var reader: ReaderFormat { pagePhone.reader }
    /// Whether the alert is from the browser, which is an app of the system and has only one alert.
    private var isOfBrowser: Bool {
        if case .app(let icon, _) = pagePhone.view.content { failure == nil && icon.id == PhoneView.browser } else { false }
    }

    private var heading: Sentence { failure?.heading ?? (isOfBrowser ? .text(.formNotSecure) : .ofApp(alert.title)) }
    private var message: [Sentence] { failure?.lead ?? [isOfBrowser ? .text(.formNotSecureLead) : .ofApp(alert.message)] }

    private func buttonTitle(_ index: Int) -> Sentence {
        if failure != nil { return .text(.ok) }
        return isOfBrowser ? .text(index == 0 ? .cancel : .sendAnyway) : .ofApp(alert.buttons[index])
    }

    /// The button that Escape presses: the only one, or Cancel of the browser. The system does not know the meaning of an app's
    /// buttons.
    private var leavingButton: Int? { alert.buttons.count == 1 || isOfBrowser ? 0 : nil }

    /// The app's alert, with its own veil.
    var veiled: HTML {
        div(.class("veil"), .data("key", alert.key), pagePhone.view.overlays.isEmpty ? nil : .inert) { html }
    }

    var html: HTML {
        div(.class("alert"), .role(.dialog), .aria(.modal, "true"), .aria(.labelledby, pagePhone.id("alert"))) {
            h3(.id(pagePhone.id("alert"))) { reader.html(heading) }
            p { reader.html(message) }
            div(.class("alert-buttons")) {
                for index in alert.buttons.indices {
                    actionButton(.answerAlert(button: index), class: "alert-button", leaves: index == leavingButton) {
                        reader.html(buttonTitle(index))
                    }
                }
            }
        }
    }
}

extension AppAlert {
    fileprivate var key: String { "alert \(title) \(message)" }
}
