import Firefox
import Testing

extension InBrowser.InFirefox {
    @Suite("Passkeys in Firefox")
    struct FirefoxPasskeyTests {
        @Test("a user signs up with a passkey, and signs in with the button and at the field")
        func signUpAndIn() async throws {
            try await scene { anna, authenticator, _ in
                try await anna.signUpWithPasskey(as: "anna.k")
                #expect(try await anna.codes == ["account-created"])
                #expect(try await anna.page.text("li[data-passkey] .what").contains("On one device only"))
                #expect(try await authenticator.credentials.map(\.signCount) == [0])

                try await anna.signInWithPasskey()
                #expect(try await anna.path == "/account")
                #expect(try await authenticator.credentials.map(\.signCount) == [1])

                try await anna.signOut()
                try await anna.open("/sign-in")
                #expect(try await anna.page.acceptOfferedPasskey() == 1)
                try await anna.page.waitForLoad()
                #expect(try await anna.path == "/account")
            }
        }

        @Test(
            "an authenticator rejects a second passkey, and passkeys are renamed and removed; the authenticator keeps a removed one"
        )
        func settings() async throws {
            try await scene { anna, authenticator, _ in
                try await anna.signUpWithPassword(as: "anna.k")
                try await anna.addPasskey()
                #expect(try await anna.codes == ["passkey-added"])

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
                try await anna.follow("section .single button")
                #expect(try await anna.codes == ["passkey-removed"])
                #expect(try await anna.page.count("li[data-passkey]") == 0)
                // The page sends a signal, and Firefox has none.
                #expect(try await anna.page.count("[data-signals]") == 1)
                #expect(try await authenticator.credentials.count == 1)

                try await anna.signOut()
                try await anna.open("/sign-in")
                try await anna.follow("form.passkey button")
                #expect(try await anna.page.status == 403)
                #expect(try await anna.codes == ["passkey-rejected"])
            }
        }

        @Test("a passkey confirms the user, and is the second factor after a password")
        func factors() async throws {
            try await scene { anna, _, clock in
                try await anna.signUpWithPassword(as: "anna.k")
                try await anna.addPasskey()
                clock.advance(by: .seconds(3_600))
                try await anna.open("/account/delete")
                #expect(try await anna.heading == "Confirm it’s you")
                try await anna.follow("form.passkey button")
                #expect(try await anna.path == "/account/delete")

                try await anna.turnOnAuthenticatorApp(clock)
                try await anna.signOut()
                try await anna.signInWithPassword(as: "anna.k")
                #expect(try await anna.heading == "Two-factor authentication")
                try await anna.follow("form.passkey button")
                #expect(try await anna.path == "/account")
            }
        }

        @Test("a user who is not verified cannot sign in, and a response without user verification is rejected")
        func userVerification() async throws {
            try await scene { anna, authenticator, _ in
                try await anna.signUpWithPasskey(as: "anna.k")
                try await authenticator.setUserVerified(false)
                try await anna.signOut()
                try await anna.open("/sign-in")
                try await anna.page.click("form.passkey button")
                #expect(try await anna.status == "No passkey was used. Try again, or choose another way.")

                // The browser passes on what an authenticator without user verification answers.
                let passkey = try #require(try await authenticator.credentials.first)
                try await authenticator.remove()
                try await anna.page.addAuthenticator(hasUserVerification: false).add(passkey)
                try await anna.open("/sign-in")
                try await anna.follow("form.passkey button")
                #expect(try await anna.page.status == 403)
                #expect(try await anna.codes == ["passkey-rejected"])
            }
        }

        /// If this fails, Firefox has changed, and the other tests can ask more of it.
        @Test("Firefox has no signals and creates no passkey without a dialog, so the page offers one at once")
        func limits() async throws {
            try await scene { anna, _, _ in
                try await anna.signUpWithPassword(as: "anna.k")
                try await anna.offerAppears()
                let able = try await anna.page.evaluate("PublicKeyCredential.getClientCapabilities()")
                let lacking = [
                    "conditionalCreate", "signalAllAcceptedCredentials", "signalCurrentUserDetails", "signalUnknownCredential",
                    "hybridTransport", "passkeyPlatformAuthenticator", "userVerifyingPlatformAuthenticator", "extension:largeBlob",
                ]
                for name in lacking { #expect(able[name] == false, "\(name)") }
                for name in ["conditionalGet", "relatedOrigins", "extension:prf"] { #expect(able[name] == true, "\(name)") }
                let signals = "Object.getOwnPropertyNames(PublicKeyCredential).filter(name => name.startsWith('signal'))"
                #expect(try await anna.page.evaluate(signals) == [])
                let creation = """
                    navigator.credentials.create({
                      mediation: "conditional",
                      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(
                        JSON.parse(document.querySelector("#passkey-offer form").dataset.options)),
                    }).then(() => "created", error => error.name)
                    """
                #expect(try await anna.page.evaluate(creation) == "NotSupportedError")
            }
        }

        /// A server, a user with an authenticator, and the server's clock. The browser must report no problem on the server's pages.
        private func scene(
            sourceLocation: SourceLocation = #_sourceLocation,
            _ body: @escaping @Sendable (FirefoxUser, FirefoxAuthenticator, ManualClock) async throws -> Void
        ) async throws {
            let firefox = try #require(SharedFirefox.current, sourceLocation: sourceLocation)
            try await AccountSite.run(host: "localhost") { site in
                try await firefox.forget()
                let user = FirefoxUser(page: firefox, origin: site.origin)
                try await body(user, try await firefox.addAuthenticator(), site.clock)
                #expect(try await firefox.problems(of: site.origin) == [], sourceLocation: sourceLocation)
                try await firefox.forget()
            }
        }
    }
}

struct FirefoxUser: WebUser {
    let page: Firefox
    let origin: String

    func arrive() async throws {}
}
