import AccountServer
import Chromium
import Testing

extension InBrowser {
    @Suite("The tool for associated domains in a browser")
    struct AssociatedDomainsTests {
        private static let path = "/tools/associated-domains"
        private static let app = "ABCDE12345.com.example.shop"

        /// An app identifier without its team, an unreachable component, and a long line without a line break opportunity.
        private static let file = """
            {
              "webcredentials": { "apps": ["ABCDE12345.com.example.shop", "com.example.other"] },
              "applinks": { "details": [{
                "appIDs": ["ABCDE12345.com.example.shop"],
                "components": [{ "/": "/buy/*" }, { "/": "/buy/42" }, { "/": "/\(String(repeating: "x", count: 300))" }]
              }] }
            }
            """

        private static func run(_ body: @escaping @Sendable (Scene) async throws -> Void) async throws {
            try await Scene.run(adjust: { $0.tools.associatedDomains = .public }, body)
        }

        @Test("a pasted file is checked, marked and explained, with and without script", arguments: [true, false])
        func pasted(script: Bool) async throws {
            try await Self.run { scene in
                let anna = try await scene.newVisitor(script: script)
                try await anna.open(Self.path)
                try await anna.paste(Self.file, app: Self.app, link: "https://www.example.com/buy/42")
                #expect(anna.page.status == 200)
                #expect(try await anna.page.text("#verdict") == "the site is associated with \(Self.app)")
                #expect(try await anna.codes.prefix(2) == ["associated", "matched"])
                #expect(try await anna.codes.contains("invalid-app-id"))
                #expect(try await anna.marks.contains("\"com.example.other\""))
                #expect(try await anna.page.text("#link-verdict") == "The link opens \(Self.app)")
                #expect(try await anna.path == Self.path)
                #expect(try await anna.page.cookies.isEmpty)

                // The result is at the top of the page, and the form is still there.
                let top = try await anna.page.evaluate("document.querySelector('#verdict').getBoundingClientRect().top").number
                #expect((top ?? 1_000) < 300)
                try await anna.page.click(".again summary")
                #expect(try await anna.page.value("#file") == Self.file)
                #expect(try await anna.page.value("#app-id") == Self.app)
                try await anna.page.fill("#link", "https://www.example.com/sell")
                try await anna.follow(".again > button")
                #expect(try await anna.page.text("#link-verdict").hasPrefix("The link stays in the browser"))
            }
        }

        @Test("a finding links to its line", arguments: [true, false])
        func line(script: Bool) async throws {
            try await Self.run { scene in
                let anna = try await scene.newVisitor(script: script)
                try await anna.open(Self.path)
                try await anna.paste(Self.file)
                try await anna.page.click("[data-code=invalid-app-id] .where a")
                #expect(try await anna.path.hasSuffix("#pasted-line-2"))
                let target = "document.querySelector('li:target .number').textContent"
                #expect(try await anna.page.evaluate(target).string == "2")
            }
        }

        @Test("a host of the private network is not contacted, with and without script", arguments: [true, false])
        func privateAddress(script: Bool) async throws {
            try await Self.run { scene in
                let anna = try await scene.newVisitor(script: script)
                try await anna.open(Self.path + "?domain=localhost&app-id=\(Self.app)")
                #expect(try await anna.page.value("#domain") == "localhost")
                try await anna.submit()
                #expect(try await anna.page.text("#verdict") == "localhost has no public address")
                #expect(try await anna.codes == ["no-public-address"])
            }
        }

        @Test("errors of a request are shown first, and link to their field", arguments: [true, false])
        func rejected(script: Bool) async throws {
            try await Self.run { scene in
                let anna = try await scene.newVisitor(script: script)
                try await anna.open(Self.path)
                try await anna.page.fill("#domain", "https://www.example.com/")
                try await anna.page.fill("#app-id", "com.example.shop")
                try await anna.submit()
                #expect(anna.page.status == 422)
                #expect(try await anna.codes == ["domain-character", "team-id-character"])
                #expect(try await anna.focus == "errors")
                #expect(try await anna.page.value("#domain") == "https://www.example.com/")
                try await anna.page.click("#errors li:nth-child(2) a")
                #expect(try await anna.focus == "app-id")
            }
        }

        @Test("no page scrolls sideways, targets are high enough, and text is legible", arguments: [ColorScheme.light, .dark])
        func appearance(scheme: ColorScheme) async throws {
            try await Self.run { scene in
                for size in [PageSize.desktop, .phone, PageSize(width: 320, height: 568, scale: 1, mobile: true)] {
                    let anna = try await scene.newVisitor(size: size, colorScheme: scheme)
                    try await anna.open(Self.path)
                    try await anna.expectToLookWell(scheme)
                    try await anna.paste(
                        Self.file, app: Self.app, link: "https://www.example.com/\(String(repeating: "y", count: 300))")
                    try await anna.page.click(".answer summary")
                    try await anna.page.click(".again summary")
                    try await anna.expectToLookWell(scheme)
                    try await anna.open(Self.path + "?domain=localhost&link=%20")
                    try await anna.submit()
                    try await anna.expectToLookWell(scheme)
                    try await anna.open(Self.path + "?domain=a..\(String(repeating: "z", count: 300))&app-id=x&link=y")
                    try await anna.submit()
                    try await anna.expectToLookWell(scheme)
                }
            }
        }
    }
}

extension Visitor {
    /// Fills in the form for a pasted file, and submits it.
    fileprivate func paste(_ file: String, app: String = "", link: String = "") async throws {
        try await page.click(".paste summary")
        try await page.fill("#file", file)
        try await page.fill("#app-id", app)
        try await page.fill("#link", link)
        try await submit()
    }

    /// The underlined parts of the file.
    fileprivate var marks: [String] {
        get async throws {
            let found = try await page.evaluate("[...document.querySelectorAll('.listing mark')].map(e => e.textContent)")
            return found.array?.compactMap(\.string) ?? []
        }
    }

    fileprivate func expectToLookWell(_ scheme: ColorScheme, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await expectNoSidewaysScrolling(sourceLocation: sourceLocation)
        #expect(try await smallTargets == [], sourceLocation: sourceLocation)
        try await expectReadable(scheme, sourceLocation: sourceLocation)
    }
}
