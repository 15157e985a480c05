import AccountServer
import Chromium
import Synchronization
import Testing

/// An account server, a browser, and the users who visit the server with it.
///
/// Every test fails if the browser reports a problem on a visited page: console messages, and issues about forms, cookies,
/// policies or resources.
final class Scene: Sendable {
    let site: AccountSite
    private let browser: Browser
    private let visitors = Mutex<[Visitor]>([])

    static func run(
        host: String = "127.0.0.1", desk: DevelopmentDesk? = nil, mail: DevelopmentMail? = nil,
        adjust: (inout ServerConfiguration) -> Void = { _ in },
        sourceLocation: SourceLocation = #_sourceLocation,
        _ body: @escaping @Sendable (Scene) async throws -> Void
    ) async throws {
        let browser = try #require(SharedBrowser.current, sourceLocation: sourceLocation)
        try await AccountSite.run(host: host, desk: desk, mail: mail, adjust: adjust) { site in
            let scene = Scene(site: site, browser: browser)
            try await body(scene)
            for visitor in scene.visitors.withLock({ $0 }) {
                let remarks = try await visitor.remarks
                #expect(remarks == [], "problems that the browser reported", sourceLocation: sourceLocation)
                try await visitor.page.close()
            }
        }
    }

    private init(site: AccountSite, browser: Browser) {
        self.site = site
        self.browser = browser
    }

    /// A user with a separate browser profile.
    func newVisitor(
        script: Bool = true, size: PageSize = .desktop, colorScheme: ColorScheme = .light
    ) async throws -> Visitor {
        try await newVisitor(Appearance(size: size, scheme: colorScheme, script: script))
    }

    /// A user with a separate browser profile, whose browser shows pages in a certain way.
    func newVisitor(_ appearance: Appearance) async throws -> Visitor {
        let page = try await browser.newPage(appearance)
        let visitor = Visitor(page: page, origin: site.origin)
        visitors.withLock { $0.append(visitor) }
        return visitor
    }
}
