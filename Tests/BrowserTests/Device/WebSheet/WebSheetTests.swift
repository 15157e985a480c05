import Chromium
import DeviceSimulator
import ReservedPorts
import Testing

extension InBrowser {
    /// Signing in to an app on a web page.
    @Suite("The web sheet of a phone in a browser", .timeLimit(.minutes(20)))
    struct WebSheetTests {
        @Test("the phone's browser shows the page, the user signs in there, and pastes nothing")
        func onThePhone() async throws {
            try await Self.run { phone, anna in
                try await Self.agree(anna)
                try await anna.tap("I am Anna")
                try await anna.sees("Signed in by code=41.")
                #expect(phone.view.overlays.isEmpty)
                #expect(try await anna.page.count("input[name=address]") == 0)
                try await anna.expectNoRemarks()
            }
        }

        @Test("Cancel and Escape close the page on the phone, and the sign-in ends", arguments: [true, false])
        func closed(byKeyboard: Bool) async throws {
            try await Self.run { _, anna in
                try await Self.agree(anna)
                try await anna.sees("I am Anna")
                if byKeyboard { try await anna.page.press(.escape) } else { try await anna.tap("Cancel") }
                try await anna.sees("Not signed in: cancelled.")
            }
        }

        @Test("a page without links and fields opens in the browser of the computer")
        func empty() async throws {
            try await Self.run(page: "<title>Sign in</title><script>document.write('Needs a script')</script>") { _, anna in
                try await Self.agree(anna)
                try await anna.sees("Sign in on the web")
                try await Self.follow("shop://done?code=43", anna)
                try await anna.sees("Signed in by code=43.")
            }
        }

        @Test("a user opens the page, signs in there, pastes the redirect address, and is signed in", arguments: [true, false])
        func signIn(byKeyboard: Bool) async throws {
            try await Self.run { phone, anna in
                try await Self.openSheet(anna)
                let link = try #require(try await anna.page.attribute("href", of: Self.sheet + " a"))
                let browser = try #require(SharedBrowser.current)
                let tab = try await browser.newPage()
                try await tab.open(link)
                let end = try #require(try await tab.attribute("href", of: "a"))
                try await Self.follow(end, anna, byKeyboard: byKeyboard)
                try await anna.sees("Signed in by code=41.")
                #expect(phone.view.overlays.isEmpty)
                #expect(try await anna.page.count(Self.sheet) == 0)
                try await anna.expectNoRemarks()
            }
        }

        @Test(
            "an address that the app does not wait for has no effect, and the sheet stays until it is cancelled",
            arguments: ["other://done?code=41", "shopper://done?code=41", "done?code=41", "javascript:alert(41)"])
        func elsewhere(address: String) async throws {
            try await Self.run { phone, anna in
                try await Self.openSheet(anna)
                try await Self.follow(address, anna)
                // Actions are performed in order: an earlier redirect would have ended the session already.
                try await anna.tap("Cancel")
                try await anna.sees("Not signed in: cancelled.")
                #expect(phone.view.overlays.isEmpty)
            }
        }

        @Test("a page that the first one redirects to replaces it, and the app keeps waiting")
        func next() async throws {
            try await Self.run { _, anna in
                try await Self.openSheet(anna)
                try await Self.follow("http://127.0.0.1:1/next", anna)
                try await anna.sees("http://127.0.0.1:1/next")
                #expect(try await anna.page.attribute("href", of: Self.sheet + " a") == "http://127.0.0.1:1/next")
                try await Self.follow("shop://done?code=42", anna)
                try await anna.sees("Signed in by code=42.")
            }
        }

        @Test("a user who denies the website's use sees none of its pages")
        func declined() async throws {
            try await Self.run { _, anna in
                try await anna.tap("Sign In on the Web")
                try await anna.sees("Wants to Use “127.0.0.1” to Sign In")
                try await anna.tap("Cancel")
                try await anna.sees("Not signed in: cancelled.")
                #expect(try await anna.page.count(Self.sheet) == 0)
            }
        }

        private static let sheet = "#phone-1 .sheet.web"

        /// A phone with the app in front, a user who looks at it, and the app's sign-in page.
        private static func run(
            page: String = "<title>Sign in</title><a href='shop://done?code=41'>I am Anna</a>",
            _ body: @escaping @Sendable (Phone, PhoneVisitor) async throws -> Void
        ) async throws {
            let pages = try LoopbackPages(["/sign-in": page])
            let phone = try Phone()
            try await phone.launch(WebShopApp.self, name: "Web Shop", settings: ["page": pages.origin + "/sign-in"])
            let port = try ReservedPort()
            try await PhoneServing.serve([phone], on: port) { try await body(phone, try await PhoneVisitor.visit(port)) }
            withExtendedLifetime(pages) {}
        }

        /// Opens the sign-in page of the app.
        private static func agree(_ anna: PhoneVisitor) async throws {
            try await anna.tap("Sign In on the Web")
            try await anna.sees("“Web Shop” Wants to Use “127.0.0.1” to Sign In")
            try await anna.tap("Continue")
        }

        /// Opens the sign-in page in the browser of the computer.
        private static func openSheet(_ anna: PhoneVisitor) async throws {
            try await agree(anna)
            try await anna.tap("Open on This Computer")
            try await anna.sees("Sign in on the web")
        }

        /// Pastes an address into the sheet, and continues.
        private static func follow(_ address: String, _ anna: PhoneVisitor, byKeyboard: Bool = false) async throws {
            try await anna.page.fill(sheet + " input[name=address]", address)
            if byKeyboard { try await anna.page.press(.enter) } else { try await anna.tap("Continue") }
        }
    }
}
