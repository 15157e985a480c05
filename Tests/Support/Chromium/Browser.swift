import Foundation

/// A headless Chromium, driven over its debugging pipe. Each page has separate cookies and storage, like another user.
///
/// ``withBrowser(deadline:_:)`` always ends it. It also ends with the last reference to it, and with the test process.
package final class Browser: Sendable {
    let connection: BrowserConnection
    let deadline: Duration

    /// The path of the installed Chromium; nil if it is missing. Enables suites of browser tests.
    package static let executable: String? = {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let names = ["chromium", "chromium-browser", "google-chrome"]
        let candidates = names.flatMap { name in folders.map { "\($0)/\(name)" } }
        return candidates.first { FileManager.default.isExecutableFile(atPath: $0) }
    }()

    /// Starts a browser, passes it to `body` and ends it, even if `body` throws.
    package static func withBrowser<Result: Sendable>(
        deadline: Duration = .seconds(300), _ body: (Browser) async throws -> Result
    ) async throws -> Result {
        let browser = try await launch(deadline: deadline)
        defer { browser.close() }
        return try await body(browser)
    }

    /// Starts a browser. `deadline` limits each operation, here and on the pages.
    ///
    /// Throws ``ChromiumError/notInstalled``, ``ChromiumError/ended(log:)`` or ``ChromiumError/deadline(operation:limit:)``.
    package static func launch(deadline: Duration = .seconds(300)) async throws -> Browser {
        guard let executable else { throw ChromiumError.notInstalled }
        let browser = Browser(
            connection: BrowserConnection(process: try BrowserProcess(executable: executable)), deadline: deadline)
        do {
            _ = try await within(deadline, "launch") { try await browser.connection.send("Browser.getVersion") }
        } catch {
            browser.close()
            throw error
        }
        return browser
    }

    private init(connection: BrowserConnection, deadline: Duration) {
        self.connection = connection
        self.deadline = deadline
    }

    /// Opens a new empty page with its own cookies. With `javaScript` false the page runs no script; the operations of ``Page``
    /// still work.
    package func newPage(
        javaScript: Bool = true, size: PageSize = .desktop, colorScheme: ColorScheme = .light
    ) async throws -> Page {
        try await within(deadline, "newPage") { [self] in
            try await Page(browser: self, javaScript: javaScript, size: size, colorScheme: colorScheme)
        }
    }

    /// Ends the browser immediately and deletes its profile. Further calls do nothing.
    package func close() { connection.kill() }
}

/// The size of a page's window in CSS pixels.
package struct PageSize: Sendable {
    package let width: Int
    package let height: Int
    /// Physical pixels for each CSS pixel, and with `mobile` the viewport rules of a phone.
    package let scale: Int
    package let mobile: Bool

    package init(width: Int, height: Int, scale: Int = 1, mobile: Bool = false) {
        self.width = width
        self.height = height
        self.scale = scale
        self.mobile = mobile
    }

    package static let desktop = PageSize(width: 1280, height: 800)
    package static let phone = PageSize(width: 390, height: 844, scale: 2, mobile: true)
}

/// The user's preference that the page receives.
package enum ColorScheme: String, Sendable {
    case light
    case dark
}
