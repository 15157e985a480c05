import Chromium
import Testing

extension InBrowser {
    @Suite("Signing in by a mailed code in a browser")
    struct MailedSignInTests {
        @Test("a mailed code signs in, and a sensitive page then asks for the password", arguments: [true, false])
        func signIn(script: Bool) async throws {
            try await Scene.runWithMail(signInCodes: true) { scene, mailbox in
                let owner = try await scene.newVisitor()
                try await owner.signUp(as: "anna.k")
                try await owner.addAddress(in: scene, mailbox)

                let anna = try await scene.newVisitor(script: script)
                try await anna.open("/sign-in")
                try await anna.follow("a[href='/sign-in/email']")
                #expect(try await anna.heading == "Sign in with a code")
                try await anna.requestCode()
                try await anna.enterCode("AAAA-AAAA")
                #expect(anna.page.status == 403)
                #expect(try await anna.codes == ["email-code-rejected"])
                try await anna.enterCode(try await mailbox.nextCode(of: scene))
                #expect(try await anna.path == "/account")
                #expect(try await anna.page.text("main").contains("Signed in with a code from an e-mail"))

                try await anna.open("/account/addresses/new")
                #expect(try await anna.heading == "Confirm it’s you")
                try await anna.page.fill("#current-password", .firstPassword)
                try await anna.submit()
                #expect(try await anna.path == "/account/addresses/new")
            }
        }
    }
}
