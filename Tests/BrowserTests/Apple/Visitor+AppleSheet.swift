import AppleIdentityEmulator
@testable import Chromium
import Testing

/// What people do on Apple's sheet, and on the way there.
extension Visitor {
    /// Sets out by the button of this page, says who one is and enters the code: the sheet asks for consent then.
    func setOutForApple(_ apple: AppleScene, by button: String = ".button.apple") async throws {
        try await follow(button)
        #expect(try await page.url.hasPrefix(apple.appleOrigin))
        #expect(try await heading == "Sign in with your Apple Account")
        try await follow("[data-person=\(apple.person.rawValue)]")
        #expect(try await heading == "Two-factor authentication")
        let code = try #require(apple.apple.twoFactorCodes(for: apple.person).last)
        try await page.fill("#code", code.code)
        try await submit()
    }

    /// Ends the sheet by a button, and is back on the site. Without script there is one more page, with a button of its own.
    func goHome(_ apple: AppleScene, script: Bool = true, by button: String = "main .fields button") async throws {
        if !script {
            try await follow(button)
            #expect(try await heading == "Back to Shop")
        }
        try await page.click(script ? button : "main .fields button")
        try await arriveHome(at: apple.scene.site.origin)
    }

    /// Waits for a page of the site, by way of a page that sends itself on and may have loaded before it did.
    private func arriveHome(at origin: String) async throws {
        while true {
            try await page.waitForLoad()
            let awaited = page.events.now.awaitedLoader
            // There is no address to be had while one page gives way to the next.
            let address = try? await page.url
            // The address is that of the awaited document only if no other one has come since.
            if address?.hasPrefix(origin) == true, page.events.now.loader == awaited { break }
        }
        _ = try await page.issues
    }

    /// A whole first sign-in.
    func signInWithApple(_ apple: AppleScene) async throws {
        try await open("/sign-in")
        try await setOutForApple(apple)
        try await goHome(apple)
    }

    /// What the account page says of the Apple Account.
    var appleDetail: String {
        get async throws { try await page.text("[data-apple] .detail") }
    }
}
