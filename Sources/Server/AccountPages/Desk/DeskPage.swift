package import Markup

/// The first page of `latchkey dev`: what runs, the credentials of the demo, and links to all other pages.
package struct DeskPage: Page, Hashable {
    /// The account server first, then the other services.
    package let services: [DeskService]
    package let credentials: [DeskCredentials]
    package let links: [DeskLink]
    /// The snapshots; nil if the data cannot be copied.
    package let snapshots: DeskSnapshots?
    package let formToken: FormToken

    package init(
        services: [DeskService], credentials: [DeskCredentials], links: [DeskLink], snapshots: DeskSnapshots? = nil,
        formToken: FormToken
    ) {
        self.services = services
        self.credentials = credentials
        self.links = links
        self.snapshots = snapshots
        self.formToken = formToken
    }

    package var script: LocalPath? { PagePath.deskScript }

    package func document(on site: Site) -> HTMLDocument {
        PageFrame(english: "Desk", site: site, width: .broad, script: script, section: .desk).document {
            p(.class("lead")) {
                "Everything that latchkey dev runs on this machine. Only the user who started it can open this page."
            }
            if let snapshots { snapshots.noticeHTML }
            div(.class("desk")) {
                section(.aria(.labelledby, "services")) {
                    h2(.id("services")) { "What runs" }
                    ul(.id("service-list"), .class("rows"), .role(.list), .data("live", "services")) {
                        for service in services { service.html }
                    }
                }
                section(.aria(.labelledby, "credentials")) {
                    h2(.id("credentials")) { "Demo credentials" }
                    ul(.class("rows"), .role(.list)) {
                        for (index, group) in credentials.enumerated() { group.html(numbered: index) }
                    }
                }
                section(.aria(.labelledby, "links")) {
                    h2(.id("links")) { "Pages" }
                    ul(.class("rows"), .role(.list)) {
                        for link in links { link.html }
                    }
                }
                if let snapshots { snapshots.html(formToken: formToken, on: site.inEnglish) }
                section(.aria(.labelledby, "start-over")) {
                    h2(.id("start-over")) { "Start over" }
                    details(.class("start-over")) {
                        summary { "Delete all data and start again" }
                        p(.class("detail")) {
                            "Accounts, mail, Apple Accounts and phones return to their first state. Keys, the password of the demo account and snapshots stay."
                        }
                        DeskButton(
                            label: "Delete and start over", action: PagePath.deskStartOver, formToken: formToken,
                            isDestructive: true
                        ).html
                    }
                }
            }
        }
    }
}

/// A service on this machine.
package struct DeskService: Sendable, Hashable {
    package let name: String
    /// The purpose of the service.
    package let detail: String
    /// The address; empty for a service that is off.
    package let address: String
    package let isRunning: Bool
    /// The path that opens the service; nil if it has no pages.
    package let opening: LocalPath?

    package init(name: String, detail: String, address: String, isRunning: Bool, opening: LocalPath? = nil) {
        self.name = name
        self.detail = detail
        self.address = address
        self.isRunning = isRunning
        self.opening = opening
    }

    fileprivate var html: HTML {
        li(isRunning ? nil : .class("attention")) {
            div(.class("what")) {
                p(.class("name")) {
                    name
                    " "
                    span(.class(isRunning ? "badge" : "badge failed")) { isRunning ? "Running" : "Not running" }
                }
                p(.class("detail")) { detail }
                if !address.isEmpty { p(.class("detail")) { code { address } } }
            }
            if let opening {
                a(.class("button", "small", "quiet"), .href(.local(opening))) {
                    "Open"
                    span(.class("visually-hidden")) { " \(name)" }
                }
            }
        }
    }
}

/// Credentials of the demo that belong together.
package struct DeskCredentials: Sendable, Hashable {
    /// The purpose of the credentials, such as `Demo account`.
    package let title: String
    package let values: [Value]
    /// A remark below the values; nil for none.
    package let remark: String?

    /// One value with its name, such as `Password`.
    package struct Value: Sendable, Hashable {
        package let name: String
        package let text: String

        package init(name: String, text: String) {
            self.name = name
            self.text = text
        }
    }

    package init(title: String, values: [Value], remark: String? = nil) {
        self.title = title
        self.values = values
        self.remark = remark
    }

    fileprivate func html(numbered number: Int) -> HTML {
        li {
            div(.class("what")) {
                p(.class("name")) { title }
                dl(.class("credentials")) {
                    for (index, value) in values.enumerated() {
                        div {
                            dt { value.name }
                            dd {
                                CopiedValue(
                                    id: "credential-\(number)-\(index)", name: "\(value.name) of \(title)", value: value.text
                                ).html
                            }
                        }
                    }
                }
                if let remark { p(.class("detail")) { remark } }
            }
        }
    }
}

/// A link to a page of the account server.
package struct DeskLink: Sendable, Hashable {
    package let title: String
    package let detail: String
    package let path: LocalPath

    package init(title: String, detail: String, path: LocalPath) {
        self.title = title
        self.detail = detail
        self.path = path
    }

    fileprivate var html: HTML {
        li {
            div(.class("what")) {
                p(.class("name")) { a(.href(.local(path))) { title } }
                p(.class("detail")) { detail }
            }
        }
    }
}

/// The page after a request that restarts the servers. Its script opens the desk when the server responds again.
package struct DeskRestartPage: Page, Hashable {
    /// The purpose of the restart.
    package enum Reason: Sendable, Hashable {
        case startOver
        case save
        case restore
    }

    package let reason: Reason

    package init(_ reason: Reason) {
        self.reason = reason
    }

    package var script: LocalPath? { PagePath.deskScript }

    package func document(on site: Site) -> HTMLDocument {
        PageFrame(english: title, site: site, width: .broad, script: script).document {
            p(.class("lead"), .data("awaits", PagePath.desk.text)) {
                "\(change), and everything starts again. This takes a few seconds."
            }
            p(.class("single")) { a(.class("button", "small", "quiet"), .href(.local(PagePath.desk))) { "Open the desk" } }
        }
    }

    private var title: String {
        switch reason {
        case .startOver: "Starting over"
        case .save: "Saving a snapshot"
        case .restore: "Restoring a snapshot"
        }
    }

    private var change: String {
        switch reason {
        case .startOver: "All data is deleted"
        case .save: "The data is copied"
        case .restore: "The data is replaced by the snapshot"
        }
    }
}
