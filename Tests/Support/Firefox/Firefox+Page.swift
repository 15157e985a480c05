import Synchronization

extension Firefox: BrowserPage {
    package func open(_ address: String) async throws {
        try await operation("open \(address.prefix(200))") { firefox in
            try await firefox.send("WebDriver:Navigate", ["url": .string(address)])
            let document = try await firefox.runInBrowser("done(gBrowser.selectedBrowser.innerWindowID)")
            firefox.awaited.withLock { $0 = document }
        }
    }

    package func waitForLoad() async throws {
        try await operation("waitForLoad") { firefox in
            let document = try await firefox.runInBrowser(
                """
                const browser = gBrowser.selectedBrowser;
                const look = () => {
                  if (browser.innerWindowID === argument || browser.webProgress.isLoadingDocument) return;
                  gBrowser.removeProgressListener(listener);
                  done(browser.innerWindowID);
                };
                const listener = {
                  QueryInterface: ChromeUtils.generateQI(["nsIWebProgressListener", "nsISupportsWeakReference"]),
                  onStateChange: look, onLocationChange: look,
                };
                gBrowser.addProgressListener(listener);
                look();
                """, firefox.awaited.withLock { $0 })
            firefox.awaited.withLock { $0 = document }
        }
    }

    package func click(_ selector: String) async throws {
        try await operation("click \(selector)") { firefox in
            let element = try await firefox.element(selector)
            try await firefox.send("WebDriver:ElementClick", ["id": element])
        }
    }

    package func fill(_ selector: String, _ text: String) async throws {
        try await operation("fill \(selector)") { firefox in
            let element = try await firefox.element(selector)
            try await firefox.send("WebDriver:ElementClear", ["id": element])
            try await firefox.send("WebDriver:ElementSendKeys", ["id": element, "text": .string(text)])
        }
    }

    package func pressTab() async throws {
        try await operation("press Tab") { firefox in
            // After the last element of a page the focus is in the window of the browser, and the page would not show its own.
            try await firefox.runInBrowser("gBrowser.selectedBrowser.focus(); done()")
            // The code of the key in the WebDriver standard.
            let keys = ["keyDown", "keyUp"].map { ProtocolValue.object(["type": .string($0), "value": "\u{E004}"]) }
            try await firefox.send(
                "WebDriver:PerformActions", ["actions": [["type": "key", "id": "keyboard", "actions": .array(keys)]]])
        }
    }

    @discardableResult
    package func evaluate(_ expression: String) async throws -> ProtocolValue {
        try await operation("evaluate") { firefox in
            let answer = try await firefox.send(
                "WebDriver:ExecuteAsyncScript",
                [
                    "script": .string(
                        """
                        const [done] = arguments;
                        (async () => (\(expression)))().then(value => done({ value }), thrown => done({ thrown: String(thrown) }));
                        """),
                    "args": [], "sandbox": .null,
                ])
            if let thrown = answer["value"]?["thrown"]?.string { throw BrowserError.script(expression: expression, thrown: thrown) }
            return answer["value"]?["value"] ?? .null
        }
    }

    package func text(_ selector: String) async throws -> String {
        try await operation("text \(selector)") { firefox in
            let element = try await firefox.element(selector)
            return try await firefox.send("WebDriver:GetElementText", ["id": element])["value"]?.string ?? ""
        }
    }

    package func count(_ selector: String) async throws -> Int {
        try await operation("count \(selector)") { firefox in
            let found = try await firefox.send("WebDriver:FindElements", ["using": "css selector", "value": .string(selector)])
            return found.array?.count ?? 0
        }
    }

    package var url: String {
        get async throws {
            try await operation("url") { try await $0.send("WebDriver:GetCurrentURL")["value"]?.string ?? "" }
        }
    }

    /// The HTTP status of the current document.
    package var status: Int? {
        get async throws {
            try await evaluate("performance.getEntriesByType('navigation')[0].responseStatus").number.map { Int($0) }
        }
    }

    /// Firefox only lists its offers, and ``acceptOfferedPasskey()`` accepts one.
    package func withoutConditionalMediation(_ body: () async throws -> Void) async throws { try await body() }

    private func element(_ selector: String) async throws -> ProtocolValue {
        let found = try await send("WebDriver:FindElement", ["using": "css selector", "value": .string(selector)])
        // The only member is the reference; its name is a constant of the WebDriver standard.
        guard case .object(let members)? = found["value"], let reference = members.values.first else {
            throw BrowserError.noElement(selector: selector, reason: "nothing matches")
        }
        return reference
    }
}
