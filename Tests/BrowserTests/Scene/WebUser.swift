import Browsers

/// A user who visits the site with any browser.
protocol WebUser: Sendable {
    associatedtype Page: BrowserPage
    var page: Page { get }
    var origin: String { get }

    /// A page has loaded.
    func arrive() async throws
}

extension WebUser {
    /// Opens a path of the site, and follows redirects.
    func open(_ path: String) async throws {
        try await page.open(origin + path)
        try await arrive()
    }

    /// Clicks on an element that leads to another page.
    func follow(_ selector: String) async throws {
        try await page.click(selector)
        try await page.waitForLoad()
        try await arrive()
    }

    /// Submits the page's form with its own button, not with that of a passkey.
    func submit() async throws { try await follow("main .fields button:not([form])") }

    /// The path of the visitor's address.
    var path: String {
        get async throws { String(try await page.url.dropFirst(origin.count)) }
    }

    var heading: String {
        get async throws { try await page.text("h1") }
    }

    /// The stable codes of the notice or of the form's errors.
    var codes: [String] {
        get async throws {
            let found = try await page.evaluate("[...document.querySelectorAll('[data-code]')].map(e => e.dataset.code)")
            return found.array?.compactMap(\.string) ?? []
        }
    }
}
