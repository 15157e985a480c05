@testable import Chromium
import Testing

extension InBrowser {
    /// The driver of all suites here, tested on pages without a server of ours.
    @Suite("The browser driver")
    struct BrowserDriverTests {
        @Test("a page is read, filled in and clicked, with scripts on and off", arguments: [true, false])
        func readFillClick(javaScript: Bool) async throws {
            try await Browser.withBrowser { browser in
                let page = try await browser.newPage(javaScript: javaScript)
                try await page.open(Self.address(of: Self.form))

                #expect(try await page.text("h1") == (javaScript ? "Script" : "Plain"))
                try await page.fill("#name", "anna")
                try await page.fill("#name", "bértå 2")
                #expect(try await page.value("#name") == "bértå 2")
                try await page.fill("#name", "")
                #expect(try await page.value("#name") == "")

                #expect(try await page.count("details[open]") == 0)
                try await page.click("summary")
                #expect(try await page.count("details[open]") == 1)
                try await page.press(.enter)
                #expect(try await page.count("details[open]") == 0)

                #expect(try await page.attribute("autocomplete", of: "#name") == "username")
                #expect(try await page.attribute("minlength", of: "#name") == nil)
                #expect(try await page.screenshot().starts(with: Self.pngSignature))
            }
        }

        @Test("a page has the requested size and colour scheme")
        func sizeAndScheme() async throws {
            try await Browser.withBrowser { browser in
                let scheme = "matchMedia('(prefers-color-scheme: dark)').matches"
                let phone = try await browser.newPage(size: .phone, colorScheme: .dark)
                try await phone.open(Self.address(of: Self.form))
                #expect(try await phone.evaluate("[innerWidth, \(scheme)]") == [390, true])

                let desktop = try await browser.newPage()
                try await desktop.open(Self.address(of: Self.form))
                #expect(try await desktop.evaluate("[innerWidth, \(scheme)]") == [1280, false])
            }
        }

        @Test("a form leads to the next page, by its button and by the Enter key", arguments: [true, false])
        func navigation(javaScript: Bool) async throws {
            let pages = try LoopbackPages(["/": Self.form, "/done": "<!doctype html><title>Done</title><h1>Done</h1>"])
            try await Browser.withBrowser { browser in
                let page = try await browser.newPage(javaScript: javaScript)
                for leave in [{ try await page.click("button") }, { try await page.press(.enter) }] {
                    try await page.open(pages.origin + "/")
                    try await page.fill("#name", "anna")
                    try await leave()
                    try await page.waitForLoad()
                    #expect(try await page.url == pages.origin + "/done?name=anna&password=")
                    #expect(try await page.text("h1") == "Done")
                    #expect(page.status == 200)
                }
                try await page.reload()
                #expect(try await page.text("h1") == "Done")
                try await page.open(pages.origin + "/nowhere")
                #expect(page.status == 404)
            }
        }

        @Test("two pages have separate profiles: neither sees the cookies of the other")
        func cookies() async throws {
            let pages = try LoopbackPages(["/": Self.form])
            try await Browser.withBrowser { browser in
                let first = try await browser.newPage()
                let second = try await browser.newPage()
                try await first.open(pages.origin + "/")
                let cookie = try #require(try await first.cookies.first)
                #expect(cookie.name == "visited" && cookie.value == "yes")
                #expect(cookie.isHTTPOnly && !cookie.isSecure && cookie.sameSite == "Lax" && cookie.expires == nil)
                #expect(try await second.cookies.isEmpty)
            }
        }

        @Test("problems that the browser reports about a form are recorded, and a correct form has none", arguments: [true, false])
        func remarks(javaScript: Bool) async throws {
            let pages = try LoopbackPages([
                "/good": Self.form,
                "/no-token": Self.form.replacing("autocomplete=new-password", with: ""),
                "/no-field": Self.form.replacing("id=password", with: ""),
            ])
            try await Browser.withBrowser(Browser.complete) { browser in
                let page = try await browser.newPage(javaScript: javaScript)
                try await page.open(pages.origin + "/good")
                #expect(try await page.consoleMessages.isEmpty)
                #expect(try await page.issues.isEmpty)

                try await page.open(pages.origin + "/no-token")
                #expect(try await page.consoleMessages.map { $0.text.contains("autocomplete attributes") } == [true])
                #expect(try await page.issues.isEmpty)

                try await page.open(pages.origin + "/no-field")
                #expect(try await page.issues.contains { $0.reason == "FormLabelForNameError" })
            }
        }

        @Test("console messages and uncaught errors of a script are recorded")
        func console() async throws {
            try await Browser.withBrowser { browser in
                let page = try await browser.newPage()
                try await page.open(Self.address(of: #"<script>console.warn("low", 3, true); null.nothing</script>"#))
                let messages = try await page.consoleMessages
                #expect(messages.map(\.level) == ["warning", "exception"])
                #expect(messages.first?.text == "low 3 true")
                #expect(messages.last?.text.contains("TypeError") == true)
            }
        }

        @Test("a wrong element, expression or address is an error, and the page stays usable")
        func errors() async throws {
            try await Browser.withBrowser { browser in
                let page = try await browser.newPage()
                try await page.open(Self.address(of: Self.form))
                await #expect(throws: BrowserError.self) { try await page.click("#nothing") }
                await #expect(throws: BrowserError.self) { try await page.click("#hidden") }
                await #expect(throws: BrowserError.self) { try await page.evaluate("nonsense(") }
                await #expect(throws: BrowserError.self) { try await page.open("http://name.invalid/") }
                try await page.open(Self.address(of: "<h1>Again</h1>"))
                #expect(try await page.text("h1") == "Again")
            }
        }

        @Test("the load of an earlier document, such as the browser's own about an error, does not count as that of a later one")
        func lateLoad() {
            let events = PageEvents(mainFrame: "main", loader: "first")
            func show(_ document: String) {
                events.record("Page.frameNavigated", ["frame": ["id": "main", "loaderId": .string(document)]])
            }
            func load(_ document: String) {
                events.record("Page.lifecycleEvent", ["frameId": "main", "name": "load", "loaderId": .string(document)])
            }
            show("error")
            load("error")
            #expect(events.now.hasLoaded(nil) && !events.now.hasLoaded("second"))
            show("second")
            #expect(!events.now.hasLoaded("second"))
            load("second")
            #expect(events.now.hasLoaded("second"))
            show("successor")
            #expect(!events.now.hasLoaded("second"))
            load("successor")
            #expect(events.now.hasLoaded("second"))
        }

        @Test("a pending wait fails when the browser ends")
        func end() async throws {
            try await Browser.withBrowser { browser in
                let page = try await browser.newPage()
                let load = Task { try await page.waitForLoad() }
                browser.close()
                let told = await #expect(throws: BrowserError.self) { try await load.value }
                let rejected = await #expect(throws: BrowserError.self) { try await page.text("h1") }
                for error in [told, rejected] {
                    guard case .ended = error else {
                        Issue.record("unexpected error: \(String(describing: error))")
                        continue
                    }
                }
            }
        }

        private static let form = """
            <!doctype html><html lang=en><meta name=viewport content="width=device-width"><link rel=icon href="data:,">
            <title>Form</title><h1>Plain</h1>
            <details><summary>More</summary>There is more.</details>
            <form action="/done"><label for=name>Name</label> <input id=name name=name autocomplete=username>
            <label for=password>Password</label> <input id=password name=password type=password autocomplete=new-password>
            <button>Go</button> <button id=hidden hidden>Hidden</button></form>
            <script>document.querySelector("h1").textContent = "Script"</script>
            """

        private static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47]

        private static func address(of html: String) -> String {
            let safe = html.utf8.map { byte in
                let isPlain = byte < 0x80 && (Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber)
                return isPlain ? String(Unicode.Scalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
            return "data:text/html;charset=utf-8," + safe.joined()
        }
    }
}
