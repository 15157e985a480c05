import AppleIdentityEmulator
import Chromium
import Testing

extension InBrowser {
    @Suite("Signing in with Apple in a browser")
    struct AppleSignInTests {
        @Test(
            "the first sign-in creates an account after code, name and address; the second one only asks to continue",
            arguments: [true, false])
        func firstAndSecond(script: Bool) async throws {
            try await AppleScene.run { apple in
                let anna = try await apple.newVisitor(script: script)
                try await anna.open("/sign-in")
                #expect(try await anna.page.text(".button.apple") == "Sign in with Apple")
                try await anna.setOutForApple(apple)

                #expect(try await anna.heading == "Create an account for Shop")
                #expect(try await anna.page.value("#given-name") == "Anna")
                try await anna.page.fill("#given-name", "Annie")
                try await anna.page.click("input[value=share]")
                try await anna.goHome(apple, script: script)
                #expect(try await anna.path == "/account?notice=account-created")
                #expect(try await anna.appleDetail == "anna@example.com")
                #expect(try await anna.page.text("[data-apple=linked]").contains("This is your only way to sign in."))
                #expect(try await anna.page.count("[data-session]") == 1)
                let left = try await anna.serverCookies.filter { $0.domain == "127.0.0.1" }.map(\.name)
                #expect(Set(left) == ["latchkey-session", "latchkey-device", "latchkey-form", "latchkey-apple"])

                try await anna.follow("header button")
                #expect(try await anna.heading == "You are signed out")
                try await anna.follow("main .button")
                // Apple knows this browser now, and the user has consented before.
                try await anna.follow(".button.apple")
                #expect(try await anna.heading == "Sign in to Shop")
                #expect(try await anna.page.count("#given-name, [type=radio]") == 0)
                try await anna.goHome(apple, script: script)
                #expect(try await anna.path == "/account")
                #expect(try await anna.appleDetail == "anna@example.com")
            }
        }

        @Test("the name that the user edited on the sheet is what Apple posts")
        func editedName() async throws {
            try await AppleScene.run { apple in
                let anna = try await apple.newVisitor(script: false)
                try await anna.open("/sign-in")
                try await anna.setOutForApple(apple)
                try await anna.page.fill("#given-name", "Annie")
                try await anna.submit()
                let user = try await anna.page.value("input[name=user]")
                #expect(user.contains("Annie") && user.contains("Lindqvist"))
            }
        }

        @Test("a wrong code keeps the sheet open, and the right one continues")
        func wrongCode() async throws {
            try await AppleScene.run { apple in
                let anna = try await apple.newVisitor()
                try await anna.open("/sign-up")
                #expect(try await anna.page.text(".button.apple") == "Sign up with Apple")
                try await anna.follow(".button.apple")
                try await anna.follow("[data-person=anna]")
                let code = try #require(apple.apple.twoFactorCodes(for: apple.person).last).code
                try await anna.page.fill("#code", code == "000000" ? "000001" : "000000")
                try await anna.submit()
                #expect(anna.page.status == 422)
                #expect(try await anna.heading == "Two-Factor Authentication")
                try await anna.page.fill("#code", code)
                try await anna.submit()
                try await anna.goHome(apple)
                #expect(try await anna.path == "/account?notice=account-created")
            }
        }

        @Test("for a user who hides the email address, the account only has a relay address")
        func hideMyEmail() async throws {
            try await AppleScene.run { apple in
                let anna = try await apple.newVisitor()
                try await anna.open("/sign-in")
                try await anna.setOutForApple(apple)
                try await anna.page.click("input[value=hide]")
                try await anna.goHome(apple)
                let relay = try #require(apple.apple.relayAddress(of: apple.person, for: apple.team))
                #expect(try await anna.appleDetail == "\(relay), Hide My Email")
                #expect(try await !anna.page.text("body").contains("anna@example.com"))
            }
        }

        @Test("cancelling returns to the form without signing in", arguments: [true, false])
        func cancel(script: Bool) async throws {
            try await AppleScene.run { apple in
                let anna = try await apple.newVisitor(script: script)
                try await anna.open("/sign-in")
                try await anna.setOutForApple(apple)
                try await anna.goHome(apple, script: script, by: "form[action='/sheet/cancel'] button")
                #expect(try await anna.path == "/sign-in")
                #expect(try await anna.codes == [])
                #expect(apple.apple.consents(of: apple.person).isEmpty)
                #expect(try await apple.accounts == 0)
                try await anna.open("/account")
                #expect(try await anna.path == "/sign-in?next=account")
            }
        }
    }
}
