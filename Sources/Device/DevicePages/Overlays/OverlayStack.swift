import DeviceSimulator
import Markup

/// What lies over the screen, from back to front. Only the one in front can be used.
struct OverlayStack {
    let stand: Stand

    init(_ stand: Stand) {
        self.stand = stand
    }

    @HTMLBuilder var html: HTML {
        let overlays = stand.view.overlays
        for (index, overlay) in overlays.enumerated() {
            let isInFront = index == overlays.count - 1
            div(.class("veil", kind(overlay)), .data("key", key(overlay)), isInFront ? nil : .inert) { html(overlay) }
        }
    }

    @HTMLBuilder private func html(_ overlay: PhoneView.Overlay) -> HTML {
        switch overlay {
        case .sheet(let sheet): SystemSheet(sheet, stand: stand).html
        case .prompt(let prompt): PresencePrompt(prompt, stand: stand).html
        case .saveQuestion(let question): SavePanel(question, stand: stand).html
        case .passwordList(let list): PasswordListPanel(list, stand: stand).html
        case .upgradeQuestion(let question): UpgradePanel(question, stand: stand).html
        case .browser(let address): WebSheet(address: address, stand: stand).html
        case .accountCode(let code):
            div(.class("alert"), .role(.dialog), .aria(.modal, "true"), .aria(.labelledby, stand.id("account-code-title"))) {
                h3(.id(stand.id("account-code-title"))) { "Apple Account Verification Code" }
                p {
                    "Enter this code to sign in to "
                    bdi { code.place }
                    "."
                }
                p(.class("verification-code")) { code.code }
                div(.class("alert-buttons")) { actionButton(.dismissAccountCode, class: "alert-button") { "Done" } }
            }
        }
    }

    private func kind(_ overlay: PhoneView.Overlay) -> String {
        switch overlay {
        case .sheet, .saveQuestion, .passwordList, .upgradeQuestion, .browser: "bottom"
        case .prompt(let prompt): prompt.way == .passcode ? "full" : "middle"
        case .accountCode: "middle"
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
        }
    }
}
