import DeviceSimulator
import Markup

/// "Would you like to save this password?"
struct SavePanel {
    let question: PhoneView.SaveQuestion
    let stand: Stand

    init(_ question: PhoneView.SaveQuestion, stand: Stand) {
        self.question = question
        self.stand = stand
    }

    var html: HTML {
        div(.class("sheet"), .role(.dialog), .aria(.modal, "true"), .aria(.labelledby, stand.id("save"))) {
            span(.class("tile", "dark"), .aria(.hidden, "true")) { Glyph.key.html }
            h3(.id(stand.id("save"))) { question.isUpdate ? "Update this password?" : "Save this password?" }
            p(.class("message")) {
                question.isUpdate
                    ? "The saved password of this account is another one."
                    : "It will be offered the next time, on all your devices."
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
