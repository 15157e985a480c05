import DeviceSimulator
import Foundation
import Markup
import Texts

/// The Messages app: all received messages, newest first.
struct MessagesContent {
    let messages: [PhoneView.Message]
    let reader: ReaderFormat

    var html: HTML {
        div(.class("messages")) {
            h3(.class("large-title")) { reader.text(.messages) }
            if messages.isEmpty {
                p(.class("empty")) { reader.text(.noMessages) }
            } else {
                ul(.role(.list)) {
                    for message in messages {
                        li(.data("key", "message \(message.id)")) {
                            p(.class("sender")) {
                                strong { bdi { message.sender } }
                                " "
                                time(.datetime(message.received.machine)) { reader.date(message.received.seconds, .clock) }
                            }
                            p(.class("bubble")) { bdi { text(of: message) } }
                            if let code = message.code {
                                button(
                                    .type(.button), .class("copy-code"), .data("copies", code.text),
                                    .data("copied", reader.text(.copied)), .data("failed", reader.text(.notCopied))
                                ) { reader.text(.copyCode) }
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

extension Date {
    /// The whole seconds since the Unix epoch, as a reader's format has them.
    var seconds: Int64 { Int64(timeIntervalSince1970.rounded(.down)) }

    /// The time in ISO 8601, for the `datetime` attribute.
    var machine: String { formatted(.iso8601) }
}
