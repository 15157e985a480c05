import Chromium
import Testing

extension InBrowser {
    /// The first steps of a new user with `make run`, without preparation.
    @Suite(
        "Account upgrades in latchkey dev", .enabled(if: DevelopmentProcess.isBuilt, "latchkey is not built: swift build"),
        .timeLimit(.minutes(20)))
    struct DevelopmentTests {
        @Test(
            "a strong password replaces one user's leaked password, Sign in with Apple replaces another's, and both users then sign in"
        )
        func newcomer() async throws {
            let development = try await DevelopmentProcess.start()
            let anna = try await PhoneVisitor.visit(development.phones)
            try await anna.tap("Settings")
            try await anna.tap("Passwords")
            try await anna.tap("Your face")
            try await anna.tap("Security Recommendations")
            try await anna.sees("High Priority")

            try await anna.tap("anna")
            try await anna.sees("The old one stays until the site accepts the change.")
            try await anna.tap("Use Strong Password")
            try await anna.sees("Done. The account now has a strong password")
            try await anna.tap("Security Recommendations")

            // Her Apple Account opens a new account, and Ben's converts an old one: no order of the story ends in a conflict.
            try await anna.tap("Home")
            try await anna.tap("Juice")
            try await anna.sees("Choose an account to sign in to Juice.")
            try await anna.page.press(.escape)
            try await anna.seesNoMore("Choose an account to sign in to Juice.")
            try await anna.tap("Sign in with Apple")
            try await anna.tap("Continue")
            try await anna.tap("Hide My Email")
            try await anna.tap("Continue")
            try await anna.tap("Your face")
            try await anna.sees("Your account was created.")

            try await anna.tap("Passwords", on: 2)
            try await anna.tap("Your face", on: 2)
            try await anna.sees("localhost", on: 2)
            for step in ["hidden-address", "stronger-password", "other-phone"] { try await Self.expectDone(step, anna) }
            try await anna.expectNoRemarks()

            try await anna.page.open(String(development.phones.prefix { $0 != "?" }) + "?person=2")
            try await anna.tap("Settings", on: 3)
            try await anna.tap("Passwords", on: 3)
            try await anna.tap("Your face", on: 3)
            try await anna.tap("Security Recommendations", on: 3)
            try await anna.sees("High Priority", on: 3)
            try await anna.tap("ben.o", on: 3)
            try await anna.sees("The password is removed here only after the site accepts the change.", on: 3)
            try await anna.tap("Use Sign in with Apple", on: 3)
            try await anna.tap("Continue", on: 3)
            try await anna.sees("Hide My Email", on: 3)
            try await anna.tap("Hide My Email", on: 3)
            try await anna.tap("Continue", on: 3)
            try await anna.tap("Your face", on: 3)
            try await anna.sees("Done. The account now uses Sign in with Apple", on: 3)
            try await Self.expectDone("sign-in-with-apple", anna)

            // The Apple Account opens the converted account, not a new one.
            try await anna.tap("Home", on: 3)
            try await anna.tap("Juice", on: 3)
            try await anna.tap("Continue", on: 3)
            try await anna.tap("Your face", on: 3)
            try await anna.sees("Welcome back.", on: 3)
            try await anna.expectNoRemarks()
            // It ends although apps are running and a browser is connected.
            #expect(await development.end() == 0)
        }

        @Test(
            "a sign-in with a saved password makes a passkey that both phones have, and both stop offering it after its removal on the web"
        )
        func passkey() async throws {
            let development = try await DevelopmentProcess.start()
            let anna = try await PhoneVisitor.visit(development.phones)
            try await anna.signInToJuice(as: "anna")
            // The clock of these phones runs, so the notification ends without a tap.
            try await anna.seesNoMore("Passkey Saved")
            try await anna.openPasswords(on: 2)
            try await anna.sees("· Passkey", on: 2)

            let web = Visitor(page: try await #require(SharedBrowser.current).newPage(), origin: development.server)
            try await web.page.withoutConditionalMediation {
                try await web.signIn(as: "anna", password: "velvet-otter-41-harbour")
                try await web.open("/account")
                try await web.follow("li[data-passkey] a")
                try await web.follow("section .single button")
                #expect(try await web.codes.contains("passkey-removed"))
            }
            try await anna.tap("Home")
            try await anna.tap("Juice")
            try await anna.sees("Not accepted by the website", on: 2)
            try await anna.openPasswords(on: 1)
            try await anna.sees("Not accepted by the website")
            try await anna.expectNoRemarks()
            try await web.page.close()
            #expect(await development.end() == 0)
        }

        @Test("the demo account adds a passkey on the account server's page in a desktop browser, and signs in with it")
        func passkeyOnDesktop() async throws {
            let development = try await DevelopmentProcess.start()
            let web = Visitor(page: try await #require(SharedBrowser.current).newPage(), origin: development.server)
            let authenticator = try await web.page.addAuthenticator()
            try await web.page.withoutConditionalMediation {
                try await web.signIn(as: development.account.name, password: development.account.password)
            }
            try await web.addPasskey()
            #expect(try await web.codes == ["passkey-added"])
            #expect(try await authenticator.credentials.map(\.userName) == [development.account.name])

            try await web.signInWithPasskey()
            #expect(try await web.path == "/account")
            #expect(try await web.page.count("li[data-passkey]") == 1)
            try await web.page.close()
            #expect(await development.end() == 0)
        }

        @Test("an erased phone begins again while the other one keeps its data, and the story starts over, on the same open page")
        func reset() async throws {
            let development = try await DevelopmentProcess.start()
            let anna = try await PhoneVisitor.visit(development.phones)
            for phone in 1...2 {
                try await anna.page.fill("#phone-\(phone)-text", "Remember \(phone)")
                try await anna.tap("Send", on: phone)
                try await anna.tap("Messages", on: phone)
                try await anna.sees("Remember \(phone)", on: phone)
            }
            try await anna.tap("Erase This Phone…")
            try await anna.tap("Erase Phone")
            try await anna.sees("Juice")
            try await anna.tap("Messages")
            try await anna.sees("No messages.")
            // A phone with data asks for its passcode after a start.
            try await anna.wait(for: "the lock screen", "!!document.getElementById('phone-2-passcode')")
            try await anna.page.fill("#phone-2-passcode", "2468")
            try await anna.page.press(.enter)
            try await anna.tap("Messages", on: 2)
            try await anna.sees("Remember 2", on: 2)

            try await anna.page.click("#tour summary")
            try await anna.page.click("#tour .reset-button")
            try await anna.sees("Juice", on: 2)
            try await anna.tap("Messages", on: 2)
            try await anna.sees("No messages.", on: 2)
            try await anna.noticesNothing()
            #expect(await development.end() == 0)
        }

        private static func expectDone(_ step: String, _ anna: PhoneVisitor) async throws {
            try await anna.wait(for: step, "document.querySelector('[data-step=\(step)]').classList.contains('done')")
        }
    }
}
