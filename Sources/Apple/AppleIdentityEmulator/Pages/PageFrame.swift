import FoundationEssentials
import Markup
import Texts

/// The frame of all pages: the head, the banners, the navigation, and the error of the submitted form. The banners say that this is
/// not Apple, and that the clock is moved.
struct PageFrame {
    enum Width: String {
        case narrow, wide
    }

    /// The pages of the navigation. The sheet is not one of them, so that it looks the same as for an app's users.
    enum Place: CaseIterable {
        case home, account, console, log, service

        var text: EmulatorText {
            switch self {
            case .home: .overview
            case .account: .people
            case .console: .console
            case .log: .log
            case .service: .serviceState
            }
        }

        var path: LocalPath {
            switch self {
            case .home: PagePath.home
            case .account: PagePath.people
            case .console: PagePath.Console.teams
            case .log: PagePath.Console.log
            case .service: PagePath.Console.state
            }
        }
    }

    let title: String
    var width: Width = .narrow
    var place: Place?
    /// Whether the title begins with an error, which screen readers then read first.
    var hasProblem = false
    /// The reader of a page that plays Apple toward a user. Pages for developers are in English.
    var reader = ReaderFormat.english
    /// Whether the page has the console's script. Pages that play Apple toward a user have none.
    var hasScript = false

    func document(@HTMLBuilder content: () -> HTML) -> HTMLDocument {
        HTMLDocument(lang: reader.language.tag, isRightToLeft: reader.language.direction == .rightToLeft) {
            Markup.title((hasError ? reader.text(.titleWithError(title: title)) : title) + " · " + reader.text(.service))
            meta("viewport", "width=device-width, initial-scale=1")
            meta("color-scheme", "light dark")
            meta("robots", "noindex")
            link(.stylesheet, .local(PagePath.stylesheet))
            link(.icon, .local(PagePath.icon))
            if hasScript { script(src: PagePath.script) }
        } body: {
            header {
                p(.class("stripe")) { reader.text(.notApple) }
                if let clock = PageContext.current.clock { clock.banner(for: reader) }
            }
            div(.class("frame", width.rawValue)) {
                if let place {
                    if !PageContext.current.parts.isEmpty { partNavigation(PageContext.current.parts) }
                    navigation(place)
                }
                main {
                    if let rejected = PageContext.current.rejected { rejected.notice }
                    content()
                }
            }
        }
    }

    private var hasError: Bool { hasProblem || PageContext.current.rejected != nil }

    private func partNavigation(_ parts: [PartLink]) -> HTML {
        nav(.class("ways"), .lang("en"), .aria(.label, "Desk")) {
            for part in parts {
                a(.href(.web(part.address)), part.isCurrent ? .aria(.current, "true") : nil) { part.name }
            }
        }
    }

    private func navigation(_ current: Place) -> HTML {
        nav(.class("ways"), .aria(.label, reader.text(.navigation))) {
            for place in Place.allCases {
                a(.href(.local(place.path)), place == current ? .aria(.current, "page") : nil) { reader.text(place.text) }
            }
        }
    }
}

/// The paths of pages. ``WirePath`` has those of the service, ``AdminPath`` those of the admin interface.
enum PagePath {
    static let home: LocalPath = "/"
    static let stylesheet = Stylesheet.emulator.path(in: home, name: "emulator")
    /// The path of the console's script.
    static let script = Script.emulator.path(in: home, name: "emulator")
    /// The path of the icon, which all parts of `latchkey dev` share.
    static let icon = VectorImage.latchkey.path(in: home, name: "emulator")
    /// The list of Apple Accounts. The identifier of an account leads to its settings, and `mail` after it to its mail.
    static let people: LocalPath = "/people"

    /// Returns the path of the settings of an account.
    static func settings(of person: PersonIdentifier) -> LocalPath { people.appending(segment: person.rawValue) }

    /// Returns the path of the mail of an account.
    static func mail(of person: PersonIdentifier) -> LocalPath { settings(of: person).appending(segment: "mail") }

    /// The sheet, with one path for each step, followed by the ID of the sign-in.
    enum Sheet {
        static let account: LocalPath = "/sheet/account"
        static let code: LocalPath = "/sheet/code"
        static let consent: LocalPath = "/sheet/consent"
        static let cancel: LocalPath = "/sheet/cancel"
        static let switchAccount: LocalPath = "/sheet/switch"
    }

    /// The settings of an Apple Account.
    enum Account {
        static let choose: LocalPath = "/account"
        static let mail: LocalPath = "/account/mail"
        static let stopUsing: LocalPath = "/account/stop-using"
        static let forwarding: LocalPath = "/account/forwarding"
        static let delete: LocalPath = "/account/delete"
        static let signOut: LocalPath = "/account/sign-out"
        static let make: LocalPath = "/account/make"
        static let signIn: LocalPath = "/account/sign-in"
        static let password: LocalPath = "/account/password"
        static let addresses: LocalPath = "/account/addresses"
        static let security: LocalPath = "/account/security"
    }

    /// The developer console.
    enum Console {
        static let teams: LocalPath = "/console"
        static let team: LocalPath = "/console/team"
        static let log: LocalPath = "/console/log"
        /// The events that say that the log has changed.
        static let logEvents: LocalPath = "/console/log/events"
        static let state: LocalPath = "/console/service-state"
        static let clock: LocalPath = "/console/service-state/clock"
        /// Moves the clock back to the machine's time.
        static let clockBack: LocalPath = "/console/service-state/clock/back"
        static let faults: LocalPath = "/console/service-state/faults"
    }
}

/// The paths of the admin interface that pages link to.
enum AdminPath {
    static let certificate: LocalPath = "/emulator/ca.pem"
}

/// A time in UTC, readable (`21 Nov 2026, 12:40:08`) and as an attribute for programs.
///
/// Pages for developers show these words. Pages for users show those of ``ReaderFormat``.
struct DateText {
    let date: Date

    init(_ date: Date) {
        self.date = date
    }

    var human: String {
        let parts = Self.calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        let month = Self.months[max(1, min(12, parts.month ?? 1)) - 1]
        let clock = [parts.hour, parts.minute, parts.second].map { part in
            let digits = String(part ?? 0)
            return digits.utf8.count < 2 ? "0" + digits : digits
        }
        return "\(parts.day ?? 1) \(month) \(parts.year ?? 2000), \(clock.joined(separator: ":"))"
    }

    var html: HTML { marked(human) }

    /// Returns an element with the time for programs around words for the reader.
    func marked(_ words: String) -> HTML { time(.datetime(date.formatted(.iso8601))) { words } }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()
}
