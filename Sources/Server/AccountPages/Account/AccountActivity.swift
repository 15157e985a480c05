import Markup

/// A session of the account, as the account page lists it.
package struct AccountSession: Sendable, Hashable {
    /// The public identifier by which the session is revoked; not its token.
    package let id: String

    /// The name of the device, as it reported it. Untrusted text.
    package let deviceName: String

    /// When the session was opened.
    package let firstUse: DisplayTime

    /// When the session was last used.
    package let lastUse: DisplayTime

    /// The network address of the last use.
    package let address: String

    /// Whether this is the current session.
    package let isCurrent: Bool

    package init(id: String, deviceName: String, firstUse: DisplayTime, lastUse: DisplayTime, address: String, isCurrent: Bool) {
        self.id = id
        self.deviceName = deviceName
        self.firstUse = firstUse
        self.lastUse = lastUse
        self.address = address
        self.isCurrent = isCurrent
    }
}

/// An event of the account, as the account page lists it.
package struct AccountEvent: Sendable, Hashable {
    /// A description such as `Signed in` or `Wrong password`.
    package let summary: String

    /// When the event occurred.
    package let time: DisplayTime

    /// The network address of the client; nil for events of the server or its operator.
    package let address: String?

    /// Whether the owner should review the event.
    package let needsAttention: Bool

    package init(summary: String, time: DisplayTime, address: String?, needsAttention: Bool = false) {
        self.summary = summary
        self.time = time
        self.address = address
        self.needsAttention = needsAttention
    }
}

/// A session with the button that ends it.
struct SessionRow {
    let session: AccountSession
    let formToken: FormToken

    var html: HTML {
        li(.data("session", session.id), session.isCurrent ? .aria(.current, "true") : nil) {
            div(.class("what")) {
                p(.class("name")) {
                    bdi { session.deviceName }
                    if session.isCurrent {
                        " "
                        span(.class("badge")) { "This device" }
                    }
                }
                p(.class("detail")) {
                    "Last used "
                    Moment(session.lastUse).html
                    " from "
                    bdi { session.address }
                }
                p(.class("detail")) {
                    "Signed in "
                    Moment(session.firstUse).html
                }
            }
            if !session.isCurrent {
                PostButton(
                    "Sign out", spokenDetail: session.deviceName, action: PagePath.revokeSession(session.id), formToken: formToken
                ).html
            }
        }
    }
}

/// An event of the account.
struct EventRow {
    let event: AccountEvent

    var html: HTML {
        li(event.needsAttention ? .class("attention") : nil) {
            div(.class("what")) {
                p(.class("name")) { event.summary }
                if let address = event.address {
                    p(.class("detail")) {
                        "From "
                        bdi { address }
                    }
                }
            }
            p(.class("detail", "when")) { Moment(event.time).html }
        }
    }
}

/// A time in readable and machine-readable form.
struct Moment {
    let moment: DisplayTime

    init(_ moment: DisplayTime) {
        self.moment = moment
    }

    var html: HTML {
        time(.datetime(moment.machine)) { moment.human }
    }
}

/// A time in machine-readable and readable form. The caller formats it: pages have no clock and no time zone.
package struct DisplayTime: Sendable, Hashable {
    /// The time as ISO 8601 in UTC, such as `2026-03-01T12:00:00Z`.
    package let machine: String

    /// The time in readable form, such as `1 March 2026, 12:00 UTC`.
    package let human: String

    /// Creates a time from its two forms.
    package init(machine: String, human: String) {
        self.machine = machine
        self.human = human
    }
}
