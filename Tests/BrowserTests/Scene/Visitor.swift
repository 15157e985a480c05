import Chromium
import Synchronization

/// Somebody who visits the site: a page of the browser, and what the browser remarked on wherever it went.
final class Visitor: Sendable {
    let page: Page
    private let origin: String
    /// The addresses of documents that came with a status of 400 or more, once for each time.
    private let refusals = Mutex<[String]>([])

    init(page: Page, origin: String) {
        self.page = page
        self.origin = origin
    }

    /// Opens a path of the site, and goes where it leads.
    func open(_ path: String) async throws {
        try await page.open(origin + path)
        try await arrive()
    }

    /// Clicks on what leads to another page.
    func follow(_ selector: String) async throws {
        try await page.click(selector)
        try await page.waitForLoad()
        try await arrive()
    }

    /// Presses a key that leads to another page.
    func press(leading key: Key) async throws {
        try await page.press(key)
        try await page.waitForLoad()
        try await arrive()
    }

    /// Sends the one form of the page by its button.
    func submit() async throws { try await follow("main .fields button") }

    /// Looks at each page before it is left: some remarks are made only when the page is asked for them.
    private func arrive() async throws {
        if let status = page.status, status >= 400 {
            let address = try await page.url
            refusals.withLock { $0.append(address) }
        }
        _ = try await page.issues
    }

    /// Everything the browser remarked on. A refused document it mentions as a resource that failed; that is left out, once for each.
    var remarks: [String] {
        get async throws {
            var refused = refusals.withLock { $0 }
            let messages = try await page.consoleMessages.filter { message in
                guard message.source == "network", let index = refused.firstIndex(where: { $0 == message.address }) else {
                    return true
                }
                refused.remove(at: index)
                return false
            }
            return try await messages.map(\.description) + page.issues.map(\.description)
        }
    }
}

extension Visitor {
    /// Where the visitor is: the address without the site's origin.
    var path: String {
        get async throws { String(try await page.url.dropFirst(origin.count)) }
    }

    var heading: String {
        get async throws { try await page.text("h1") }
    }

    /// The stable codes of the notice or of what is wrong with the form.
    var codes: [String] {
        get async throws {
            let found = try await page.evaluate("[...document.querySelectorAll('[data-code]')].map(e => e.dataset.code)")
            return found.array?.compactMap(\.string) ?? []
        }
    }

    /// What has the focus: its id, or else its text.
    var focus: String {
        get async throws {
            try await page.evaluate("document.activeElement.id || document.activeElement.innerText.trim()").string ?? ""
        }
    }

    func signUp(as name: String, password: String = .firstPassword) async throws {
        try await open("/sign-up")
        try await page.fill("#username", name)
        try await page.fill("#password", password)
        try await submit()
    }

    func signIn(as name: String, password: String = .firstPassword) async throws {
        try await open("/sign-in")
        try await enter(name, password)
    }

    /// Fills in the sign-in form of this page, and sends it.
    func enter(_ name: String, _ password: String = .firstPassword) async throws {
        try await page.fill("#username", name)
        try await page.fill("#password", password)
        try await submit()
    }

    /// Fills in the form of this page that changes the password, and sends it.
    func changePassword(from current: String, to new: String) async throws {
        try await page.fill("#current-password", current)
        try await page.fill("#new-password", new)
        try await submit()
    }
}

extension String {
    /// As somebody chose it before the server asked for more.
    static let weakPassword = "monkeyspring1"
    static let firstPassword = "velvet-otter 41 harbour"
    static let secondPassword = "copper-heron 72 meadow"
}
