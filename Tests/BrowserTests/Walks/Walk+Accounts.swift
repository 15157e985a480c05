import AccountServer
import AppleIdentityEmulator
import Chromium
import Mail
import Testing

extension Walk {
    /// The pages of users, with errors, with a passkey, and with a second factor.
    static let accounts = Walk(
        "the pages of users", principal: ["/sign-in", "/sign-up", "a new account", "/account", "/account/second-factors"]
    ) { appearance, look in
        var mail = MailConfiguration(from: try MailAddress("a@example.com"), destination: .custom(DevelopmentMailbox()))
        mail.signInCodes = true
        try await Scene.run(host: "localhost", adjust: { [mail] in $0.mail = mail }) { scene in
            let anna = try await scene.newVisitor(appearance)
            try await anna.look(
                at: ["/sign-in", "/sign-up", "/sign-in/email", "/recovery", "/password-link-expired", "/nowhere"], look)
            try await anna.signUp(as: "admin", password: "password1234")
            try await look(anna, "a rejected sign-up")
            try await anna.signIn(as: "anna.k", password: .secondPassword)
            try await look(anna, "a rejected sign-in")
            try await anna.signUp(as: "anna.k")
            try await look(anna, "a new account")
            try await anna.look(at: InBrowser.AppearanceTests.ofAccount, look)
            try await anna.open("/account/password")
            try await anna.changePassword(from: .secondPassword, to: "password1234")
            try await look(anna, "a rejected change of the password")
            if appearance.script {
                _ = try await anna.page.addAuthenticator()
                try await anna.addPasskey()
                try await look(anna, "a new passkey")
                try await anna.follow("li[data-passkey] a")
                try await look(anna, "a passkey")
            }
            try await anna.turnOnAuthenticatorApp(scene.site.clock)
            try await look(anna, "new recovery codes")
            try await anna.look(at: ["/account", "/account/second-factors"], look)
        }
    }

    /// The sheet of Sign in with Apple, from the sign-in page to the consent.
    static let appleSheet = Walk("the sheet of Sign in with Apple", principal: ["/sign-in", "the consent"]) { appearance, look in
        try await AppleScene.run { apple in
            let anna = try await apple.newVisitor(appearance)
            try await anna.look(at: ["/sign-in"], look)
            try await anna.follow(".button.apple")
            try await look(anna, "the choice of the account")
            try await anna.follow("[data-person=\(apple.person.rawValue)]")
            try await look(anna, "the question for the code")
            if let code = apple.apple.twoFactorCodes(for: apple.person).last { try await anna.page.fill("#code", code.code) }
            try await anna.submit()
            try await look(anna, "the consent")
        }
    }
}
