import DeviceSimulator
import Foundation
import Markup

/// The Messages app: all received messages, newest first.
struct MessagesContent {
    let messages: [PhoneView.Message]

    var html: HTML {
        div(.class("messages")) {
            h3(.class("large-title")) { "Messages" }
            if messages.isEmpty {
                p(.class("empty")) { "No messages. Send one with the controls below the phone." }
            } else {
                ul(.role(.list)) {
                    for message in messages {
                        li(.data("key", "message \(message.id)")) {
                            p(.class("sender")) {
                                strong { bdi { message.sender } }
                                " "
                                time(.datetime(ClockText(date: message.received).machine)) {
                                    ClockText(date: message.received).time
                                }
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

/// The device's time as readable text, in UTC.
struct ClockText {
    let date: Date

    /// `9:41`
    var time: String {
        let parts = Self.calendar.dateComponents([.hour, .minute], from: date)
        let minute = parts.minute ?? 0
        return "\(parts.hour ?? 0):\(minute < 10 ? "0" : "")\(minute)"
    }

    /// `Saturday 9 May`
    var day: String {
        let parts = Self.calendar.dateComponents([.weekday, .day, .month], from: date)
        return "\(Self.name(Self.weekdays, parts.weekday)) \(parts.day ?? 1) \(Self.name(Self.months, parts.month))"
    }

    /// ISO 8601, for the `datetime` attribute.
    var machine: String { date.formatted(.iso8601) }

    private static func name(_ names: [String], _ number: Int?) -> String {
        names[max(1, min(names.count, number ?? 1)) - 1]
    }

    private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
    ]

    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()
}
