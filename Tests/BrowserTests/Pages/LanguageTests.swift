import Chromium
import Testing

extension InBrowser {
    @Suite("Languages and time zones in a browser")
    struct LanguageTests {
        @Test("the picker changes the language of every page, with script and without", arguments: [true, false])
        func picker(script: Bool) async throws {
            try await Scene.run { scene in
                let anna = try await scene.newVisitor(script: script)
                try await anna.open("/sign-up")
                try await anna.page.evaluate("document.querySelector('#language').value = 'ar'")
                try await anna.follow("footer button")
                #expect(try await anna.path == "/sign-up")
                #expect(try await anna.page.evaluate("[document.documentElement.lang, document.dir]") == .array(["ar", "rtl"]))
                #expect(try await anna.page.evaluate("document.querySelector('#language').value") == "ar")
                try await anna.signUp(as: "anna.k")
                #expect(try await anna.heading == "حسابك")
                #expect(try await anna.page.evaluate("document.documentElement.scrollWidth <= innerWidth") == .boolean(true))
            }
        }

        @Test("the script stores the browser's zone, and the first page with times has them in it")
        func zone() async throws {
            try await Scene.run { scene in
                let anna = try await scene.newVisitor()
                try await anna.open("/sign-up")
                let zone = try await anna.page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone")
                let cookie = try #require(try await anna.page.cookies.first { $0.name == "latchkey-zone" })
                #expect(cookie.value == zone.string)
                try await anna.signUp(as: "anna.k")
                // The account is new, so the page shows its age, and the date as the title.
                let known = try #require(try await anna.page.attribute("title", of: "time"))
                #expect(!known.contains("UTC"), "a known zone is not named")
                let bert = try await scene.newVisitor(script: false)
                try await bert.signUp(as: "bert.m")
                #expect(try await bert.page.attribute("title", of: "time")?.hasSuffix(" UTC") == true)
            }
        }
    }
}
