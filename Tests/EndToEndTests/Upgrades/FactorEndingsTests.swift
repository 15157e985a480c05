import AppleIdentityEmulator
import DeviceScreens
import DeviceSimulator
import HTTPTypes
import JSONText
import TestKit
import Testing
import UpgradeDriver

@Suite("Second factors on the extension's screen", .serialized, .timeLimit(.minutes(20)))
struct FactorEndingsTests {
    @Test("a key chosen long after the screen appeared signs a new challenge, and uses up no attempt")
    func late() async throws {
        try await UpgradeBench.run { bench in
            try await bench.register()
            let phone = try await bench.phone()
            try await TwoFactorRightTests.signIn(phone, bench)
            try await phone.tap("Turn On Two-Factor Authentication")
            try await phone.tap("Done")
            try await phone.chooseRemedy("Use Strong Password")
            try await phone.screen { $0.buttons.contains { $0.title == "Use Face ID" } }
            bench.apple.apple.clock.advance(by: 180)
            try await phone.tap("Use Face ID")
            try await phone.tap("OK")
            // The device's clock does not show it, so the server reports it. The user shows their face again.
            try await phone.showFace()
            try await phone.showFace()
            try await phone.upgrade(endsAs: .done)
            #expect(phone.device.savedPassword() != UpgradeBench.weak)
            #expect(try await bench.canSignIn(phone.device))
        }
    }

    @Test(
        "a session opened with a second factor ends when the user closes Apple's sheet or leaves it",
        arguments: [true, false])
    func closedSheet(closesSheet: Bool) async throws {
        try await UpgradeBench.run { bench in
            let (phone, authenticator) = try await FactorUpgradeTests.guarded(bench)
            try await phone.chooseRemedy("Use Sign in with Apple")
            try await phone.type(authenticator.recoveryCodes[0], into: "Code")
            try await phone.tap("Continue")
            if closesSheet {
                try await phone.answerSheet(.cancel)
                try await phone.upgrade(endsAs: .cancelled, .failed)
            } else {
                try await phone.wait { view in
                    if case .sheet? = view.overlays.last { true } else { false }
                }
                try await phone.perform(.home)
            }
            let session = try await Self.signIn(bench, authenticator)
            // This session and that of the registration. A phone that left does not wait, and the extension ends a little later.
            var count: Int? = 0
            try await poll {
                let answer = try await bench.client.send(.get, "/v1/sessions", token: session)
                count = answer.json["sessions"]?.array?.count
                return count == 2
            }
            #expect(count == 2)
            #expect(phone.device.savedPassword() == UpgradeBench.weak)
        }
    }

    private static func signIn(_ bench: UpgradeBench, _ authenticator: Authenticator) async throws -> String {
        let entered = try await bench.client.enter("anna", password: UpgradeBench.weak)
        let opened = try await bench.client.send(
            .post, "/v1/sessions/factor",
            json: ["challenge": .string(try entered.text("challenge")), "totp": .string(try authenticator.code())])
        return try opened.text("session", "token")
    }

    @Test("an account whose only factor is the key of another device reports that, and shows no button")
    func otherDevice() async throws {
        try await UpgradeBench.run { bench in
            try await bench.register()
            let phone = try await bench.phone()
            try await TwoFactorRightTests.signIn(phone, bench)
            try await phone.tap("Turn On Two-Factor Authentication")
            let codes = try await phone.screen { $0.alert?.title == "Recovery Codes" }.alert?.message ?? ""
            try await phone.tap("Done")
            for code in codes.matches(of: /[a-z2-7]{4}(-[a-z2-7]{4}){5}/) {
                bench.apple.apple.clock.advance(by: 600)
                let entered = try await bench.client.enter("anna", password: UpgradeBench.weak)
                let opened = try await bench.client.send(
                    .post, "/v1/sessions/factor",
                    json: ["challenge": .string(try entered.text("challenge")), "recoveryCode": .string(String(code.output.0))])
                #expect(opened.status == 201)
            }
            let other = try await bench.phone()
            try await other.chooseRemedy("Use Strong Password")
            let screen = try await other.screen { screen in
                screen.texts.contains { $0.hasPrefix("This account requires another of your devices") }
            }
            #expect(screen.buttons.isEmpty)
            try await other.tap("Cancel")
            try await other.upgrade(endsAs: .cancelled)
        }
    }
}
