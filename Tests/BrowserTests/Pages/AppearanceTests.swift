import AccountServer
import AppleIdentityEmulator
import Chromium
import Mail
import TestKit
import Testing

extension InBrowser {
    @Suite("Appearance of the pages")
    struct AppearanceTests {
        /// User names: 254 characters without a line break opportunity, one from right to left, and one with stacked combining
        /// marks.
        static let names = [
            String(repeating: "n", count: 254), "\u{5DE}\u{5D9}\u{5E8}\u{5D4}\u{5DB}\u{5D4}\u{5DF}",
            "zoe\u{301}\u{302}\u{323}.k",
        ]

        /// Rules with errors, which iOS ignores, and a long class without a line break opportunity.
        private static let tool =
            "/tools/password-rules?rules=required:[a-z!%22%23$%25%26'()*%2B,./:;%3C=%3E?@%5C%5E_%60%7B%7C%7D~];%20minlength:0;%20maxlength:8"

        /// The pages of a signed-in user.
        static let ofAccount = [
            "/account", "/account?notice=weak-password", "/account?notice=password-changed", "/account/password",
            "/account/upgrade?notice=weak-password", "/account/second-factors", "/account/addresses/new", "/account/passkeys/new",
            "/account/time-zone", "/account/delete", "/account/not-me", "/account/reauthenticate",
        ]

        private static let smallPhone = PageSize(width: 320, height: 568, mobile: true)

        /// What fits on the smaller phone rarely overflows on a wider page. The long form has one of each width.
        private static let sizes = Soak.isFull ? [smallPhone, .phone, .desktop] : [smallPhone]

        /// German has the longest words, and Arabic is written from right to left.
        @Test(
            "no page scrolls sideways or cuts a text in German or Arabic", arguments: ["de", "ar"], sizes)
        func languages(language: String, size: PageSize) async throws {
            var mail = MailConfiguration(from: try MailAddress("a@example.com"), destination: .custom(DevelopmentMailbox()))
            mail.signInCodes = true
            try await Scene.run(host: "localhost", adjust: { [mail] in $0.mail = mail }) { scene in
                let anna = try await scene.newVisitor(size: size)
                try await anna.open("/sign-up")
                try await anna.page.evaluate("document.querySelector('#language').value = '\(language)'")
                try await anna.follow("footer button")
                for path in ["/sign-up", "/sign-in", "/sign-in/email", "/recovery", "/recovery/cancel", "/password-link-expired"] {
                    try await anna.open(path)
                    #expect(try await anna.page.evaluate("document.documentElement.lang") == .string(language))
                    try await anna.expectNoSidewaysScrolling()
                }
                try await anna.signUp(as: "anna.k")
                for path in Self.ofAccount {
                    try await anna.open(path)
                    #expect(try await anna.path == path)
                    #expect(try await anna.page.evaluate("document.documentElement.lang") == .string(language))
                    try await anna.expectNoSidewaysScrolling()
                }
            }
        }

        @Test(
            "no page of Apple's emulator scrolls sideways or cuts a text in German or Arabic", arguments: ["de", "ar"], sizes)
        func emulator(language: String, size: PageSize) async throws {
            try await AppleScene.run { apple in
                try apple.apple.changePerson(apple.person) { person in
                    person.otherEmails = [String(repeating: "n", count: 60) + "@example.com"]
                    person.isUnderAge = true
                }
                let anna = try await apple.newVisitor(size: size)
                try await anna.page.setAcceptLanguage(language)
                func expectPageFits() async throws {
                    #expect(try await anna.page.evaluate("document.documentElement.lang") == .string(language))
                    try await anna.expectNoSidewaysScrolling()
                }
                try await anna.open("/sign-in")
                try await anna.follow(".button.apple")
                try await expectPageFits()
                try await anna.follow("[data-person=\(apple.person.rawValue)]")
                try await expectPageFits()
                let code = try #require(apple.apple.twoFactorCodes(for: apple.person).last)
                // The settings show the code.
                let settings = try await apple.newVisitor(size: size)
                try await settings.page.setAcceptLanguage(language)
                try await settings.page.open(apple.appleOrigin + "/account")
                try await settings.arrive()
                try await settings.follow("form[action='/account/sign-in'] button")
                #expect(try await settings.page.text("main").contains(code.code))
                try await settings.expectNoSidewaysScrolling()

                try await anna.page.fill("#code", code.code)
                try await anna.submit()
                try await expectPageFits()
                try await anna.page.click("input[value=hide]")
                try await anna.goHome(apple)
                try apple.apple.changePerson(apple.person) { person in
                    person.organization = "example-school-of-arts-and-sciences"
                    person.hasTwoFactor = false
                    person.isLocked = true
                }
                try await anna.page.open(apple.appleOrigin + "/account")
                try await anna.arrive()
                try await expectPageFits()
                try await anna.follow("form[action='/account/sign-in'] button")
                try await expectPageFits()
                try await anna.page.open(apple.appleOrigin + "/account/mail")
                try await anna.arrive()
                try await expectPageFits()
            }
        }

        @Test("no page scrolls sideways on a small phone, with any user name", arguments: names)
        func noSidewaysScrolling(name: String) async throws {
            try await Scene.run { scene in
                for size in Self.sizes {
                    let anna = try await scene.newVisitor(size: size)
                    if size.width == 320 { try await anna.signUp(as: name) } else { try await anna.signIn(as: name) }
                    try await anna.expectNoSidewaysScrolling()
                    #expect(try await anna.path.hasPrefix("/account"))
                    for path in Self.ofAccount + ["/nowhere"] {
                        try await anna.open(path)
                        try await anna.expectNoSidewaysScrolling()
                    }
                    try await anna.open(Self.tool)
                    try await anna.expectNoSidewaysScrolling()
                    let stranger = try await scene.newVisitor(size: size)
                    try await stranger.signIn(as: name, password: .secondPassword)
                    try await stranger.expectNoSidewaysScrolling()
                    try await stranger.signUp(as: name, password: "password1234")
                    try await stranger.expectNoSidewaysScrolling()
                }
            }
        }

        @Test("every target is at least 44 pixels high")
        func targets() async throws {
            try await Scene.run { scene in
                let anna = try await scene.newVisitor(size: .phone)
                for path in ["/sign-in", "/sign-up", "/password-link-expired", "/nowhere", Self.tool] {
                    try await anna.open(path)
                    #expect(try await anna.smallTargets == [], "\(path)")
                }
                try await anna.signUp(as: "anna.k", password: "password1234")
                #expect(try await anna.smallTargets == [])
                try await anna.signUp(as: "anna.k")
                try await scene.newVisitor().signIn(as: "anna.k")
                for path in Self.ofAccount {
                    try await anna.open(path)
                    #expect(try await anna.smallTargets == [], "\(path)")
                }
            }
        }

        @Test("text has sufficient contrast, in light and dark mode", arguments: [ColorScheme.light, .dark])
        func colors(scheme: ColorScheme) async throws {
            try await Scene.run { scene in
                let anna = try await scene.newVisitor(colorScheme: scheme)
                for path in ["/sign-in", "/nowhere", "/sign-up", Self.tool] {
                    try await anna.open(path)
                    try await anna.expectReadable(scheme)
                }
                try await anna.signUp(as: "admin", password: "password1234")
                try await anna.expectReadable(scheme)
                try await anna.signUp(as: "anna.k")
                try await anna.expectReadable(scheme)
                for path in Self.ofAccount {
                    try await anna.open(path)
                    try await anna.expectReadable(scheme)
                }
            }
        }

        @Test("the browser can draw the icon")
        func icon() async throws {
            try await Scene.run { scene in
                let visitor = try await scene.newVisitor()
                try await visitor.open("/sign-in")
                let path = try #require(try await visitor.page.attribute("href", of: "link[rel=icon]"))
                #expect(path.hasPrefix("/assets/latchkey.") && path.hasSuffix(".svg"))
                try await visitor.page.evaluate(
                    """
                    new Promise((drawn, failed) => {
                        const image = new Image()
                        image.onload = () => image.naturalWidth ? drawn() : failed("empty")
                        image.onerror = () => failed("not drawn")
                        image.src = "\(path)"
                    })
                    """)
            }
        }
    }
}

extension Visitor {
    func expectNoSidewaysScrolling(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let overhang = try await page.evaluate("document.scrollingElement.scrollWidth - document.documentElement.clientWidth")
        // No text is cut off either. Fields scroll themselves, and inline elements have no width.
        let cut = try await page.evaluate(
            """
            [...document.querySelectorAll("main *:not(input):not(.visually-hidden)")]
            .filter(e => e.clientWidth && e.scrollWidth > e.clientWidth).map(e => e.outerHTML.slice(0, 100))
            """)
        let place = try await path
        #expect(overhang == 0 && cut == [], "\(place)", sourceLocation: sourceLocation)
    }

    /// The targets that are too low, except for the hidden user name, which is not a target.
    var smallTargets: [String] {
        get async throws {
            let found = try await page.evaluate(
                """
                [...document.querySelectorAll("a, button, input:not([type=hidden]):not([tabindex='-1'])")]
                .filter(e => e.getClientRects().length && (e.closest("label") ?? e).getBoundingClientRect().height < 44).map(e => e.outerHTML.slice(0, 100))
                """)
            return found.array?.compactMap(\.string) ?? []
        }
    }

    /// Checks the contrast of every text: 4.5 to 1, or 3 to 1 for large text (WCAG 2.2, 1.4.3).
    func expectReadable(_ scheme: ColorScheme, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let found = try await page.evaluate(
            """
            (() => {
                const part = c => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
                const channels = color => color.match(/[0-9.]+/g).map(Number)
                const light = ([r, g, b]) => 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b)
                const ground = e => {
                    for (; e; e = e.parentElement) {
                        const color = channels(getComputedStyle(e).backgroundColor)
                        if (color[3] !== 0) return color
                    }
                    return [255, 255, 255]
                }
                const faint = []
                const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
                while (texts.nextNode()) {
                    const e = texts.currentNode.parentElement
                    if (!texts.currentNode.data.trim() || e.closest("[aria-hidden=true]")) continue
                    const style = getComputedStyle(e)
                    const [a, b] = [light(channels(style.color)), light(ground(e))].sort((a, b) => b - a)
                    if ((a + 0.05) / (b + 0.05) < (parseFloat(style.fontSize) >= 24 ? 3 : 4.5)) faint.push(e.outerHTML.slice(0, 100))
                }
                return [light(ground(document.querySelector("main"))) < 0.5, faint]
            })()
            """)
        let expected: ProtocolValue = [.boolean(scheme == .dark), []]
        let place = try await path
        #expect(found == expected, "\(place)", sourceLocation: sourceLocation)
    }
}
