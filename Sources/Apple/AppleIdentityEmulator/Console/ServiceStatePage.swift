import FoundationEssentials
import Markup

/// The page with the service's state: clock, signing keys, faults, notifications.
struct ServiceStatePage {
    let now: Date
    let offset: TimeInterval
    let isMoved: Bool
    let signingKeys: [SigningKeySummary]
    let faults: [Fault]
    /// The notifications, newest first.
    let notifications: [NotificationSummary]
    let formToken: FormToken

    var document: HTMLDocument {
        PageFrame(title: "Service", width: .wide, place: .service, hasScript: true).document {
            h1 { "The service" }
            clockSection
            keySection
            faultSection
            notificationSection
        }
    }

    private var clockSection: HTML {
        section {
            h2 { "Clock" }
            div(.class("card")) {
                p {
                    "It shows "
                    strong { DateText(now).html }
                    isMoved ? ", moved by \(Int(offset.rounded())) seconds." : ", the machine’s time."
                }
                div(.class("acts buttons")) {
                    for (label, seconds) in [("5 minutes later", 300), ("An hour later", 3_600), ("A day later", 86_400)] {
                        postButton(
                            label, action: PagePath.Console.clock, token: formToken, look: .small, [(.seconds, String(seconds))])
                    }
                    if isMoved {
                        postButton("Back to Now", action: PagePath.Console.clockBack, token: formToken, look: .small)
                    }
                }
                fieldsForm(PagePath.Console.clock, token: formToken) {
                    div(.class("pair")) {
                        textField(.time, label: "Set to a time", hint: "In UTC, such as \(now.formatted(.iso8601))", maxLength: 40)
                        textField(.seconds, label: "Or move by seconds", hint: "Negative: backward", maxLength: 20)
                    }
                    submitButton("Set clock", look: .quiet)
                }
            }
        }
    }

    private var keySection: HTML {
        section {
            h2 { "Signing keys" }
            ul(.class("rows")) {
                for key in signingKeys {
                    li {
                        rowText(copyable(key.id.rawValue, id: "key-\(key.id)", spoken: "the key ID \(key.id)")) {
                            p(.class("detail")) {
                                "Made "
                                DateText(key.createdAt).html
                            }
                        }
                        p {
                            if key.isListed {
                                span(.class("badge good")) { "listed" }
                            } else {
                                span(.class("badge bad")) { "not listed" }
                            }
                            if key.signs {
                                " "
                                span(.class("badge")) { "signs" }
                            }
                        }
                    }
                }
            }
            div(.class("acts buttons")) {
                for (label, rotation) in [
                    ("Rotate", KeyRotation.gradual), ("Rotate and remove old keys", .abrupt),
                    ("List new keys, sign with old keys", .unlisted),
                ] {
                    postButton(
                        label, action: PagePath.Console.state.appending(segment: "rotate"), token: formToken, look: .small,
                        [(.kind, rotation.rawValue)])
                }
            }
        }
    }

    private var faultSection: HTML {
        section {
            h2 { "Faults" }
            ul(.class("rows")) {
                if faults.isEmpty {
                    li(.class("empty")) { "No faults. Every request is served as Apple would." }
                }
                for fault in faults {
                    li {
                        rowText(HTML(FaultText(fault.kind).words)) {
                            p(.class("detail")) {
                                "at \(fault.endpoint.rawValue)"
                                    + (fault.remaining.map { ", \($0) more times" } ?? ", until it is removed")
                            }
                        }
                        postButton(
                            "Remove", action: PagePath.Console.state.appending(segment: "remove-fault"), token: formToken,
                            look: .smallDanger, [(.key, String(fault.id))])
                    }
                }
            }
            div(.class("card")) {
                h3 { "Set a fault" }
                fieldsForm(PagePath.Console.faults, token: formToken) {
                    div(.class("pair")) {
                        selectField(
                            .endpoint, label: "Endpoint", value: Endpoint.token.rawValue,
                            options: Endpoint.allCases.filter { $0 != .relay }.map { FieldOption($0.rawValue, $0.rawValue) })
                        selectField(.kind, label: "Fault", options: FaultText.names.map { FieldOption($0, $0) })
                    }
                    div(.class("pair")) {
                        textField(
                            .value, label: "Value", hint: "Milliseconds of a delay, a status from 500 to 599, or the wrong text",
                            maxLength: 1_024)
                        textField(
                            .count, label: "Number of requests", hint: "Empty: all, until the fault is removed", maxLength: 7)
                    }
                    submitButton("Set fault", look: .quiet)
                }
            }
        }
    }

    private var notificationSection: HTML {
        section {
            h2 { "Notifications" }
            ul(.class("rows")) {
                if notifications.isEmpty { li(.class("empty")) { "No notifications. They go to an App ID’s notification URL." } }
                for notification in notifications {
                    li {
                        rowText(HTML(notification.kind.rawValue)) {
                            p(.class("detail")) {
                                "about \(notification.subject.rawValue) to "
                                bdi { notification.url }
                            }
                            p(.class("detail")) {
                                "\(notification.attempts) attempts"
                                    + (notification.lastOutcome.map { ", last result: \($0)" } ?? "")
                            }
                        }
                        div(.class("acts")) {
                            span(.class(notification.progress == .delivered ? "badge good" : "badge")) {
                                notification.progress.rawValue
                            }
                            postButton(
                                "Send again", spoken: "notification \(notification.id)",
                                action: PagePath.Console.state.appending(segment: "replay"), token: formToken, look: .small,
                                [(.key, String(notification.id))])
                        }
                    }
                }
            }
        }
    }
}
