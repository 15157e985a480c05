import DeviceSimulator
import Markup

/// "This password is weak", after a sign-in, and what the app's extension can do about it.
struct UpgradePanel {
    let question: PhoneView.UpgradeQuestion
    let stand: Stand

    init(_ question: PhoneView.UpgradeQuestion, stand: Stand) {
        self.question = question
        self.stand = stand
    }

    var html: HTML {
        div(.class("sheet"), .role(.dialog), .aria(.modal, "true"), .aria(.labelledby, stand.id("upgrade"))) {
            span(.class("tile", "orange"), .aria(.hidden, "true")) { Glyph.key.html }
            h3(.id(stand.id("upgrade"))) { "Your password for \(question.app) is weak" }
            p(.class("message")) {
                bdi { question.user }
                " at "
                bdi { question.site }
                ". "
                bdi { question.reason }
            }
            if let progress = question.progress { UpgradeProgressCell(progress).html }
            RemedyList(question.remedies).html
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
