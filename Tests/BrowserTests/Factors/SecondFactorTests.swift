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
