import DeviceScreens
import DeviceSimulator
import TestKit
import Testing

@Suite(
    "Printed source of the sample", .tags(.realParts), .serialized, .timeLimit(.minutes(20)),
    .enabled(if: ArticleListings.isPresent, "../shared/seeds is absent"))
struct ArticleListingTests {
    @Test("the source consists of four files")
    func names() throws {
        #expect(
            try ArticleListings.listings().map(\.name) == [
                "AppDelegate.swift", "LoginViewController.swift", "ResultViewController.swift", "KeychainItem.swift",
            ])
    }

    @Test("the app signs in, stores the identifier for the next launch and for our Juice, and deletes it on signing out")
    func keychain() async throws {
        let program = try ArticleListings.program.get()
        try await AppleParty.run { party in
            let device = try party.device()
            let first = AppUser(program, on: device)
            try await signIn(first, device, .details(email: .hide))
            let result = try await first.shows("Juice")
            #expect(result.texts.contains("Anna") && result.texts.contains("Lindqvist"))
            #expect(result.texts.contains { $0.contains("@private") })
            let identifier = try #require(result.texts.first)
            await first.quit()

            let again = AppUser(program, on: device)
            #expect(try await again.shows("Juice").texts == [identifier])
            await again.quit()
            let ours = AppUser(Running.inItsOwn.juice, on: device)
            #expect(try await ours.shows("Juice").texts.contains(identifier))
            await ours.quit()

            let last = AppUser(program, on: device)
            try await last.shows("Juice")
            try last.press("Sign Out")
            try await last.shows("Sign In")
            await last.quit()
            try await AppUser(Running.inItsOwn.juice, on: device).shows("Sign In")
        }
    }

    @Test("after a revocation the app shows the login, then updates the identifier, and shows a saved password")
    func revocation() async throws {
        let program = try ArticleListings.program.get()
        try await AppleParty.run { party in
            let device = try party.device()
            let first = AppUser(program, on: device)
            try await signIn(first, device, .details(email: .share))
            let identifier = try #require(try await first.shows("Juice").texts.first)
            await first.quit()

            try await device.stopUsing(AppleParty.bundle)
            let again = AppUser(program, on: device)
            try await signIn(again, device, .proceed)
            #expect(try await again.shows("Juice").texts.first == identifier)

            device.savePassword("apple pie", user: "anna", site: "juice.example.com")
            device.sheets.will(.choose(1))
            device.person.will(.match)
            try again.press("Sign Out")
            let alert = try await again.shows { $0.alert != nil }.alert
            #expect(alert?.title == "Keychain Credential Received")
            #expect(alert?.message.contains("apple pie") == true)
            again.send(.answeredAlert(button: 0))
            try await again.shows("Sign In")
        }
    }

    private func signIn(_ app: AppUser, _ device: DeviceSimulator, _ details: SimulatedSheets.Answer) async throws {
        try await app.shows("Sign In")
        device.sheets.will(.proceed, details)
        device.person.will(.match)
        try app.press("Sign in with Apple")
    }
}
