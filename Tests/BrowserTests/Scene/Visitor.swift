import Chromium
import Synchronization

/// A user who visits the site: a page of the browser, and every problem that the browser reported on the way.
final class Visitor: WebUser {
    let page: Page
    let origin: String
    /// The addresses of documents with a status of 400 or higher, once per response.
    private let rejections = Mutex<[String]>([])

    init(page: Page, origin: String) {
        self.page = page
        self.origin = origin
    }

    /// Presses a key that leads to another page.
    func press(leading key: Key) async throws {
        try await page.press(key)
        try await page.waitForLoad()
        try await arrive()
    }

    /// Checks each page before leaving it, because the browser reports some problems only on request.
    func arrive() async throws {
        if let status = page.status, status >= 400 {
            let address = try await page.url
            rejections.withLock { $0.append(address) }
        }
        _ = try await page.issues
    }

    /// All problems that the browser reported. It also reports a document with an error status as a failed resource; this is
    /// omitted once per response. A sign-in at the field leaves the page without a click, which the browser notes too.
    var remarks: [String] {
        get async throws {
            var rejected = rejections.withLock { $0 }
            let messages = try await page.consoleMessages.filter { message in
                guard message.source == "network", let index = rejected.firstIndex(where: { $0 == message.address }) else {
                    return true
                }
                rejected.remove(at: index)
                return false
            }
            let issues = try await page.issues.map(\.description).filter { $0 != "GenericIssue: NavigationEntryMarkedSkippable" }
            return messages.map(\.description) + issues
        }
    }
}

extension Visitor {
    /// The cookies that servers set. The one with the zone is set by a script.
    var serverCookies: [Cookie] {
        get async throws { try await page.cookies.filter { $0.name != "latchkey-zone" } }
    }

    /// The focused element: its identifier, or else its text.
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

    /// Fills in the sign-in form of this page, and submits it.
    func enter(_ name: String, _ password: String = .firstPassword) async throws {
        try await page.fill("#username", name)
        try await page.fill("#password", password)
        try await submit()
    }

    /// Fills in the change-password form of this page, and submits it.
    func changePassword(from current: String, to new: String) async throws {
        try await page.fill("#current-password", current)
        try await page.fill("#new-password", new)
        try await submit()
    }
}

extension String {
    /// A password from before the server's requirements.
    static let weakPassword = "monkeyspring1"
    static let firstPassword = "velvet-otter 41 harbour"
    static let secondPassword = "copper-heron 72 meadow"
}
