import Chromium
import Testing

extension InBrowser {
    /// The first steps of a new user with `make run`, without preparation.
    @Suite(
        "Account upgrades in latchkey dev", .enabled(if: DevelopmentProcess.isBuilt, "latchkey is not built: swift build"),
        .timeLimit(.minutes(20)))
    struct DevelopmentTests {
        @Test(
            "a leaked password becomes strong, another is replaced with Sign in with Apple, and both changes reach the other phone")
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

            try await anna.tap("anna.l")
            try await anna.sees("The password is removed here only after the site accepts the change.")
            try await anna.tap("Use Sign in with Apple")
            try await anna.tap("Continue")
            try await anna.sees("Hide My Email")
            try await anna.tap("Hide My Email")
            try await anna.tap("Continue")
            try await anna.tap("Your face")
            try await anna.sees("Done. The account now uses Sign in with Apple")

            try await anna.tap("Passwords", on: 2)
            try await anna.tap("Your face", on: 2)
            try await anna.sees("juice.example", on: 2)
            try await anna.seesNoMore("anna.l", on: 2)

            // The Apple Account opens the converted account, not a new one.
            try await anna.tap("Home")
            try await anna.tap("Juice")
            try await anna.sees("Choose an account to sign in to Juice.")
            try await anna.tap("Apple Account")
            try await anna.tap("Your face")
            try await anna.sees("Welcome back.")
            try await anna.expectNoRemarks()
            // It ends although apps are running and a browser is connected.
            #expect(await development.end() == 0)
        }
    }
}
