import Chromium
import Testing

extension InBrowser {
    /// Every other suite relies on the recording of problems that the browser reports. Only the complete browser reports those of forms.
    @Suite("Problems that the browser reports")
    struct RemarkTests {
        @Test("a visit to correct pages reports no problem")
        func none() async throws {
            try await Self.visit(["/good": Self.page("")], ["/good", "/good"]) { remarks in
                #expect(remarks == [])
            }
        }

        @Test("a problem of a page stays recorded after the page was left", arguments: faults)
        func kept(_ html: String, _ expected: String) async throws {
            try await Self.keeps(html, expected, in: try #require(SharedBrowser.current))
        }

        @Test("a problem of a form stays recorded too, in the complete browser", arguments: formFaults)
        func keptOfForm(_ html: String, _ expected: String) async throws {
            try await Browser.withBrowser(Browser.complete) { try await Self.keeps(html, expected, in: $0) }
        }

        @Test("an error status is not a problem of the page")
        func rejected() async throws {
            try await Self.visit(["/favicon.ico": ""], ["/nowhere", "/nowhere"]) { remarks in #expect(remarks == []) }
        }

        private static let formFaults = [
            ("<form><input type=password name=p id=p><label for=p>P</label></form>", "autocomplete attributes"),
            ("<form><label for=name>Name</label><input name=name></form>", "FormLabelForNameError"),
        ]

        private static let faults = [
            ("<img src=/missing.png alt=missing>", "404"),
            (
                "<meta http-equiv=content-security-policy content=\"img-src 'none'\"><img src=/icon.png alt=icon>",
                "violates the following Content Security Policy"
            ),
            ("<script>console.log('said')</script>", "said"),
        ]

        private static func page(_ content: String) -> String {
            "<!doctype html><html lang=en><link rel=icon href='data:,'><title>T</title>\(content)"
        }

        private static func keeps(_ html: String, _ expected: String, in browser: Browser) async throws {
            try await visit(["/bad": page(html), "/good": page("")], ["/bad", "/good"], browser) { remarks in
                #expect(remarks.contains { $0.contains(expected) }, "\(remarks)")
            }
        }

        private static func visit(
            _ pages: [String: String], _ paths: [String], _ browser: Browser? = SharedBrowser.current,
            _ check: @escaping @Sendable ([String]) throws -> Void
        ) async throws {
            let site = try LoopbackPages(pages)
            let browser = try #require(browser)
            let visitor = Visitor(page: try await browser.newPage(), origin: site.origin)
            for path in paths { try await visitor.open(path) }
            try check(try await visitor.remarks)
            try await visitor.page.close()
        }
    }
}
