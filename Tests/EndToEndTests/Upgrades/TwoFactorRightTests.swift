import AppleIdentityEmulator
import DeviceScreens
import DeviceSimulator
import HTTPTypes
import JSONText
import Testing
import UpgradeDriver

/// The result of the local-authorization article, with a real server.
@Suite("Juice signs in with a device key as second factor", .serialized, .timeLimit(.minutes(20)))
struct TwoFactorRightTests {
    @Test("it is turned on, required with Face ID at the next sign-in, and turned off")
    func article() async throws {
        try await UpgradeBench.run { bench in
            let phone = try await bench.phone(saved: nil)
            try await phone.open(bench.app)
            try await phone.tap("Sign in with Apple")
            try await phone.answerSheet(.proceed)
            try await phone.answerSheet(.details(givenName: "Anna", familyName: "L.", hidesEmail: true))
            try await phone.showFace()
            try await phone.screen { $0.texts.contains("Your account was created.") }

            try await phone.tap("Turn On Two-Factor Authentication")
            let codes = try await phone.screen { $0.alert?.title == "Recovery Codes" }.alert?.message ?? ""
            #expect(codes.matches(of: /[a-z2-7]{4}(-[a-z2-7]{4}){5}/).count == 10)
            try await phone.tap("Done")
            try await phone.tap("Sign Out")

            // Apple's identity alone does not sign in.
            #expect(try await bench.client.signIn(bench.apple).code == "additional_authentication_required")
            try await phone.answerSheet(.proceed)
            try await phone.showFace()
            try await phone.screen(titled: "Two-Factor Authentication")
            try await phone.tap("Use Face ID")
            try await phone.tap("OK")
            try await phone.showFace()
            try await phone.screen { $0.title == "Juice" && $0.texts.contains("Welcome back.") }

            try await phone.tap("Turn Off Two-Factor Authentication")
            try await phone.screen { $0.buttons.contains { $0.title == "Turn On Two-Factor Authentication" } }
            #expect(try await bench.client.signIn(bench.apple).status == 200)
        }
    }

    @Test("another face does not sign in, and a recovery code does")
    func stranger() async throws {
        try await UpgradeBench.run { bench in
            try await bench.register()
            let phone = try await bench.phone()
            try await Self.signIn(phone, bench)
            try await phone.tap("Turn On Two-Factor Authentication")
            let codes = try await phone.screen { $0.alert?.title == "Recovery Codes" }.alert?.message ?? ""
            let code = try #require(codes.firstMatch(of: /[a-z2-7]{4}(-[a-z2-7]{4}){5}/)).output.0
            try await phone.tap("Done")
            try await phone.tap("Sign Out")

            try await Self.signIn(phone, bench, launches: false)
            try await phone.screen(titled: "Two-Factor Authentication")
            try await phone.tap("Use Face ID")
            try await phone.tap("OK")
            try await phone.wait { view in
                if case .prompt? = view.overlays.last { true } else { false }
            }
            try await phone.perform(.present(isOwner: false))
            try await phone.wait { view in
                if case .prompt(let prompt)? = view.overlays.last { prompt.isRepeated } else { false }
            }
            #expect(phone.view.appScreen?.title == "Two-Factor Authentication")
            try await phone.perform(.cancelPrompt)
            try await phone.screen { $0.texts.contains("This device could not confirm your identity.") }
            try await phone.type(String(code), into: "Code")
            try await phone.tap("Continue")
            try await phone.screen(titled: "Juice")
        }
    }

    @Test("the key also confirms an upgrade, on the extension's screen")
    func upgrade() async throws {
        try await UpgradeBench.run { bench in
            try await bench.register()
            let phone = try await bench.phone()
            try await Self.signIn(phone, bench)
            try await phone.tap("Turn On Two-Factor Authentication")
            try await phone.tap("Done")
            try await phone.chooseRemedy("Use Strong Password")
            try await phone.tap("Use Face ID")
            try await phone.tap("OK")
            try await phone.showFace()
            try await phone.upgrade(endsAs: .done)
            #expect(phone.device.savedPassword() != UpgradeBench.weak)
            #expect(try await bench.canSignIn(phone.device))
        }
    }

    @Test("the app starts an upgrade itself, and continues in its session")
    func fromApp() async throws {
        try await UpgradeBench.run { bench in
            try await bench.register()
            let phone = try await bench.phone()
            try await Self.signIn(phone, bench)
            try await phone.tap("Use a Strong Password")
            try await phone.screen { $0.texts.contains("Your account now has a strong password.") }
            #expect(phone.device.savedPassword() != UpgradeBench.weak)
            #expect(try await bench.canSignIn(phone.device))
            // The app has confirmed it.
            #expect(try await !bench.signsIn("anna", UpgradeBench.weak))

            try await phone.tap("Use Sign in with Apple")
            try await phone.answerSheet(.proceed)
            try await phone.answerSheet(.details(givenName: "Anna", familyName: "L.", hidesEmail: true))
            try await phone.showFace()
            try await phone.screen { $0.texts.contains("Your account now uses Sign in with Apple.") }
            #expect(phone.device.savedPassword() == nil)
            #expect(try await bench.canSignIn(phone.device))
            // The session lives on under its new token.
            try await phone.tap("Turn On Two-Factor Authentication")
            try await phone.screen { $0.alert?.title == "Recovery Codes" }
        }
    }

    /// With the password that is saved on the phone.
    static func signIn(_ phone: Phone, _ bench: UpgradeBench, launches: Bool = true) async throws {
        if launches { try await phone.open(bench.app) }
        try await phone.answerSheet(.choose(0))
        try await phone.showFace()
        try await phone.screen { $0.alert?.title == "Keychain Credential Received" }
        try await phone.tap("Sign In")
    }
}
