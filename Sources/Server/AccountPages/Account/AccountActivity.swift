import Markup

/// A place where somebody is signed in, as the account page lists it.
package struct AccountSession: Sendable, Hashable {
    /// The id by which it is revoked; not the token.
    package let id: String

    /// The name of the device, made from what it says about itself; foreign text.
    package let deviceName: String

    /// When it was signed in.
    package let firstUse: DisplayTime

    /// When it was last used.
    package let lastUse: DisplayTime

    /// The network address it was last used from.
    package let address: String

    /// Whether this page is shown in this very session.
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

/// Something that happened to the account, as the account page lists it.
package struct AccountEvent: Sendable, Hashable {
    /// What happened, in words: `Signed in`, `Wrong password`.
    package let summary: String

    /// When it happened.
    package let time: DisplayTime

    /// The network address it came from; nil for what the server or its operator did.
    package let address: String?

    /// Whether the owner should look twice.
    package let needsAttention: Bool

    package init(summary: String, time: DisplayTime, address: String?, needsAttention: Bool = false) {
        self.summary = summary
        self.time = time
        self.address = address
        self.needsAttention = needsAttention
    }
}

/// A place where somebody is signed in, with the button that ends it.
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

/// Something that happened to the account.
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

/// A moment, for people and for machines.
struct Moment {
    let moment: DisplayTime

    init(_ moment: DisplayTime) {
        self.moment = moment
    }

    var html: HTML {
        time(.datetime(moment.machine)) { moment.human }
    }
}

/// A moment, for machines and for people. Formatting is the caller's: pages know no clock and no time zone.
package struct DisplayTime: Sendable, Hashable {
    /// The moment as ISO 8601 in UTC, such as `2026-03-01T12:00:00Z`.
    package let machine: String

    /// The moment as people read it, such as `1 March 2026, 12:00 UTC`.
    package let human: String

    /// A moment in its two spellings.
    package init(machine: String, human: String) {
        self.machine = machine
        self.human = human
    }
}
