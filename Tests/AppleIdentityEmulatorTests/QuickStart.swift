import AppleIdentityEmulator
import Testing

/// The quick start of AppleIdentityEmulator.docc.
enum QuickStart {
    static func signIn(authorizeURL: (String) -> String, post: (AuthorizationResponse) -> Void) async throws {
        // In Sources/Apple/AppleIdentityEmulator/AppleIdentityEmulator.docc/AppleIdentityEmulator.md
        try await withAppleIdentityEmulator(.allowingLoopback) { apple in
            let shop = try apple.service.addRelyingParty(
                named: "Shop", bundleID: "com.example.shop", returnURLs: ["http://127.0.0.1:8080/sign-in/apple/callback"])
            let anna = try apple.service.addPerson(
                AppleAccountDraft(givenName: "Anna", familyName: "Lindqvist", email: "anna@example.com"))

            // Point the backend at apple.baseURL, with shop.team, shop.keyID and shop.key.
            // Then let Anna sign in, without a browser, and post the fields to the backend's callback:
            let answer = try apple.service.signIn(
                at: authorizeURL(apple.baseURL), as: anna.id, .approve(ConsentChoices(email: .hide)))
            post(answer)

            apple.service.clock.advance(by: 86_400)
            try apple.service.revokeConsent(of: anna.id, primary: shop.app)
            await apple.deliverNotifications()
        }
        // End
    }
}

@Suite("Quick start of AppleIdentityEmulator", .timeLimit(.minutes(20)))
struct QuickStartTests {
    @Test("the code block signs a user in and revokes the consent")
    func runs() async throws {
        var code: String?
        try await QuickStart.signIn { base in
            base + "/auth/authorize?client_id=com.example.shop.web&redirect_uri=http://127.0.0.1:8080/sign-in/apple/callback"
                + "&response_type=code&response_mode=form_post&scope=name%20email&state=s&nonce=n"
        } post: { answer in
            code = answer.fields.first { $0.name == "code" }?.value
        }
        #expect(code != nil)
    }
}
