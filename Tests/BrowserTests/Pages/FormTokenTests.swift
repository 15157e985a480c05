import Chromium
import Testing

extension InBrowser {
    @Suite("Forged forms in a browser")
    struct FormTokenTests {
        @Test(
            "a form with another browser's token has no effect, and a form with the browser's own token works",
            arguments: [true, false])
        func foreignToken(script: Bool) async throws {
            try await Scene.run { scene in
                let attacker = try await scene.newVisitor()
                try await attacker.open("/sign-in")
                let token = try #require(try await attacker.page.attribute("value", of: "[name=form-token]"))

                let anna = try await scene.newVisitor(script: script)
                try await anna.signUp(as: "anna.k")
                try await anna.page.evaluate("document.querySelector('header [name=form-token]').value = '\(token)'")
                try await anna.follow("header button")
                #expect(anna.page.status == 403)
                #expect(try await anna.heading == "This form has expired")

                try await anna.open("/account")
                #expect(try await anna.heading == "Your account", "still signed in")
                try await anna.follow("header button")
                #expect(try await anna.heading == "You are signed out")
            }
        }

        @Test("a form from before the sign-in is rejected afterwards", arguments: [true, false])
        func tokenFromBefore(script: Bool) async throws {
            try await Scene.run { scene in
                let anna = try await scene.newVisitor(script: script)
                try await anna.open("/sign-in")
                let token = try #require(try await anna.page.attribute("value", of: "[name=form-token]"))
                try await anna.signUp(as: "anna.k")
                #expect(try await anna.page.attribute("value", of: "[name=form-token]") != token)
                try await anna.page.evaluate("document.querySelector('header [name=form-token]').value = '\(token)'")
                try await anna.follow("header button")
                #expect(anna.page.status == 403)
            }
        }
    }
}
