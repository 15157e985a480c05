import Foundation

/// A headless Chromium, driven over its debugging pipe. Each page has separate cookies and storage, like another user.
///
/// ``withBrowser(_:deadline:sites:_:)`` always ends it. It also ends with the last reference to it, and with the test process.
package final class Browser: Sendable {
    let connection: BrowserConnection
    let deadline: Duration

    /// Chromium with its windows and its password manager, which reports problems of forms.
    package static let complete = BrowserProgram(["chromium", "chromium-browser", "google-chrome"])
    /// The engine alone, which takes half of the time; otherwise the complete browser.
    package static let shell = BrowserProgram(["chromium-headless-shell", "chrome-headless-shell"] + complete.names)

    /// Starts a browser, passes it to `body` and ends it, even if `body` throws.
    package static func withBrowser<Result: Sendable>(
        _ program: BrowserProgram = shell, deadline: Duration = .seconds(300), sites: SecureSites? = nil,
        _ body: (Browser) async throws -> Result
    ) async throws -> Result {
        let browser = try await launch(program, deadline: deadline, sites: sites)
        defer { browser.close() }
        return try await body(browser)
    }

    /// Starts a browser. `deadline` limits each operation, here and on the pages.
    ///
    /// Throws ``BrowserError/notInstalled(names:)``, ``BrowserError/ended(log:)`` or ``BrowserError/deadline(operation:limit:)``.
    package static func launch(
        _ program: BrowserProgram = shell, deadline: Duration = .seconds(300), sites: SecureSites? = nil
    ) async throws -> Browser {
        let process = try BrowserProcess(program, script: script) { profile in
            flags + (sites ?? SecureSites()).flags + ["--user-data-dir=\(profile.path)", "about:blank"]
        }
        let browser = Browser(connection: BrowserConnection(process: process), deadline: deadline)
        do {
            _ = try await within(deadline, "launch") { try await browser.connection.send("Browser.getVersion") }
        } catch {
            browser.close()
            throw error
        }
        return browser
    }

    /// Chromium reads commands from descriptor 3, writes responses to descriptor 4, and ends with them.
    private static let script = #"log=$1/log; shift; exec "$@" 3<&0 4>&1 0</dev/null 1>/dev/null 2>"$log""#

    /// No window, no lookups, no background traffic, nothing stored.
    private static let flags = [
        "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
        "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-extensions",
        "--disable-breakpad",
        "--disable-default-apps", "--no-first-run", "--no-default-browser-check", "--password-store=basic", "--lang=en-US",
        "--force-color-profile=srgb", "--font-render-hinting=none",
    ]

    private init(connection: BrowserConnection, deadline: Duration) {
        self.connection = connection
        self.deadline = deadline
    }

    /// Opens a new empty page with its own cookies. With `javaScript` false the page runs no script; the operations of ``Page``
    /// still work.
    package func newPage(
        javaScript: Bool = true, size: PageSize = .desktop, colorScheme: ColorScheme = .light, forcedColors: Bool = false
    ) async throws -> Page {
        try await within(deadline, "newPage") { [self] in
            try await Page(
                browser: self, javaScript: javaScript, size: size, colorScheme: colorScheme, forcedColors: forcedColors)
        }
    }

    /// Ends the browser immediately and deletes its profile. Further calls do nothing.
    package func close() { connection.kill() }
}

/// Host names that a browser finds on loopback ports, over TLS.
package struct SecureSites: Sendable {
    /// The port of each name. A name may be a pattern such as `*.example`; the first that matches counts.
    private var ports: [(name: String, port: Int)] = []
    /// The SHA-256 of the public key of the certificate authority, in Base64; nil to trust none but the browser's.
    private var authority: String?

    init() {}

    /// - Parameter authority: the SHA-256 of the public key of a certificate authority that the servers send along, in Base64.
    package init(_ ports: [(name: String, port: Int)], authority: String) {
        self.ports = ports
        self.authority = authority
    }

    /// Other names than these and localhost do not resolve.
    var flags: [String] {
        let rules =
            ports.map { "MAP \($0.name) 127.0.0.1:\($0.port)" } + ["MAP * ~NOTFOUND", "EXCLUDE localhost", "EXCLUDE 127.0.0.1"]
        return ["--host-resolver-rules=\(rules.joined(separator: " , "))"]
            + (authority.map { ["--ignore-certificate-errors-spki-list=\($0)"] } ?? [])
    }
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
