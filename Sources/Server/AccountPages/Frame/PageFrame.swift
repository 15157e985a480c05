package import Markup
package import Texts

/// A page: a model that renders itself. The same model on the same site gives the same text.
package protocol Page: Sendable {
    /// Renders the whole page.
    func document(on site: Site) -> HTMLDocument

    /// The page's own script. Such a page needs a Content-Security-Policy that permits it.
    var script: LocalPath? { get }

    /// Whether the page has the script that stores the reader's time zone in a cookie: a page with times, or one that leads to them.
    var learnsZone: Bool { get }

    /// Scripts that only make the page more convenient. The policy of such a page permits no script to connect to anything, because
    /// these scripts work on passwords and codes.
    var helpers: [LocalPath] { get }
}

extension Page {
    package var script: LocalPath? { nil }

    package var learnsZone: Bool { false }

    package var helpers: [LocalPath] { [] }
}

/// The common parts of all pages: the head, the header with the name of the service, and the heading.
struct PageFrame {
    enum Width: String {
        case narrow, wide
        /// Two columns if there is enough room.
        case broad
    }

    let title: String
    let site: Site
    var width: Width = .narrow
    /// The token of the sign-out button, on a page for a signed-in user.
    var formToken: FormToken?
    var errors: [FormError] = []
    /// The page's own script. Such a page needs a Content-Security-Policy that permits it.
    var script: LocalPath?
    /// Whether the page has the script that stores the reader's time zone. Such a page needs the same policy.
    var learnsZone: Bool
    /// Scripts that only make the page more convenient.
    var helpers: [LocalPath] = []
    /// The section of the desk that the page is in; nil for none.
    var section: DeskSection?
    /// The links between the pages of a part of the site; nil for those of the desk, if the site has one.
    var navigation: HTML?

    /// Creates a page in the reader's language.
    init(
        _ title: PageText, site: Site, width: Width = .narrow, formToken: FormToken? = nil, errors: [FormError] = [],
        script: LocalPath? = nil, learnsZone: Bool = false, helpers: [LocalPath] = []
    ) {
        self.title = site.text(title)
        self.site = site
        self.width = width
        self.formToken = formToken
        self.errors = errors
        self.script = script
        self.learnsZone = learnsZone
        self.helpers = helpers
    }

    /// Creates a page for developers, which is in English.
    init(
        english title: String, site: Site, width: Width = .narrow, errors: [FormError] = [], script: LocalPath? = nil,
        section: DeskSection? = nil
    ) {
        self.title = title
        self.section = section
        self.site = site.inEnglish
        self.width = width
        self.errors = errors
        self.script = script
        learnsZone = false
    }

    func document(@HTMLBuilder content: () -> HTML) -> HTMLDocument {
        HTMLDocument(lang: site.format.language.tag, isRightToLeft: site.format.language.direction == .rightToLeft) {
            // Screen readers announce the title first, so it also indicates a failure.
            Markup.title((errors.isEmpty ? title : site.text(.titleWithError(title: title))) + " · " + site.serviceName)
            meta("viewport", "width=device-width, initial-scale=1")
            meta("color-scheme", "light dark")
            meta("theme-color", "#f5f4ef", media: "(prefers-color-scheme: light)")
            meta("theme-color", "#131715", media: "(prefers-color-scheme: dark)")
            link(.stylesheet, .local(PagePath.stylesheet))
            link(.icon, .local(PagePath.icon))
            if let script = script ?? site.script { Markup.script(src: script) }
            if learnsZone { Markup.script(src: PagePath.zoneScript) }
            for helper in helpers { Markup.script(src: helper) }
        } body: {
            if let signals = site.passkeySignals { div(.hidden, .data("signals", signals)) {} }
            div(.class("frame", width.rawValue)) {
                pageHeader
                if let navigation {
                    navigation
                } else if !site.desk.isEmpty {
                    DeskNavigation(sections: site.desk, current: section).html
                }
                main(.class("sheet")) {
                    h1 { title }
                    ErrorSummary(errors: errors).html(on: site)
                    content()
                }
                if let picker = site.languagePicker { picker.html(on: site) }
            }
        }
    }

    private var home: LocalPath {
        if !site.desk.isEmpty { return PagePath.desk }
        return site.visitor.isSignedIn ? PagePath.account : PagePath.signIn
    }

    private var pageHeader: HTML {
        header(.class("top")) {
            a(.class("brand"), .href(.local(home))) {
                span(.class("mark"), .aria(.hidden, "true")) {}
                span { site.serviceName }
            }
            if let username = site.visitor.username { bdi(.class("user")) { username } }
            if site.visitor.isSignedIn, let formToken {
                PostButton(.signOut, action: PagePath.signOut, formToken: formToken).html(on: site)
            }
        }
    }
}

/// The values of the service that every page shows.
package struct Site: Sendable, Hashable {
    /// The name of the service.
    package let serviceName: String

    /// The visitor of the page.
    package let visitor: Visitor

    /// The language of the visitor, with the forms of numbers and dates.
    package let format: ReaderFormat

    /// The signals of the browser to its password managers about the passkeys of an account: for each method of
    /// `PublicKeyCredential` its argument, in JSON. Nil for nothing.
    package let passkeySignals: String?

    /// The form that changes the language; nil on a page without it.
    package let languagePicker: LanguagePicker?

    /// The present, from which pages count the times of the last days; nil shows their dates.
    package private(set) var now: DisplayTime?

    /// The sections of the desk, to which each page for developers links; empty in production, and on pages for users.
    package let desk: [DeskSection]

    /// The visitor of a page.
    package enum Visitor: Sendable, Hashable {
        case anonymous
        /// A visitor with a session. The user name is the one typed at sign-up; nil if the account has none.
        case signedIn(username: String?)
    }

    /// Creates a site, as one visitor sees it.
    package init(
        serviceName: String, visitor: Visitor = .anonymous, format: ReaderFormat = .english, passkeySignals: String? = nil,
        languagePicker: LanguagePicker? = nil, now: DisplayTime? = nil, desk: [DeskSection] = []
    ) {
        self.serviceName = serviceName
        self.now = now
        self.desk = desk
        self.passkeySignals = passkeySignals
        self.visitor = visitor
        self.format = format
        self.languagePicker = languagePicker
    }

    /// The site with dates in place of recent times, for sentences that announce a time.
    var dated: Site {
        var site = self
        site.now = nil
        return site
    }

    /// The site for the fields of pages for developers, whose texts are not in the catalogs.
    static let english = Site(serviceName: "")

    /// The site for a page that is not translated. It has no language picker, and its dates are in UTC.
    var inEnglish: Site {
        Site(serviceName: serviceName, visitor: visitor, format: .english, passkeySignals: passkeySignals, now: now, desk: desk)
    }
}

extension Site {
    /// The script that every page for this visitor needs, in addition to the page's own script.
    package var script: LocalPath? { passkeySignals.map { _ in PagePath.passkeysScript } }
}

extension Site.Visitor {
    /// Whether the home link leads to the account; otherwise it leads to sign-in.
    var isSignedIn: Bool { self != .anonymous }

    /// The user name of the visitor. Nil for a visitor without a session, and for an account without a user name.
    package var username: String? {
        if case .signedIn(let username) = self { username } else { nil }
    }
}
