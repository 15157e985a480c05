package import Markup

/// A page: a model that draws itself. The same model on the same site gives the same text.
package protocol Page: Sendable {
    /// The whole page.
    func document(on site: Site) -> HTMLDocument
}

/// What all pages share: the head, the header with the name of the service, and the heading.
struct PageFrame {
    enum Width: String {
        case narrow, wide
        /// Two columns, where there is room for them.
        case broad
    }

    let title: String
    let site: Site
    var width: Width = .narrow
    /// What the button to sign out carries back, on a page of somebody who is signed in.
    var formToken: FormToken?
    var errors: [FormError] = []
    /// A script of the page's own; such a page needs a Content-Security-Policy that permits it.
    var script: LocalPath?

    init(
        title: String, site: Site, width: Width = .narrow, formToken: FormToken? = nil, errors: [FormError] = [],
        script: LocalPath? = nil
    ) {
        self.script = script
        self.title = title
        self.site = site
        self.width = width
        self.formToken = formToken
        self.errors = errors
    }

    func document(@HTMLBuilder content: () -> HTML) -> HTMLDocument {
        HTMLDocument(lang: "en") {
            // A screen reader says the title first, so a failure is told there too.
            Markup.title((errors.isEmpty ? "" : "Not done yet: ") + title + " · " + site.serviceName)
            meta("viewport", "width=device-width, initial-scale=1")
            meta("color-scheme", "light dark")
            meta("theme-color", "#f5f4ef", media: "(prefers-color-scheme: light)")
            meta("theme-color", "#131715", media: "(prefers-color-scheme: dark)")
            link(.stylesheet, .local(PagePath.stylesheet))
            link(.icon, .local(PagePath.icon))
            if let script { Markup.script(src: script) }
        } body: {
            div(.class("frame", width.rawValue)) {
                pageHeader
                main(.class("sheet")) {
                    h1 { title }
                    ErrorSummary(errors: errors).html
                    content()
                }
            }
        }
    }

    private var pageHeader: HTML {
        header(.class("top")) {
            a(.class("brand"), .href(.local(site.visitor.isSignedIn ? PagePath.account : PagePath.signIn))) {
                span(.class("mark"), .aria(.hidden, "true")) {}
                span { site.serviceName }
            }
            if let username = site.visitor.username { bdi(.class("user")) { username } }
            if site.visitor.isSignedIn, let formToken {
                PostButton("Sign out", action: PagePath.signOut, formToken: formToken).html
            }
        }
    }
}

/// What every page says about the service around it.
package struct Site: Sendable, Hashable {
    /// The name of the service, as people know it.
    package let serviceName: String

    /// Who looks at the page.
    package let visitor: Visitor

    /// Who looks at a page.
    package enum Visitor: Sendable, Hashable {
        case stranger
        /// Somebody with a session. The user name is the one typed at sign-up; nil for an account that has none.
        case signedIn(username: String?)
    }

    /// A site, as one visitor sees it.
    package init(serviceName: String, visitor: Visitor = .stranger) {
        self.serviceName = serviceName
        self.visitor = visitor
    }
}

extension Site.Visitor {
    /// Where the way home leads: to the account of whoever has a session, and everybody else to sign-in.
    var isSignedIn: Bool { self != .stranger }

    /// Nil for a stranger, and for an account without a user name.
    package var username: String? {
        if case .signedIn(let username) = self { username } else { nil }
    }
}
