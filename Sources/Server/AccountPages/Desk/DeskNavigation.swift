package import Markup

/// A section of the desk, the pages of `latchkey dev`. The raw value is part of a path, so it never changes.
package enum DeskSection: String, Sendable, CaseIterable {
    case desk
    case timeline
    case accounts
    case mail
    case log
    /// The simulated phones, on a separate server.
    case phones
    /// The emulator of Apple's service, on a separate server.
    case apple
    case api
    case signIn = "sign-in"

    /// The path on the account server. For a section on another server, the path redirects to it.
    package var path: LocalPath {
        switch self {
        case .desk: PagePath.desk
        case .timeline: PagePath.deskTimeline
        case .accounts: PagePath.deskAccounts
        case .mail: PagePath.mailbox
        case .log: PagePath.deskLog
        case .phones, .apple: PagePath.deskOpening(rawValue)
        case .api: PagePath.apiReference
        case .signIn: PagePath.signIn
        }
    }

    package var label: String {
        switch self {
        case .desk: "Desk"
        case .timeline: "Timeline"
        case .accounts: "Accounts"
        case .mail: "Mail"
        case .log: "Log"
        case .phones: "Phones"
        case .apple: "Apple"
        case .api: "API"
        case .signIn: "Sign in"
        }
    }
}

/// The links between the sections of the desk, which all pages for developers have under `latchkey dev`.
struct DeskNavigation {
    let sections: [DeskSection]
    /// The section of the page; nil for a page that is in none.
    let current: DeskSection?

    var html: HTML {
        nav(.class("desk-navigation"), .aria(.label, "Desk")) {
            ul(.role(.list)) {
                for entry in sections {
                    li { a(.href(.local(entry.path)), entry == current ? .aria(.current, "page") : nil) { entry.label } }
                }
            }
        }
    }
}

/// A button of the desk that sends its own request.
struct DeskButton {
    let label: String
    let action: LocalPath
    let formToken: FormToken
    var isDestructive = false
    /// What distinguishes the button from others of the page, for screen readers; empty for the only one.
    var spoken = ""

    var html: HTML {
        form(.class("single"), .method(.post), .action(action)) {
            HiddenField(.formToken, formToken.value).html
            button(isDestructive ? .class("button", "small", "danger") : .class("button", "small", "quiet"), .type(.submit)) {
                label
                if !spoken.isEmpty { span(.class("visually-hidden")) { spoken } }
            }
        }
    }
}

/// A value that a script offers to copy. Without the script the value can be selected.
struct CopiedValue {
    /// The identifier of the value on the page: letters, digits and hyphens.
    let id: String
    /// The name of the value, for screen readers.
    let name: String
    let value: String

    var html: HTML {
        HTML {
            code(.id(id)) { value }
            " "
            DeskCopyButton(of: id, spoken: name).html
        }
    }
}

/// A button that copies the text of an element. The script shows it, because only the script can copy.
struct DeskCopyButton {
    /// The identifier of the element: letters, digits and hyphens.
    let id: String
    let label: String
    /// What distinguishes the button from others of the page, for screen readers; empty for the only one.
    let spoken: String

    init(of id: String, label: String = "Copy", spoken: String) {
        self.id = id
        self.label = label
        self.spoken = spoken
    }

    var html: HTML {
        button(.class("button", "small", "quiet"), .type(.button), .hidden, .data("copies", id)) {
            label
            if !spoken.isEmpty { span(.class("visually-hidden")) { " \(spoken)" } }
        }
    }
}
