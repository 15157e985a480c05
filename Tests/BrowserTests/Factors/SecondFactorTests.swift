import Accounts
import Chromium
import FoundationEssentials
import OneTimeCodes
import Testing

extension InBrowser {
    @Suite("Two-factor authentication in a browser")
    struct SecondFactorTests {
        /// Turns on two-factor authentication, and returns the authenticator and the recovery codes.
        private func turnOn(_ visitor: Visitor, _ scene: Scene) async throws -> (TOTP, codes: [String]) {
            try await visitor.open("/account/second-factors")
            try await visitor.follow("[data-factor=totp] button")
            #expect(try await visitor.heading == "Set up an authenticator app")
            // The QR code is square, and large enough to scan.
            let size = try await visitor.page.evaluate(
                "(r => Math.min(r.width, r.height))(document.querySelector('svg.qr').getBoundingClientRect())")
            #expect((size.number ?? 0) >= 200)
            let key = try #require(OneTimePasswordKey(try Base32.decodeTyped(try await visitor.page.text(".secret"))))
            let totp = try #require(HOTP(key).flatMap { TOTP($0) })
            try await visitor.page.fill("#code", try code(totp, scene))
            try await visitor.submit()
            #expect(try await visitor.codes == ["second-factor-on"])
            let codes = try await visitor.page.evaluate("[...document.querySelectorAll('.codes code')].map(e => e.innerText)")
            return (totp, codes.array?.compactMap(\.string) ?? [])
        }

        private func code(_ totp: TOTP, _ scene: Scene) throws -> String {
            try #require(totp.password(at: Date(timeIntervalSince1970: Double(scene.site.clock.now.milliseconds) / 1_000)))
        }

        @Test("the key is copied without spaces, and the link is shown where a finger taps it")
        func key() async throws {
            try await Scene.run { scene in
                for size in [PageSize.phone, .desktop] {
                    let anna = try await scene.newVisitor(size: size)
                    try await anna.signUp(as: "anna.\(Int(size.width))")
                    try await anna.open("/account/second-factors")
                    try await anna.follow("[data-factor=totp] button")
                    let key = try await anna.page.text(".secret").filter { $0 != " " }
                    try await anna.recordCopies()
                    try await anna.page.click("[data-copies=secret]")
                    #expect(try await anna.page.evaluate("window.copied") == .string(key))
                    #expect(try await anna.page.text("[data-copies=secret]") == "Copied")
                    let link = try #require(try await anna.page.attribute("href", of: ".on-phone a"))
                    #expect(link.hasPrefix("otpauth://totp/") && link.contains("secret=\(key)"))
                    let isForTouch = "matchMedia('(pointer: coarse)').matches"
                    let isShown = "document.querySelector('.on-phone').offsetParent !== null"
                    #expect(try await anna.page.evaluate("(\(isShown)) === \(isForTouch)") == .boolean(true))
                }
            }
        }

        @Test("recovery codes are copied, saved to a file and printed; a failed copy says so")
        func codes() async throws {
            try await Scene.run { scene in
                let anna = try await scene.newVisitor()
                try await anna.signUp(as: "anna.k")
                let (_, codes) = try await turnOn(anna, scene)
                let lines = codes.joined(separator: "\n")
                try await anna.recordCopies()
                try await anna.page.click("[data-copies=codes]")
                #expect(try await anna.page.evaluate("window.copied") == .string(lines))
                try await anna.page.evaluate("navigator.clipboard.writeText = async () => { throw new Error() }; true")
                try await anna.page.click("[data-copies=codes]")
                #expect(try await anna.page.text("[data-copies=codes]") == "Could not copy")

                try await anna.page.evaluate(
                    """
                    URL.createObjectURL = file => { window.file = file; return "#saved"; };
                    HTMLAnchorElement.prototype.click = function () { window.savedAs = this.download; };
                    window.print = () => { window.isPrinted = true; };
                    true
                    """)
                try await anna.page.click("[data-saves=codes]")
                let name = try #require(try await anna.page.evaluate("window.savedAs").string)
                #expect(name.hasPrefix("Recovery codes") && name.hasSuffix(".txt"))
                #expect(try await anna.page.evaluate("window.file.text()").string?.hasSuffix("\n\n\(lines)\n") == true)
                try await anna.page.click("[data-prints]")
                #expect(try await anna.page.evaluate("window.isPrinted") == .boolean(true))
            }
        }

        @Test("without script, the page of the key has no buttons that do nothing")
        func keyWithoutScript() async throws {
            try await Scene.run { scene in
                let berta = try await scene.newVisitor(script: false)
                try await berta.signUp(as: "berta")
                try await berta.open("/account/second-factors")
                try await berta.follow("[data-factor=totp] button")
                let shown = "[...document.querySelectorAll('main button[type=button]')].filter(e => e.offsetParent !== null).length"
                #expect(try await berta.page.evaluate(shown) == .number(0))
                #expect(try await berta.page.text(".secret").count > 16)
            }
        }

        @Test(
            "a user turns it on, must enter a code at the next sign-in, and can use a recovery code instead",
            arguments: [true, false])
        func signIn(script: Bool) async throws {
            try await Scene.run { scene in
                let anna = try await scene.newVisitor()
                try await anna.signUp(as: "anna.k")
                let (totp, codes) = try await turnOn(anna, scene)
                #expect(codes.count == 10)
                scene.site.clock.advance(by: .seconds(60))

                let again = try await scene.newVisitor(script: script)
                try await again.signIn(as: "anna.k")
                #expect(try await again.heading == "Two-factor authentication")
                #expect(try await again.page.count("[autocomplete=one-time-code][inputmode=numeric]") == 1)
                try await again.page.fill("#code", "000000")
                try await again.submit()
                #expect(again.page.status == 403)
                #expect(try await again.codes == ["factor-rejected"])
                try await again.page.fill("#code", try code(totp, scene))
                try await again.submit()
                #expect(try await again.path == "/account")

                let elsewhere = try await scene.newVisitor(script: script)
                try await elsewhere.signIn(as: "anna.k")
                try await elsewhere.follow(".aside a")
                try await elsewhere.page.fill("#code", codes[0])
                try await elsewhere.submit()
                #expect(try await elsewhere.path == "/account")
            }
        }
    }
}

extension Visitor {
    /// Lets the page copy into `window.copied`, and keeps the result on the button. The clipboard of a browser without a window is not
    /// reliable.
    fileprivate func recordCopies() async throws {
        try await page.evaluate(
            "window.setTimeout = () => 0; navigator.clipboard.writeText = async text => { window.copied = text; }; true")
    }
}
