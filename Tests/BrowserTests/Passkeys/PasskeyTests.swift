import Chromium
import Testing

extension InBrowser {
    @Suite("Passkeys in a browser")
    struct PasskeyTests {
        @Test("a user signs up with a passkey, and signs in with the button and at the field")
        func signUpAndIn() async throws {
            try await scene { scene in
                let (anna, authenticator) = try await newVisitor(scene)
                try await anna.signUpWithPasskey(as: "anna.k")
                #expect(try await anna.codes == ["account-created"])
                #expect(try await authenticator.credentials.map(\.userName) == ["anna.k"])
                #expect(try await anna.page.count("li[data-passkey]") == 1)

                try await anna.signInWithPasskey()
                #expect(try await anna.path == "/account")

                // The field offers the passkey, and the user accepts at once, perhaps before the page has loaded.
                try await anna.signOut()
                try await anna.page.open(anna.origin + "/sign-in")
                if try await anna.path != "/account" { try await anna.page.waitForLoad() }
                #expect(try await anna.path == "/account")
            }
        }

        @Test("an authenticator rejects a second passkey, and passkeys are renamed and removed, from the authenticator too")
        func settings() async throws {
            try await scene { scene in
                let (anna, authenticator) = try await newVisitor(scene)
                try await anna.signUpWithPassword(as: "anna.k")
                try await anna.addPasskey()
                #expect(try await anna.codes == ["passkey-added"])
                #expect(try await anna.page.text("li[data-passkey] .what").contains("Synced"))

                try await anna.open("/account/passkeys/new")
                try await anna.page.click("form.passkey button")
                #expect(try await anna.status == "This device already has a passkey for your account.")
                #expect(try await authenticator.credentials.count == 1)

                try await anna.open("/account")
                try await anna.follow("li[data-passkey] a")
                try await anna.page.fill("#name", "Brass key")
                try await anna.submit()
                #expect(try await anna.codes == ["passkey-renamed"])
                #expect(try await anna.page.text("li[data-passkey] .name") == "Brass key")

                try await anna.follow("li[data-passkey] a")
                let watch = """
                    const signal = PublicKeyCredential.signalAllAcceptedCredentials;
                    PublicKeyCredential.signalAllAcceptedCredentials = options =>
                      window.signalled = signal.call(PublicKeyCredential, options);
                    """
                try await anna.page.withScript(watch) { try await anna.follow("section .single button") }
                #expect(try await anna.codes == ["passkey-removed"])
                #expect(try await anna.page.count("li[data-passkey]") == 0)
                try await anna.page.evaluate("window.signalled")
                #expect(try await authenticator.credentials.isEmpty)
            }
        }

        @Test("a passkey confirms the user, and is the second factor after a password")
        func factors() async throws {
            try await scene { scene in
                let (anna, _) = try await newVisitor(scene)
                try await anna.signUpWithPassword(as: "anna.k")
                try await anna.addPasskey()
                scene.site.clock.advance(by: .seconds(3_600))
                try await anna.open("/account/delete")
                #expect(try await anna.heading == "Confirm it’s you")
                try await anna.follow("form.passkey button")
                #expect(try await anna.path == "/account/delete")

                try await anna.turnOnAuthenticatorApp(scene.site.clock)
                try await anna.signOut()
                try await anna.signInWithPassword(as: "anna.k")
                #expect(try await anna.heading == "Two-factor authentication")
                try await anna.follow("form.passkey button")
                #expect(try await anna.path == "/account")
            }
        }

        @Test("a response with a fault is rejected", arguments: VirtualAuthenticator.Fault.allCases)
        func faults(_ fault: VirtualAuthenticator.Fault) async throws {
            try await scene { scene in
                let (anna, authenticator) = try await newVisitor(scene)
                try await anna.signUpWithPasskey(as: "anna.k")
                // This page has only the button. At the field of the sign-in page, the authenticator would try again without end.
                scene.site.clock.advance(by: .seconds(3_600))
                try await anna.open("/account/delete")
                try await authenticator.setFault(fault)
                try await anna.follow("form.passkey button")
                #expect(anna.page.status == 403)
                #expect(try await anna.codes == ["passkey-rejected"])
            }
        }

        @Test("a passkey with a decreased counter or a lost backup signs in, and the owner sees both")
        func changes() async throws {
            try await scene { scene in
                let (anna, authenticator) = try await newVisitor(scene)
                try await anna.signUpWithPasskey(as: "anna.k")
                try await anna.signInWithPasskey()
                let passkey = try #require(try await authenticator.credentials.first)
                #expect(passkey.signCount > 1)
                try await authenticator.change(passkey, isBackedUp: false, signCount: 0)
                try await anna.signInWithPasskey()
                #expect(try await anna.path == "/account")
                let text = try await anna.page.text("main")
                #expect(text.contains("Passkey may have been copied"))
                #expect(text.contains("Passkey backup turned on or off"))
                #expect(text.contains("On one device only"))
            }
        }

        @Test("without script the passwords stay, the passkey buttons are hidden, and a text explains what is missing")
        func noScript() async throws {
            try await scene { scene in
                let anna = try await scene.newVisitor(script: false)
                try await anna.open("/sign-up")
                let isShown = "[...document.querySelectorAll('.passkey')].some(e => e.checkVisibility())"
                #expect(try await anna.page.evaluate(isShown) == false)
                try await anna.signUpWithPassword(as: "anna.k")
                #expect(try await anna.codes == ["account-created"])
                try await anna.open("/account/passkeys/new")
                #expect(try await anna.page.evaluate(isShown) == false)
                #expect(try await anna.page.text("main .notice").contains("scripts are turned off"))
                try await anna.signOut()
                try await anna.open("/sign-in")
                #expect(try await anna.page.evaluate(isShown) == false)
            }
        }

        @Test("after a sign-in with a password the page offers a passkey, until the user declines")
        func offer() async throws {
            try await scene { scene in
                let (anna, _) = try await newVisitor(scene)
                try await anna.signUpWithPassword(as: "anna.k")
                // This browser has no dialog-free way, because no password manager filled the password.
                try await anna.offerAppears()
                try await anna.page.click("#passkey-offer button")
                try await anna.open("/account")
                #expect(try await anna.page.evaluate("localStorage.getItem('passkey-offer-declined')") == "yes")
                #expect(try await anna.page.count("#passkey-offer[hidden]") == 1)

                let (again, authenticator) = try await newVisitor(scene)
                try await again.signInWithPassword(as: "anna.k")
                try await again.offerAppears()
                try await again.follow("#passkey-offer a")
                try await again.follow("form.passkey button")
                #expect(try await again.codes == ["passkey-added"])
                #expect(try await authenticator.credentials.count == 1)
                #expect(try await again.page.count("#passkey-offer") == 0)
            }
        }

        private func scene(_ body: @escaping @Sendable (Scene) async throws -> Void) async throws {
            try await Scene.run(host: "localhost", body)
        }

        private func newVisitor(_ scene: Scene) async throws -> (Visitor, VirtualAuthenticator) {
            let visitor = try await scene.newVisitor()
            return (visitor, try await visitor.page.addAuthenticator())
        }
    }
}
