import Chromium
import Testing

extension InBrowser {
    @Suite("Converting an account to Sign in with Apple in a browser")
    struct AppleConversionTests {
        @Test("the page leads to Apple, the password is removed on return, and only Apple signs in")
        func conversion() async throws {
            try await AppleScene.run { apple in
                let anna = try await apple.newVisitor()
                try await anna.signUp(as: "anna.k")
                try await anna.follow("a[href='/account/upgrade']")
                #expect(try await anna.heading == "Upgrade account security")
                #expect(try await anna.page.count("form[action='/account/upgrade/apple']") == 0, "not removable yet")
                try await anna.setOutForApple(apple, by: "[data-apple=none] a")
                try await anna.goHome(apple)
                #expect(try await anna.path == "/account?notice=password-removed")
                #expect(try await anna.page.count("a[href='/account/upgrade']") == 0)

                let elsewhere = try await apple.newVisitor()
                try await elsewhere.signIn(as: "anna.k")
                #expect(try await elsewhere.path == "/sign-in")
                try await elsewhere.signInWithApple(apple)
                #expect(try await elsewhere.path == "/account")
                #expect(try await elsewhere.page.text("main").contains("anna.k"))
            }
        }

        @Test("a user may change the password there instead, or go back")
        func otherWays() async throws {
            try await AppleScene.run { apple in
                let anna = try await apple.newVisitor()
                try await anna.signUp(as: "anna.k")
                try await anna.open("/account/upgrade")
                try await anna.follow("a[href='/account/password']")
                #expect(try await anna.path == "/account/password")
                try await anna.open("/account/upgrade")
                try await anna.follow("main a[href='/account']")
                #expect(try await anna.path == "/account")
            }
        }
    }
}
