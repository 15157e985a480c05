import Foundation

/// A page of a ``Browser``: opens URLs, finds elements by CSS selector, types and clicks like a user, and records all messages of
/// the browser about the page.
///
/// Every operation throws ``BrowserError`` if it fails or exceeds the browser's deadline. Nothing polls: each wait is for an event
/// of the browser.
package final class Page: BrowserPage {
    let browser: Browser
    let session: String
    let context: String
    let events: PageEvents

    /// Creates the page. The caller sets the deadline.
    init(
        browser: Browser, javaScript: Bool, size: PageSize, colorScheme: ColorScheme, forcedColors: Bool
    ) async throws {
        let connection = browser.connection
        let made = try await connection.send("Target.createBrowserContext", ["disposeOnDetach": true])
        let context = made["browserContextId"]?.string ?? ""
        let target = try await connection.send(
            "Target.createTarget", ["url": "about:blank", "browserContextId": .string(context)])
        let attached = try await connection.send(
            "Target.attachToTarget", ["targetId": target["targetId"] ?? .null, "flatten": true])
        let session = attached["sessionId"]?.string ?? ""
        let frames = try await connection.send("Page.getFrameTree", session: session)
        let frame = frames["frameTree"]?["frame"]

        self.browser = browser
        self.session = session
        self.context = context
        events = PageEvents(mainFrame: frame?["id"]?.string ?? "", loader: frame?["loaderId"]?.string ?? "")
        connection.record(session, in: events)

        for domain in ["Page", "Runtime", "Log", "Network", "DOM", "Audits"] { try await send("\(domain).enable") }
        try await send("Page.setLifecycleEventsEnabled", ["enabled": true])
        try await send("Emulation.setFocusEmulationEnabled", ["enabled": true])
        try await emulate(size, colorScheme, forcedColors: forcedColors)
        if !javaScript { try await send("Emulation.setScriptExecutionDisabled", ["value": true]) }
    }

    /// Shows the current document and later ones in another size and with other colors.
    package func show(size: PageSize, colorScheme: ColorScheme, forcedColors: Bool) async throws {
        try await operation("show") { try await $0.emulate(size, colorScheme, forcedColors: forcedColors) }
    }

    private func emulate(_ size: PageSize, _ colorScheme: ColorScheme, forcedColors: Bool) async throws {
        try await send(
            "Emulation.setDeviceMetricsOverride",
            [
                "width": .number(Double(size.width)), "height": .number(Double(size.height)),
                "deviceScaleFactor": .number(Double(size.scale)), "mobile": .boolean(size.mobile),
            ])
        try await send(
            "Emulation.setEmulatedMedia",
            [
                "features": [
                    ["name": "prefers-color-scheme", "value": .string(colorScheme.rawValue)],
                    ["name": "prefers-reduced-motion", "value": "reduce"],
                    ["name": "forced-colors", "value": .string(forcedColors ? "active" : "none")],
                ]
            ])
    }

    /// Opens the URL and waits until the page and its resources have loaded.
    package func open(_ address: String) async throws {
        try await operation("open \(address.prefix(200))") { page in
            let answer = try await page.send("Page.navigate", ["url": .string(address)])
            if let reason = answer["errorText"]?.string, !reason.isEmpty {
                throw BrowserError.unreachable(address: address, reason: reason)
            }
            // After an address that was not reached, the browser's own page about it may load only now.
            try await page.waitForLoad(of: answer["loaderId"]?.string)
        }
    }

    /// Waits until the page that a click or key opened has loaded: a document other than the last awaited one.
    ///
    /// It can be called before or after the load.
    package func waitForLoad() async throws {
        try await operation("waitForLoad") { try await $0.waitForLoad(of: nil) }
    }

    /// Reloads the page and waits for it.
    package func reload() async throws {
        try await operation("reload") { page in
            try await page.send("Page.reload")
            try await page.waitForLoad(of: nil)
        }
    }

    /// Waits until a document has loaded and its `autofocus` has taken effect, which it does with the first frame.
    private func waitForLoad(of document: String?) async throws {
        try await events.waitForLoad(of: document)
        // Fails if the document leads to another by itself, and then focuses nothing.
        guard let isFocusing = try? await result(of: "document.querySelector('[autofocus]') !== null").boolean, isFocusing else {
            return
        }
        // The browser draws a frame for it. A blank document, or one without scripts, gives no other sign of its frames.
        try await send("Page.captureScreenshot", ["format": "jpeg", "quality": 0])
    }

    /// Closes the page and deletes its cookies.
    package func close() async throws {
        try await operation("close") { page in
            page.browser.connection.stopRecording(page.session)
            try await page.browser.connection.send(
                "Target.disposeBrowserContext", ["browserContextId": .string(page.context)])
        }
    }

    @discardableResult
    func send(_ command: String, _ parameters: ProtocolValue = [:]) async throws -> ProtocolValue {
        try await browser.connection.send(command, parameters, session: session)
    }

    /// Runs one operation of the page with one deadline.
    func operation<Result: Sendable>(
        _ name: String, _ body: @escaping @Sendable (Page) async throws -> Result
    ) async throws -> Result {
        try await within(browser.deadline, name) { try await body(self) }
    }
}
