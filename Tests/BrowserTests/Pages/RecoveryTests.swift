import Chromium
import Testing

extension InBrowser {
    @Suite("Recovering an account in a browser")
    struct RecoveryTests {
        @Test("a user who forgot the password sets a new one with a mailed code, and all sessions end", arguments: [true, false])
        func password(script: Bool) async throws {
            try await Scene.runWithMail { scene, mailbox in
                let owner = try await scene.newVisitor()
                try await owner.signUp(as: "anna.k")
                try await owner.addAddress(in: scene, mailbox)

                let anna = try await scene.newVisitor(script: script)
                try await anna.open("/sign-in")
                try await anna.follow("a[href='/recovery']")
                #expect(try await anna.heading == "Reset your password")
                try await anna.requestCode()
                #expect(try await anna.page.count("[autocomplete=one-time-code][inputmode=text]") == 1)
                try await anna.enterCode("AAAA-AAAA")
                #expect(anna.page.status == 403)
                #expect(try await anna.codes == ["email-code-rejected"])
                try await anna.enterCode(try await mailbox.nextCode(of: scene))
                #expect(try await anna.path == "/recovery/password")
                #expect(try await anna.page.text(".lead").contains("anna.k"))
                try await anna.page.fill("#new-password", .secondPassword)
                try await anna.submit()
                #expect(try await anna.path == "/new-password-set")

                try await owner.open("/account")
                #expect(try await owner.path.hasPrefix("/sign-in"))
                try await anna.signIn(as: "anna.k", password: .firstPassword)
                #expect(anna.page.status == 403)
                try await anna.signIn(as: "anna.k", password: .secondPassword)
                #expect(try await anna.path == "/account")
            }
        }

        @Test("a new passkey completes a recovery; it signs in, and the password no longer does")
        func passkey() async throws {
            try await Scene.runWithMail(host: "localhost") { scene, mailbox in
                let owner = try await scene.newVisitor()
                try await owner.signUpWithPassword(as: "anna.k")
                try await owner.addAddress(in: scene, mailbox)

                let anna = try await scene.newVisitor()
                let authenticator = try await anna.page.addAuthenticator()
                try await anna.open("/recovery")
                try await anna.requestCode()
                try await anna.enterCode(try await mailbox.nextCode(of: scene))
                try await anna.follow("a[href='/recovery/passkey']")
                try await anna.follow("form.passkey button")
                #expect(try await anna.path == "/account-recovered")
                #expect(try await authenticator.credentials.map(\.userName) == ["anna.k"])
                try await owner.open("/account")
                #expect(try await owner.path.hasPrefix("/sign-in"))

                try await anna.page.withoutConditionalMediation {
                    try await anna.open("/sign-in")
                    try await anna.follow("form.passkey button")
                }
                #expect(try await anna.path == "/account")
                try await owner.signInWithPassword(as: "anna.k")
                #expect(owner.page.status == 403)
                #expect(try await owner.codes == ["invalid-credentials"])
            }
        }

        @Test("the owner cancels a waiting recovery from another session, and the recovery has ended in its browser")
        func cancelled() async throws {
            try await Scene.runWithMail { scene, mailbox in
                let owner = try await scene.newVisitor()
                try await owner.signUp(as: "anna.k")
                try await owner.addAddress(in: scene, mailbox)
                try await owner.turnOnAuthenticatorApp(scene.site.clock)

                let other = try await scene.newVisitor()
                try await other.open("/recovery")
                try await other.requestCode()
                try await other.enterCode(try await mailbox.nextCode(of: scene))
                #expect(try await other.path == "/recovery/second-factor")
                try await other.follow("form[action='/recovery/wait'] button")
                #expect(try await other.path == "/recovery/second-factor")
                #expect(try await other.codes == ["waiting"])

                try await owner.open("/account")
                #expect(try await owner.codes.contains("recovery-waits"))
                try await owner.follow("form[action='/account/recovery/cancel'] button")
                #expect(try await owner.path == "/account?notice=reset-cancelled")
                #expect(try await !owner.codes.contains("recovery-waits"))

                try await other.open("/recovery/second-factor")
                #expect(try await other.path == "/recovery?notice=expired")
                #expect(try await other.codes == ["expired"])
            }
        }
    }
}
