import Markup

/// What all pages share: the head, the stripe that says that this is not Apple, the way through the pages, and the heading.
struct PageFrame {
    enum Width: String {
        case narrow, wide
    }

    /// The pages that the navigation names; the sheet has none, so that it looks as it will for an app's users.
    enum Place: String, CaseIterable {
        case home = "Overview"
        case account = "People"
        case console = "Console"
        case log = "Log"
        case service = "Service"

        var path: LocalPath {
            switch self {
            case .home: PagePath.home
            case .account: PagePath.Account.choose
            case .console: PagePath.Console.teams
            case .log: PagePath.Console.log
            case .service: PagePath.Console.state
            }
        }
    }

    let title: String
    var width: Width = .narrow
    var place: Place?
    /// What goes wrong is said in the title first: a screen reader begins there.
    var hasProblem = false

    func document(@HTMLBuilder content: () -> HTML) -> HTMLDocument {
        HTMLDocument(lang: "en") {
            Markup.title((hasProblem ? "Not done: " : "") + title + " · Sign in with Apple emulator")
            meta("viewport", "width=device-width, initial-scale=1")
            meta("color-scheme", "light dark")
            meta("robots", "noindex")
            link(.stylesheet, .local(PagePath.stylesheet))
        } body: {
            p(.class("stripe")) {
                strong { "Emulator." }
                " This is not Apple: the accounts here exist for testing only."
            }
            div(.class("frame", width.rawValue)) {
                if let place { navigation(place) }
                main {
                    content()
                }
            }
        }
    }

    private func navigation(_ current: Place) -> HTML {
        nav(.class("ways"), .aria(.label, "Pages of the emulator")) {
            for place in Place.allCases {
                a(.href(.local(place.path)), place == current ? .aria(.current, "page") : nil) { place.rawValue }
            }
        }
    }
}
