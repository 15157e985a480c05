package import Markup

/// The accounts of the store, with a search by name.
package struct DeskAccountsPage: Page, Hashable {
    /// The search text as typed; empty for all accounts.
    package let query: String
    /// The newest first.
    package let accounts: [DeskAccount]
    /// Whether these are all accounts that match.
    package let isComplete: Bool
    package let place: AccountsPlace

    package init(query: String, accounts: [DeskAccount], isComplete: Bool, place: AccountsPlace = .desk) {
        self.query = query
        self.accounts = accounts
        self.isComplete = isComplete
        self.place = place
    }

    package func document(on site: Site) -> HTMLDocument {
        place.frame("Accounts", on: site).document {
            form(.class("desk-search"), .method(.get), .action(place.accounts)) {
                div(.class("field")) {
                    label(.for(Self.queryName)) { "Beginning of the name, identifier or e-mail address" }
                    input(
                        .type(.search), .id(Self.queryName), .name(Self.queryName), .value(query), .autocapitalizeNone,
                        .autocorrectOff,
                        .spellcheckOff)
                }
                button(.class("button", "small", "quiet"), .type(.submit)) { "Search" }
            }
            p(.class("detail"), .role(.status)) { count }
            if !accounts.isEmpty {
                ul(.class("rows"), .role(.list)) {
                    for account in accounts { row(account, on: site.inEnglish) }
                }
            }
        }
    }

    /// The name of the query item with the search text.
    package static let queryName = "q"

    private var count: String {
        if !isComplete, !accounts.isEmpty { return "The newest \(accounts.count) accounts are shown. Search for others." }
        switch accounts.count {
        case 0: return query.isEmpty ? "No accounts yet." : "No account matches."
        case 1: return "1 account"
        default: return "\(accounts.count) accounts"
        }
    }

    private func row(_ account: DeskAccount, on site: Site) -> HTML {
        li {
            div(.class("what")) {
                p(.class("name")) {
                    a(.href(.local(place.account(account.id)))) { account.shownName }
                    if account.locked != nil { account.lockedBadge }
                }
                p(.class("detail")) {
                    "Created "
                    account.created.html(on: site)
                }
            }
        }
    }
}

/// An account as the desk and the console list it.
package struct DeskAccount: Sendable, Hashable {
    package let id: String
    /// The user name as typed; nil if the account has none.
    package let name: String?
    package let created: DisplayTime
    /// When an operator locked the account; nil if it is not locked.
    package let locked: DisplayTime?

    package init(id: String, name: String?, created: DisplayTime, locked: DisplayTime? = nil) {
        self.id = id
        self.name = name
        self.created = created
        self.locked = locked
    }

    fileprivate var shownName: HTML {
        if let name { bdi { name } } else { HTML("No user name") }
    }

    fileprivate var lockedBadge: HTML {
        HTML {
            " "
            span(.class("badge")) { "locked" }
        }
    }
}

/// One account: its credentials, sessions and events, and on the desk the button that ends its sessions.
package struct DeskAccountPage: Page, Hashable {
    package let account: DeskAccount
    package let credentials: [DeskCredential]
    package let sessions: [DeskSession]
    /// The latest first.
    package let events: [DeskEvent]
    /// Whether the sessions have just been ended.
    package let hasEndedSessions: Bool
    package let formToken: FormToken
    /// The parts that the console adds; nil on the desk.
    package let operation: OperatedAccount?

    package init(
        account: DeskAccount, credentials: [DeskCredential], sessions: [DeskSession], events: [DeskEvent],
        hasEndedSessions: Bool = false, formToken: FormToken, operation: OperatedAccount? = nil
    ) {
        self.account = account
        self.credentials = credentials
        self.sessions = sessions
        self.events = events
        self.hasEndedSessions = hasEndedSessions
        self.formToken = formToken
        self.operation = operation
    }

    package var script: LocalPath? { operation == nil ? PagePath.deskScript : nil }

    package func document(on site: Site) -> HTMLDocument {
        let english = site.inEnglish
        let place: AccountsPlace = operation == nil ? .desk : .console(formToken)
        return place.frame("Account", on: site, script: script).document {
            if hasEndedSessions { p(.class("notice"), .role(.status)) { "All sessions of this account have ended." } }
            if let notice = operation?.notice { notice.html }
            p(.class("lead")) {
                strong { account.shownName }
                if account.locked != nil { account.lockedBadge }
            }
            p(.class("detail")) { CopiedValue(id: "identifier", name: "the identifier", value: account.id).html }
            p(.class("detail")) {
                "Created "
                account.created.html(on: english)
            }
            div(.class("desk")) {
                if let operation { operation.orders(for: account.id, formToken: formToken) }
                listSection("Credentials and factors", "credentials", credentials.map { $0.html(on: english) }, ifEmpty: "None.")
                section(.aria(.labelledby, "sessions")) {
                    h2(.id("sessions")) { "Sessions" }
                    if sessions.isEmpty {
                        p(.class("detail")) { "No session." }
                    } else {
                        ul(.class("rows"), .role(.list)) {
                            for session in sessions { session.html(on: english) }
                        }
                        if operation == nil {
                            DeskButton(
                                label: "End all sessions", action: PagePath.endSessions(ofDeskAccount: account.id),
                                formToken: formToken
                            ).html
                        }
                    }
                }
                if let operation {
                    listSection(
                        "What operators did", "records", operation.records.map { $0.html(on: english) }, ifEmpty: "Nothing.")
                }
                listSection("Events", "events", events.map { $0.html(on: english) }, ifEmpty: "No events.")
            }
        }
    }

    private func listSection(_ heading: String, _ id: String, _ rows: [HTML], ifEmpty nothing: String) -> HTML {
        section(.aria(.labelledby, id)) {
            h2(.id(id)) { heading }
            if rows.isEmpty {
                p(.class("detail")) { nothing }
            } else {
                ul(.class("rows"), .role(.list)) {
                    for row in rows { row }
                }
            }
        }
    }
}

/// A credential or second factor of an account. It contains no secret.
package struct DeskCredential: Sendable, Hashable {
    /// The kind, such as `Passkey`.
    package let kind: String
    /// The text that distinguishes it from others of the kind, which is untrusted. Nil if the account has at most one of the kind.
    package let name: String?
    /// The state, such as `suspended`; nil for none worth a mention.
    package let state: String?
    package let added: DisplayTime?

    package init(kind: String, name: String? = nil, state: String? = nil, added: DisplayTime? = nil) {
        self.kind = kind
        self.name = name
        self.state = state
        self.added = added
    }

    fileprivate func html(on site: Site) -> HTML {
        li {
            div(.class("what")) {
                p(.class("name")) {
                    kind
                    if let name {
                        " "
                        bdi { name }
                    }
                    if let state {
                        " "
                        span(.class("badge")) { state }
                    }
                }
                if let added {
                    p(.class("detail")) {
                        "Added "
                        added.html(on: site)
                    }
                }
            }
        }
    }
}

/// A session of an account, as the desk lists it.
package struct DeskSession: Sendable, Hashable {
    package let id: String
    /// The name that the client reported. Untrusted text.
    package let device: String
    /// The network address of the last use.
    package let address: String
    /// How the session was opened, such as `password, one-factor`.
    package let origin: String
    package let firstUse: DisplayTime
    package let lastUse: DisplayTime

    package init(id: String, device: String, address: String, origin: String, firstUse: DisplayTime, lastUse: DisplayTime) {
        self.id = id
        self.device = device
        self.address = address
        self.origin = origin
        self.firstUse = firstUse
        self.lastUse = lastUse
    }

    fileprivate func html(on site: Site) -> HTML {
        li(.data("session", id)) {
            div(.class("what")) {
                p(.class("name")) { bdi { device } }
                p(.class("detail")) {
                    "Last used "
                    lastUse.html(on: site)
                    " from \(address)"
                }
                p(.class("detail")) {
                    "Opened "
                    firstUse.html(on: site)
                    " by \(origin)"
                }
            }
        }
    }
}

/// An event of an account, as the desk lists it.
package struct DeskEvent: Sendable, Hashable {
    /// The event in words.
    package let summary: PageText
    /// The stable name of the kind, such as `signed-in`.
    package let kind: String
    package let time: DisplayTime
    package let address: String
    /// The name that the client reported. Untrusted text.
    package let device: String

    package init(summary: PageText, kind: String, time: DisplayTime, address: String, device: String) {
        self.summary = summary
        self.kind = kind
        self.time = time
        self.address = address
        self.device = device
    }

    fileprivate func html(on site: Site) -> HTML {
        li {
            div(.class("what")) {
                p(.class("name")) {
                    site.text(summary)
                    " "
                    code { kind }
                }
                p(.class("detail")) {
                    bdi { device }
                    " · \(address)"
                }
            }
            p(.class("detail", "when")) { time.html(on: site) }
        }
    }
}
