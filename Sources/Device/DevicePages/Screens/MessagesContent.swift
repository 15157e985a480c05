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
                            p(.class("bubble")) { bdi { TextWithCode(text: message.text, code: message.code).html } }
                            if let code = message.code { CopyCodeButton(code: code, reader: reader).html }
                        }
                    }
                }
            }
        }
    }
}

/// A text with its one-time code underlined.
struct TextWithCode {
    let text: String
    let code: PhoneView.Message.Code?

    @HTMLBuilder var html: HTML {
        if let code = code?.range {
            let scalars = text.unicodeScalars
            String(scalars.prefix(code.lowerBound))
            span(.class("found-code")) { String(scalars.dropFirst(code.lowerBound).prefix(code.count)) }
            String(scalars.dropFirst(code.upperBound))
        } else {
            text
        }
    }
}

/// The button that copies a one-time code. It needs script, and is invisible without.
struct CopyCodeButton {
    let code: PhoneView.Message.Code
    let reader: ReaderFormat

    var html: HTML {
        button(
            .type(.button), .class("copy-code"), .data("text", code.text), .data("done", reader.text(.copied)),
            .data("failed", reader.text(.notCopied))
        ) { reader.text(.copyCode) }
    }
}

extension Date {
    /// The whole seconds since the Unix epoch, as a reader's format has them.
    var seconds: Int64 { Int64(timeIntervalSince1970.rounded(.down)) }

    /// The time in ISO 8601, for the `datetime` attribute.
    var machine: String { formatted(.iso8601) }
}
