import AppleIdentityEmulator
@testable import Chromium
import Testing

/// Actions on Apple's sheet and on the way there.
extension Visitor {
    /// Starts at this page's button, enters the name and the code, and stops at the consent.
    func setOutForApple(_ apple: AppleScene, by button: String = ".button.apple") async throws {
        try await follow(button)
        #expect(try await page.url.hasPrefix(apple.appleOrigin))
        #expect(try await heading == "Sign in with your Apple Account")
        try await follow("[data-person=\(apple.person.rawValue)]")
        #expect(try await heading == "Two-Factor Authentication")
        let code = try #require(apple.apple.twoFactorCodes(for: apple.person).last)
        try await page.fill("#code", code.code)
        try await submit()
    }

    /// Completes the sheet with a button, and returns to the site. Without script, another page with a button follows.
    func goHome(_ apple: AppleScene, script: Bool = true, by button: String = "main .fields button") async throws {
        if !script {
            try await follow(button)
            #expect(try await heading == "Back to Shop")
        }
        try await page.click(script ? button : "main .fields button")
        try await arriveHome(at: apple.scene.site.origin)
    }

    /// Waits for a page of the site, after a page that submits itself and may have loaded earlier.
    private func arriveHome(at origin: String) async throws {
        while true {
            try await page.waitForLoad()
            let awaited = page.events.now.awaitedLoader
            // During a navigation the page has no address.
            let address = try? await page.url
            // The address belongs to the awaited document only if no other document has loaded since.
            if address?.hasPrefix(origin) == true, page.events.now.loader == awaited { break }
        }
        _ = try await page.issues
    }

    /// Performs a complete first sign-in.
    func signInWithApple(_ apple: AppleScene) async throws {
        try await open("/sign-in")
        try await setOutForApple(apple)
        try await goHome(apple)
    }

    /// The account page's text about the Apple Account.
    var appleDetail: String {
        get async throws { try await page.text("[data-apple-email]") }
    }
}
