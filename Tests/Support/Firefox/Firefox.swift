import Foundation
import Synchronization

/// A headless Firefox with one page, driven over Marionette, without a driver program.
///
/// ``withFirefox(deadline:_:)`` always ends it. It also ends with the last reference to it, and with the test process. Nothing polls:
/// each wait is for an event of the browser.
package final class Firefox: Sendable {
    private let connection: MarionetteConnection
    private let deadline: Duration
    /// The identifier of the last awaited document.
    let awaited = Mutex<ProtocolValue>(.null)
    /// The identifiers of its authenticators.
    let authenticators = Mutex<[ProtocolValue]>([])

    package static let program = BrowserProgram(["firefox", "firefox-esr"])

    /// Starts a browser, passes it to `body` and ends it, even if `body` throws. `deadline` limits each operation.
    package static func withFirefox<Result: Sendable>(
        deadline: Duration = .seconds(300), _ body: (Firefox) async throws -> Result
    ) async throws -> Result {
        let process = try BrowserProcess(program, script: script) { profile in
            try Data(preferences.utf8).write(to: profile.appending(path: "user.js"))
            // Scripts of the browser itself wait for its events, and operate its list of suggestions.
            return ["--marionette", "--remote-allow-system-access", "--headless", "--no-remote", "--profile", profile.path]
        }
        defer { process.kill() }
        let connection = try await within(deadline, "launch") {
            let connection = try await MarionetteConnection(process: process)
            try await connection.send("WebDriver:NewSession", ["capabilities": ["alwaysMatch": ["timeouts": ["script": .null]]]])
            return connection
        }
        return try await body(Firefox(connection: connection, deadline: deadline))
    }

    private init(connection: MarionetteConnection, deadline: Duration) {
        self.connection = connection
        self.deadline = deadline
    }

    /// Deletes cookies, authenticators and recorded problems, closes the page, and shows pages in the usual way again.
    package func forget() async throws {
        try await open("about:blank")
        try await operation("forget") { firefox in
            for id in firefox.authenticators.withLock({ $0 }) {
                try await firefox.send("WebAuthn:RemoveVirtualAuthenticator", ["authenticatorId": id])
            }
            firefox.authenticators.withLock { $0 = [] }
            try await firefox.runInBrowser(
                """
                const browser = gBrowser.selectedBrowser;
                browser.style.maxWidth = "";
                Services.prefs.clearUserPref("layout.css.prefers-color-scheme.content-override");
                Services.prefs.clearUserPref("browser.display.document_color_use");
                browser.browsingContext.allowJavascript = true;
                Services.cookies.removeAll();
                Services.console.reset();
                done();
                """)
        }
    }

    /// Shows pages in this way, until ``forget()``. The colors are preferences of the browser, because overrides of a tab do not
    /// reach each page that it opens later. A tab that opens another site runs scripts again.
    ///
    /// - Parameters:
    ///   - width: In CSS pixels, at most that of the window.
    ///   - javaScript: Whether pages run scripts. ``evaluate(_:)`` still works without, in a global object of the driver.
    package func show(width: Int, colorScheme: String, forcedColors: Bool, javaScript: Bool = true) async throws {
        try await operation("show") { firefox in
            _ = try await firefox.runInBrowser(
                """
                const browser = gBrowser.selectedBrowser;
                browser.style.minWidth = "0";
                browser.style.maxWidth = argument.width + "px";
                Services.prefs.setIntPref("layout.css.prefers-color-scheme.content-override", argument.colorScheme === "dark" ? 0 : 1);
                // Forced colors are those of the browser, for every page.
                Services.prefs.setIntPref("browser.display.document_color_use", argument.forcedColors ? 2 : 1);
                browser.browsingContext.allowJavascript = argument.javaScript;
                // Laid out, so that the process of the content has the width before the next page.
                window.requestAnimationFrame(() => window.requestAnimationFrame(() => done()));
                """,
                [
                    "width": .number(Double(width)), "colorScheme": .string(colorScheme),
                    "forcedColors": .boolean(forcedColors), "javaScript": .boolean(javaScript),
                ])
        }
    }

    /// Returns the problems that the browser reported on pages of the origin: errors of scripts, and violations of policies.
    package func problems(of origin: String) async throws -> [String] {
        try await operation("problems") { firefox in
            let found = try await firefox.runInBrowser(
                """
                done(Services.console.getMessageArray()
                  .filter(message => message instanceof Ci.nsIScriptError && message.sourceName.startsWith(argument))
                  .map(message => message.errorMessage))
                """, .string(origin))
            return found.array?.compactMap(\.string) ?? []
        }
    }

    @discardableResult
    func send(_ command: String, _ parameters: ProtocolValue = [:]) async throws -> ProtocolValue {
        try await connection.send(command, parameters)
    }

    /// Runs a script with the rights of the browser itself. It ends by calling `done`.
    @discardableResult
    func runInBrowser(_ script: String, _ argument: ProtocolValue = .null) async throws -> ProtocolValue {
        try await send("Marionette:SetContext", ["value": "chrome"])
        let result = try await send(
            "WebDriver:ExecuteAsyncScript",
            ["script": .string("const [argument, done] = arguments;\n\(script)"), "args": [argument]])
        try await send("Marionette:SetContext", ["value": "content"])
        return result["value"] ?? .null
    }

    /// Runs one operation with one deadline.
    func operation<Result: Sendable>(
        _ name: String, _ body: @escaping @Sendable (Firefox) async throws -> Result
    ) async throws -> Result {
        try await within(deadline, name) { try await body(self) }
    }

    /// The shell kills the browser and itself when the other end of its standard input closes, and itself when the browser ends.
    private static let script = #"""
        export HOME=$1; shift
        { "$@" </dev/null 2>"$HOME/log"; kill -KILL -$$; } &
        read -r _
        kill -KILL -$$
        """#

    /// Any free port, no animations, and an authenticator in software. Only tests may use the last one.
    private static let preferences = """
        user_pref("marionette.port", 0);
        user_pref("ui.prefersReducedMotion", 1);
        user_pref("security.webauth.webauthn_enable_softtoken", true);
        user_pref("security.webauth.webauthn_enable_usbtoken", false);

        """
}
