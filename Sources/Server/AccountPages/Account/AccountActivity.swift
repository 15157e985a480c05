import FoundationEssentials
import Markup
import Texts

/// A session of the account, as the account page lists it.
package struct AccountSession: Sendable, Hashable {
    /// The public identifier by which the session is revoked; not its token.
    package let id: String

    /// The device.
    package let device: ShownDevice

    /// The time when the session was opened.
    package let firstUse: DisplayTime

    /// The time when the session was last used.
    package let lastUse: DisplayTime

    /// The network address of the last use.
    package let address: String

    /// Whether this is the current session.
    package let isCurrent: Bool

    package init(id: String, device: ShownDevice, firstUse: DisplayTime, lastUse: DisplayTime, address: String, isCurrent: Bool) {
        self.id = id
        self.device = device
        self.firstUse = firstUse
        self.lastUse = lastUse
        self.address = address
        self.isCurrent = isCurrent
    }
}

/// The name of a device.
package enum ShownDevice: Sendable, Hashable {
    /// The name that the device reported. Untrusted text.
    case named(String)
    /// A browser on a system, such as Firefox on Linux: names from lists of this server.
    case browser(String, system: String)
    case unknown

    func html(on site: Site) -> HTML {
        switch self {
        case .named(let name): bdi { name }
        case .browser(let browser, let system): HTML(site.text(.browserOnSystem(browser: browser, system: system)))
        case .unknown: HTML(site.text(.deviceUnknown))
        }
    }
}

/// An event of the account, as the account page lists it.
package struct AccountEvent: Sendable, Hashable {
    /// A description such as `Signed in` or `Wrong password`.
    package let summary: PageText

    /// The time of the event.
    package let time: DisplayTime

    /// The network address of the client; nil for events of the server or its operator.
    package let address: String?

    /// Whether the owner should review the event.
    package let needsAttention: Bool

    package init(summary: PageText, time: DisplayTime, address: String?, needsAttention: Bool = false) {
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

    func html(on site: Site) -> HTML {
        li(.data("session", session.id), session.isCurrent ? .aria(.current, "true") : nil) {
            div(.class("what")) {
                p(.class("name")) {
                    session.device.html(on: site)
                    if session.isCurrent {
                        " "
                        span(.class("badge")) { site.text(.thisDevice) }
                    }
                }
                p(.class("detail")) { site.html(.sessionLastUse(time: session.lastUse, address: session.address)) }
                p(.class("detail")) { site.html(.sessionFirstUse(time: session.firstUse)) }
            }
            if !session.isCurrent {
                PostButton(
                    .signOut, spokenDetail: session.device.html(on: site), action: PagePath.revokeSession(session.id),
                    formToken: formToken
                ).html(on: site)
            }
        }
    }
}

/// An event of the account.
struct EventRow {
    let event: AccountEvent

    func html(on site: Site) -> HTML {
        li(event.needsAttention ? .class("attention") : nil) {
            div(.class("what")) {
                p(.class("name")) { site.text(event.summary) }
                if let address = event.address {
                    p(.class("detail")) { site.html(.activityAddress(address: address)) }
                }
            }
            p(.class("detail", "when")) { event.time.html(on: site) }
        }
    }
}

/// A time, which a page shows in the reader's zone and form: one of the last days by its age, with the date as the title.
package struct DisplayTime: Sendable, Hashable {
    /// The seconds since the Unix epoch.
    let seconds: Int64

    /// Creates a time.
    package init(seconds: Int64) {
        self.seconds = seconds
    }

    var argument: TextArgument { .moment(seconds) }

    func html(on site: Site) -> HTML {
        let date = site.format.date(seconds, .moment)
        guard let now = site.now, let age = site.format.relative(seconds, now: now.seconds) else {
            return time(.datetime(machine)) { date }
        }
        return time(.datetime(machine), .title(date)) { age }
    }

    /// The time as ISO 8601 in UTC, such as `2026-03-01T12:00:00Z`.
    var machine: String {
        Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
    }
}
