import DeviceScreens
import DeviceSimulator
import Markup

/// An alert of an app.
struct AlertPanel {
    let alert: AppAlert
    let stand: Stand

    init(_ alert: AppAlert, stand: Stand) {
        self.alert = alert
        self.stand = stand
    }

    var html: HTML {
        div(
            .class("veil"), .data("key", "alert \(alert.title) \(alert.message)"), stand.view.overlays.isEmpty ? nil : .inert
        ) {
            div(.class("alert"), .role(.dialog), .aria(.modal, "true"), .aria(.labelledby, stand.id("alert"))) {
                h3(.id(stand.id("alert"))) { bdi { alert.title } }
                p { bdi { alert.message } }
                div(.class("alert-buttons")) {
                    for (index, text) in alert.buttons.enumerated() {
                        actionButton(.answerAlert(button: index), class: "alert-button") { bdi { text } }
                    }
                }
            }
        }
    }
}
