import Markup

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
