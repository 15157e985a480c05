import Chromium
import Testing

extension InBrowser {
    /// Every other suite trusts that remarks are not missed.
    @Suite("The browser's remarks on a visit")
    struct RemarkTests {
        @Test("a visit to good pages has none")
        func none() async throws {
            try await Self.visit(["/good": Self.page("")], ["/good", "/good"]) { remarks in
                #expect(remarks == [])
            }
        }

        @Test("a faulty page is remembered after it was left", arguments: faults)
        func kept(_ html: String, _ expected: String) async throws {
            try await Self.visit(["/bad": Self.page(html), "/good": Self.page("")], ["/bad", "/good"]) { remarks in
                #expect(remarks.contains { $0.contains(expected) }, "\(remarks)")
            }
        }

        @Test("that a page was refused is not a fault of the page")
        func refused() async throws {
            try await Self.visit(["/favicon.ico": ""], ["/nowhere", "/nowhere"]) { remarks in #expect(remarks == []) }
        }

        private static let faults = [
            ("<form><input type=password name=p id=p><label for=p>P</label></form>", "autocomplete attributes"),
            ("<form><label for=name>Name</label><input name=name></form>", "FormLabelForNameError"),
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

        private static func visit(
            _ pages: [String: String], _ paths: [String], _ check: @escaping @Sendable ([String]) throws -> Void
        ) async throws {
            let site = try LoopbackPages(pages)
            let browser = try #require(SharedBrowser.current)
            let visitor = Visitor(page: try await browser.newPage(), origin: site.origin)
            for path in paths { try await visitor.open(path) }
            try check(try await visitor.remarks)
            try await visitor.page.close()
        }
    }
}
