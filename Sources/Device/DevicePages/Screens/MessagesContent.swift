import DeviceSimulator
import Markup

/// The Messages app: everything that came in, the newest first.
struct MessagesContent {
    let messages: [PhoneView.Message]

    init(_ messages: [PhoneView.Message]) {
        self.messages = messages
    }

    var html: HTML {
        div(.class("messages")) {
            h3(.class("large-title")) { "Messages" }
            if messages.isEmpty {
                p(.class("empty")) { "No messages. Send one from beneath the phone." }
            } else {
                ul(.role(.list)) {
                    for message in messages {
                        li(.data("key", "message \(message.id)")) {
                            p(.class("sender")) {
                                strong { bdi { message.sender } }
                                " "
                                time(.datetime(ClockText(message.received).machine)) { ClockText(message.received).time }
                            }
                            p(.class("bubble")) { bdi { text(of: message) } }
                            if let code = message.code {
                                button(.type(.button), .class("copy-code"), .data("copies", code.text)) { "Copy Code" }
                            }
                        }
                    }
                }
            }
        }
    }

    @HTMLBuilder private func text(of message: PhoneView.Message) -> HTML {
        if let code = message.code?.range {
            let scalars = message.text.unicodeScalars
            String(scalars.prefix(code.lowerBound))
            span(.class("found-code")) { String(scalars.dropFirst(code.lowerBound).prefix(code.count)) }
            String(scalars.dropFirst(code.upperBound))
        } else {
            message.text
        }
    }
}
