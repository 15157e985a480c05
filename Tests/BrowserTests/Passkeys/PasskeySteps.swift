import Accounts
import Browsers
import FoundationEssentials
import OneTimeCodes
import Testing

/// The actions of a user with passkeys.
extension WebUser {
    func signUpWithPasskey(as name: String) async throws {
        try await open("/sign-up")
        try await page.fill("#username", name)
        try await follow("[form=sign-up-with-passkey]")
        try await follow("form.passkey button")
    }

    func signUpWithPassword(as name: String) async throws {
        try await open("/sign-up")
        try await page.fill("#username", name)
        try await page.fill("#password", .firstPassword)
        try await follow("main .fields > button")
    }

    /// Signs out, and in with the button.
    func signInWithPasskey() async throws {
        try await signOut()
        try await page.withoutConditionalMediation {
            try await open("/sign-in")
            try await follow("form.passkey button")
        }
    }

    func signInWithPassword(as name: String) async throws {
        try await page.withoutConditionalMediation {
            try await open("/sign-in")
            try await page.fill("#username", name)
            try await page.fill("#password", .firstPassword)
            try await follow("main .fields > button")
        }
    }

    func addPasskey() async throws {
        try await open("/account/passkeys/new")
        try await follow("form.passkey button")
    }

    func signOut() async throws {
        try await open("/account")
        try await follow("header button")
    }

    /// Turns on two-factor authentication.
    func turnOnAuthenticatorApp(_ clock: ManualClock) async throws {
        try await open("/account/second-factors")
        try await follow("[data-factor=totp] button")
        let key = try #require(OneTimePasswordKey(try Base32.decodeTyped(try await page.text(".secret"))))
        let totp = try #require(HOTP(key).flatMap { TOTP($0) })
        let now = Date(timeIntervalSince1970: Double(clock.now.milliseconds) / 1_000)
        try await page.fill("#code", try #require(totp.password(at: now)))
        try await submit()
    }

    /// Waits until the account page offers a passkey.
    func offerAppears() async throws {
        try await page.evaluate(
            """
            new Promise(done => {
              const offer = document.getElementById("passkey-offer");
              new MutationObserver(() => { if (!offer.hidden) done(); }).observe(offer, { attributes: true });
              if (!offer.hidden) done();
            })
            """)
    }

    /// The first status that the passkey's form reports.
    var status: String {
        get async throws {
            let text = try await page.evaluate(
                """
                new Promise(done => {
                  const line = document.querySelector("form.passkey [role=status]");
                  const look = () => line.textContent && done(line.textContent);
                  new MutationObserver(look).observe(line, { childList: true });
                  look();
                })
                """)
            return text.string ?? ""
        }
    }
}
