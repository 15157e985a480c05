import DeviceSimulator
import Markup

/// A message that has just come in, at the top of whatever is shown.
struct Banner {
    let message: PhoneView.Message

    init(_ message: PhoneView.Message) {
        self.message = message
    }

    var html: HTML {
        div(.class("banner"), .data("key", "banner \(message.id)")) {
            actionButton(.openMessages, class: "banner-text") {
                span(.class("tile", "small", "green"), .aria(.hidden, "true")) { Glyph.message.html }
                span(.class("what")) {
                    strong { bdi { message.sender } }
                    span { bdi { message.text } }
                }
            }
            actionButton(.dismissBanner, class: "banner-close", spoken: "Dismiss the message") { Glyph.close.html }
        }
    }
}
