import FoundationEssentials
import Markup

/// The page with the service's state: clock, signing keys, faults, notifications.
struct ServiceStatePage {
    let now: Date
    let offset: TimeInterval
    let signingKeys: [SigningKeySummary]
    let faults: [Fault]
    /// The notifications, newest first.
    let notifications: [NotificationSummary]
    let formToken: FormToken

    var document: HTMLDocument {
        PageFrame(title: "Service", width: .wide, place: .service).document {
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
                    offset.magnitude >= 1 ? ", moved by \(Int(offset.rounded())) seconds." : ", the machine’s time."
                }
                div(.class("acts buttons")) {
                    for (label, seconds) in [("5 minutes later", 300), ("An hour later", 3_600), ("A day later", 86_400)] {
                        postButton(
                            label, action: PagePath.Console.state.appending(segment: "clock"), token: formToken, look: .small,
                            [(.name, String(seconds))])
                    }
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
                        div(.class("what")) {
                            p(.class("name")) { code { key.id.rawValue } }
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
                    li(.class("empty")) { "No faults. Set one with the admin interface or latchkey apple faults." }
                }
                for fault in faults {
                    li {
                        div(.class("what")) {
                            p(.class("name")) { FaultText(fault.kind).words }
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
        }
    }

    private var notificationSection: HTML {
        section {
            h2 { "Notifications" }
            ul(.class("rows")) {
                if notifications.isEmpty { li(.class("empty")) { "No notifications. They go to an App ID’s notification URL." } }
                for notification in notifications {
                    li {
                        div(.class("what")) {
                            p(.class("name")) { notification.kind.rawValue }
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

/// The page with the last requests to the service and the reason for each response.
struct LogPage {
    /// The requests, newest first.
    let records: [RequestRecord]

    var document: HTMLDocument {
        PageFrame(title: "Request log", width: .wide, place: .log).document {
            h1 { "Request log" }
            p(.class("lead")) { "Newest first. Only the length of a secret is kept." }
            ul(.class("rows")) {
                if records.isEmpty { li(.class("empty")) { "No requests." } }
                for record in records { li(.class("record")) { row(record) } }
            }
        }
    }

    private func row(_ record: RequestRecord) -> HTML {
        div(.class("what")) {
            p(.class("name")) {
                span(.class("badge \(record.status < 400 ? "good" : "bad")")) { String(record.status) }
                code { record.endpoint.rawValue }
                if let error = record.error { code { error } }
                span(.class("detail")) { DateText(record.at).html }
            }
            p { bdi { record.explanation } }
            for parameter in record.parameters {
                p(.class("detail")) {
                    code { parameter.name }
                    " = "
                    bdi { parameter.value }
                }
            }
        }
    }
}
