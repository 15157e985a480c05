import AccountServer
import AppleIdentityEmulator
import Chromium
import Testing

extension InBrowser {
    @Suite("Changes at Apple, in a browser")
    struct AppleLifeTests {
        @Test("revoked consent ends the session, and the next sign-in asks for consent again")
        func revokedConsent() async throws {
            try await AppleScene.run { apple in
                let anna = try await apple.newVisitor()
                try await anna.signInWithApple(apple)
                #expect(try await anna.path == "/account?notice=account-created")
                apple.advance(by: 10)
                let consent = try #require(apple.apple.consents(of: apple.person).first)
                try apple.apple.revokeConsent(of: apple.person, primary: consent.primary)
                try await apple.deliverNotifications()

                try await anna.open("/account")
                #expect(try await anna.path == "/sign-in?next=account")
                apple.advance(by: 10)
                try await anna.follow(".button.apple")
                #expect(try await anna.heading == "Create an account for Shop")
                try await anna.goHome(apple)
                #expect(try await anna.path == "/account")
                #expect(try await anna.appleDetail == "anna@example.com")
                #expect(try await apple.accounts == 1, "no second account is created")
            }
        }

        @Test("deleting an Apple Account deletes the account if it was the only way to sign in")
        func deletedAppleAccount() async throws {
            try await AppleScene.run { apple in
                let anna = try await apple.newVisitor()
                try await anna.signInWithApple(apple)
                #expect(try await apple.accounts == 1)
                apple.advance(by: 10)
                try apple.apple.deleteAccount(apple.person)
                try await apple.deliverNotifications()
                #expect(try await apple.accounts == 0)

                try await anna.open("/account")
                #expect(try await anna.path == "/sign-in?next=account")
                try await anna.follow(".button.apple")
                #expect(try await anna.heading == "Sign in with your Apple Account")
                #expect(try await anna.page.count("[data-person]") == 0)
            }
        }

        @Test("an Apple Account is linked on the account page, signs in to that account, and is removed there")
        func linkAndUnlink() async throws {
            try await AppleScene.run { apple in
                let anna = try await apple.newVisitor()
                try await anna.signUp(as: "anna.k")
                #expect(try await anna.page.count("[data-apple=none]") == 1)
                try await anna.setOutForApple(apple, by: "a[href='/account/apple/link']")
                try await anna.goHome(apple)
                #expect(try await anna.path == "/account?notice=apple-linked")
                #expect(try await anna.appleDetail == "anna@example.com")

                let elsewhere = try await apple.newVisitor()
                try await elsewhere.signInWithApple(apple)
                #expect(try await elsewhere.path == "/account")
                #expect(try await elsewhere.page.text("main").contains("anna.k"))

                await apple.scene.site.system.workForApple()
                try await anna.open("/account")
                try await anna.follow("a[href^='/account/apple/'][href$='/unlink']")
                #expect(try await anna.heading == "Remove this Apple Account?")
                #expect(try await anna.page.text("main").contains("Devices that signed in with it are signed out."))
                try await anna.follow("main .aside a")
                #expect(try await anna.page.count("[data-apple=linked]") == 1, "Cancel changes nothing")
                try await anna.follow("a[href^='/account/apple/'][href$='/unlink']")
                try await anna.submit()
                #expect(try await anna.path.hasPrefix("/account?notice=apple-unlinked"))
                #expect(try await anna.page.count("[data-apple=none]") == 1)
                try await elsewhere.open("/account")
                #expect(try await elsewhere.path == "/sign-in?next=account")
            }
        }

        @Test("deleting an account that only signs in with Apple is confirmed at Apple")
        func deletionByApple() async throws {
            try await AppleScene.run { apple in
                let anna = try await apple.newVisitor()
                try await anna.signInWithApple(apple)
                await apple.scene.site.system.workForApple()
                apple.advance(by: 660)
                try await anna.open("/account/delete")
                #expect(try await anna.path == "/account/reauthenticate?next=delete")
                #expect(try await anna.page.count("[type=password]") == 0)
                #expect(try await anna.page.text(".button.apple") == "Continue with Apple")
                try await anna.follow(".button.apple")
                try await anna.goHome(apple)
                #expect(try await anna.path == "/account/delete")
                try await anna.submit()
                #expect(try await anna.heading == "Your account was deleted")
                #expect(try await apple.accounts == 0)
            }
        }
    }
}
