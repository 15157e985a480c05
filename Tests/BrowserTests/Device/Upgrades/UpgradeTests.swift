import Chromium
import DeviceSimulator
import Foundation
import Testing
import UpgradableShop

extension InBrowser {
    /// Replacing a weak password in a browser, from the explanation to the next sign-in.
    @Suite("Account upgrades on a phone in a browser", .timeLimit(.minutes(20)))
    struct UpgradeTests {
        @Test("a user reads why a password is weak and what the upgrade does, and one tap replaces it with a strong one")
        func strongPassword() async throws {
            try await UpgradePhones.run { scene in
                let anna = try await scene.newVisitor()
                try await scene.openRecommendation(anna)
                try await anna.sees("Easily guessed password")
                try await anna.sees("The old one stays until the site accepts the change.")
                try await anna.tap("Use Strong Password")
                try await anna.sees("Done. The account now has a strong password")
                #expect(scene.server.password(of: "anna")?.count == 20)
                try await scene.signInWithSavedPassword(anna)
                try await anna.expectNoRemarks()
            }
        }

        @Test("a user converts an account to Sign in with Apple, and the password is removed")
        func signInWithApple() async throws {
            try await UpgradePhones.run { scene in
                let anna = try await scene.newVisitor()
                try await scene.openRecommendation(anna)
                try await anna.sees("The password is removed here only after the site accepts the change.")
                try await anna.tap("Use Sign in with Apple")
                try await anna.tap("Continue")
                try await anna.tap("Hide My Email")
                try await anna.tap("Continue")
                try await anna.tap("Your face")
                try await anna.sees("Done. The account now uses Sign in with Apple")
                #expect(scene.server.password(of: "anna") == nil)
                #expect(scene.phone.device.savedPasswords.map(\.site).sorted() == ["garden.example", "library.example"])
                try await anna.expectNoRemarks()
            }
        }

        @Test("a shop that requires a code shows its view below the system's bar, and accepts a second attempt")
        func secondFactor() async throws {
            try await UpgradePhones.run(.wantsCode("123456")) { scene in
                let anna = try await scene.newVisitor()
                try await scene.openRecommendation(anna)
                try await anna.tap("Use Strong Password")
                try await anna.sees("Enter the code of your code book.")
                try await anna.type("111111", into: "code")
                try await anna.tap("Continue")
                try await anna.sees("That is not the code.")
                #expect(scene.server.password(of: "anna") == "password1")
                try await anna.type("123456", into: "code")
                try await anna.page.press(.enter)
                try await anna.sees("Done. The account now has a strong password")
                try await scene.signInWithSavedPassword(anna)
                try await anna.expectNoRemarks()
            }
        }

        @Test("after a cancelled or rejected upgrade, the old password still signs in", arguments: [true, false])
        func asItWas(isCancelled: Bool) async throws {
            try await UpgradePhones.run(isCancelled ? .wantsCode("123456") : .rejecting(reason: "The shop is closed.")) { scene in
                let anna = try await scene.newVisitor()
                try await scene.openRecommendation(anna)
                try await anna.tap("Use Strong Password")
                if isCancelled {
                    try await anna.sees("Enter the code of your code book.")
                    try await anna.tap("Cancel")
                }
                // The phone cannot ask the shop which password it has.
                try await anna.sees((isCancelled ? "Cancelled." : "The shop is closed.") + " Your saved password is kept")
                try await scene.signInWithSavedPassword(anna)
                try await anna.expectNoRemarks()
            }
        }

        @Test("without a network, the user sees an error, and the old password still signs in later")
        func offline() async throws {
            try await UpgradePhones.run(.away) { scene in
                let anna = try await scene.newVisitor()
                try await scene.openRecommendation(anna)
                try await anna.tap("Network")
                try await anna.sees("No network")
                try await anna.tap("Use Strong Password")
                try await anna.sees("this device is offline. Your saved password is kept")
                try await anna.tap("Network")
                try await scene.signInWithSavedPassword(anna)
                try await anna.expectNoRemarks()
            }
        }

        @Test("after a crash of the extension, the old password still signs in")
        func crash() async throws {
            try await UpgradePhones.run { scene in
                var app = UpgradableShopApp.installation(of: scene.server, team: scene.team)
                app.upgradeExtension = PhoneExtension(at: "/bin/false", infoPlist: ShopExtension.information.infoPlist)
                try await scene.phone.install(app)
                let anna = try await scene.newVisitor()
                try await scene.openRecommendation(anna)
                try await anna.tap("Use Strong Password")
                try await anna.sees("Shop did not confirm the change. Your saved password is kept")
                try await scene.signInWithSavedPassword(anna)
                try await anna.expectNoRemarks()
            }
        }

        @Test("after a sign-in with a weak password, the system explains the upgrade and performs it")
        func signIn() async throws {
            try await UpgradePhones.run { scene in
                let anna = try await scene.newVisitor()
                try await scene.signInWithSavedPassword(anna)
                try await anna.sees("Your password for Shop is weak")
                try await anna.tap("Use Strong Password")
                try await anna.sees("Done. The account now has a strong password")
                try await anna.tap("Done")
                try await anna.tap("Sign Out")
                try await scene.signInWithSavedPassword(anna)
                #expect(scene.server.password(of: "anna") != "password1")
                try await anna.expectNoRemarks()
            }
        }

        @Test("an app starts an upgrade, and its extension's view covers the app")
        func fromApp() async throws {
            try await UpgradePhones.run(.wantsCode("123456")) { scene in
                let anna = try await scene.newVisitor()
                try await scene.signInWithSavedPassword(anna)
                try await anna.tap("Not Now")
                try await anna.tap("Make My Account Safer")
                try await anna.type("123456", into: "code")
                try await anna.tap("Continue")
                try await anna.sees("Safer now: anna.")
                try await anna.tap("Sign Out")
                try await scene.signInWithSavedPassword(anna)
                try await anna.expectNoRemarks()
            }
        }

        @Test("without script, everything works with forms, including the extension's view")
        func noScript() async throws {
            try await UpgradePhones.run(.wantsCode("123456")) { scene in
                let anna = try await scene.newVisitor(script: false)
                func press(_ selector: String) async throws {
                    while try await anna.page.count("#phone-1 " + selector) == 0 { try await anna.page.reload() }
                    try await anna.page.click("#phone-1 " + selector)
                    try await anna.page.waitForLoad()
                }
                try await scene.phone.perform(.openSettings(.passwords))
                try await scene.phone.showFace()
                try await press("button[value*=recommendations]")
                try await press("button[value*=openRecommendation][value*='\(scene.server.site)']")
                try await press("[data-remedy=strongPassword]")
                while try await anna.page.count("#phone-1 input[data-field=code]") == 0 { try await anna.page.reload() }
                try await anna.page.fill("#phone-1 input[data-field=code]", "123456")
                // Return submits the typed text.
                try await anna.page.press(.enter)
                try await anna.page.waitForLoad()
                try await press("[data-button=go]:enabled")
                while try await anna.page.count("#phone-1 [data-progress=done]") == 0 { try await anna.page.reload() }
                #expect(scene.server.password(of: "anna") != "password1")
                try await anna.expectNoRemarks()
            }
        }

        @Test("the keyboard suffices")
        func keyboard() async throws {
            try await UpgradePhones.run(.wantsCode("123456")) { scene in
                let anna = try await scene.newVisitor()
                try await anna.wait(for: "the script", "document.documentElement.classList.contains('live')")
                func press(_ selector: String) async throws {
                    try await anna.wait(for: selector, "!!document.querySelector(\"#phone-1 \(selector)\")")
                    try await anna.page.evaluate("document.querySelector(\"#phone-1 \(selector)\").focus()")
                    try await anna.page.press(.enter)
                }
                try await scene.phone.perform(.openSettings(.passwords))
                try await scene.phone.showFace()
                try await press("button[value*=recommendations]")
                try await press("button[value*=openRecommendation][value*='\(scene.server.site)']")
                try await press("[data-remedy=strongPassword]")
                try await anna.wait(for: "the field", "!!document.querySelector('#phone-1 input[data-field=code]')")
                try await anna.page.evaluate("document.querySelector('#phone-1 input[data-field=code]').focus()")
                try await anna.wait(for: "the keyboard", "!!document.querySelector('#phone-1 .keyboard')")
                try await anna.page.type("123456")
                try await anna.page.press(.enter)
                try await anna.sees("Done. The account now has a strong password")
                try await anna.expectNoRemarks()
            }
        }
    }
}
