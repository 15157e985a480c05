import AppleIdentityEmulator
import DeviceScreens
import DeviceSimulator
import HTTPTypes
import JSONText
import Testing
import UpgradeDriver

@Suite("Upgrading an account with a second factor on the extension's screen", .serialized, .timeLimit(.minutes(20)))
struct FactorUpgradeTests {
    @Test("a wrong code can be corrected, and the correct one upgrades the password")
    func code() async throws {
        try await UpgradeBench.run { bench in
            let (phone, authenticator) = try await Self.guarded(bench)
            try await phone.chooseRemedy("Use Strong Password")
            try await phone.type("000000", into: "Code")
            try await phone.tap("Continue")
            try await phone.screen { $0.texts.contains("Verification failed. Try again.") }
            #expect(try await bench.canSignIn(phone.device))
            try await phone.type(try authenticator.code(), into: "Code")
            try await phone.tap("Continue")
            try await phone.upgrade(endsAs: .done)
            let password = phone.device.savedPassword()
            #expect(password != UpgradeBench.weak)
            #expect(try await bench.signsIn("anna", password))
            bench.apple.apple.clock.advance(by: 601)
            #expect(try await !bench.signsIn("anna", UpgradeBench.weak))
            // The session of the extension ended with it.
            let session = try await bench.client.enter("anna", password: try #require(password))
            let opened = try await bench.client.send(
                .post, "/v1/sessions/factor",
                json: ["challenge": .string(try session.text("challenge")), "totp": .string(try authenticator.code())])
            let sessions = try await bench.client.send(.get, "/v1/sessions", token: try opened.text("session", "token"))
            #expect(sessions.json["sessions"]?.array?.count == 2)
        }
    }

    @Test("a recovery code works on the way to Sign in with Apple")
    func conversion() async throws {
        try await UpgradeBench.run { bench in
            let (phone, authenticator) = try await Self.guarded(bench)
            try await phone.chooseRemedy("Use Sign in with Apple")
            try await phone.type(authenticator.recoveryCodes[0], into: "Code")
            try await phone.tap("Continue")
            try await phone.answerSheet(.proceed)
            try await phone.answerSheet(.details(givenName: "Anna", familyName: "L.", hidesEmail: true))
            try await phone.showFace()
            try await phone.upgrade(endsAs: .done)
            #expect(phone.device.savedPassword() == nil)
            #expect(try await bench.canSignIn(phone.device))
            #expect(try await !bench.signsIn("anna", UpgradeBench.weak))
        }
    }

    @Test("a user who cancels, or enters five wrong codes, keeps the old password", arguments: [true, false])
    func rejected(isCancelled: Bool) async throws {
        try await UpgradeBench.run { bench in
            let (phone, _) = try await Self.guarded(bench)
            try await phone.chooseRemedy("Use Strong Password")
            if isCancelled {
                try await phone.tap("Cancel")
                try await phone.upgrade(endsAs: .cancelled)
            } else {
                for _ in 0..<6 {
                    try await phone.type("000000", into: "Code")
                    try await phone.tap("Continue")
                    try await phone.wait { $0.hasEnded || $0.asksAgain }
                    if phone.view.hasEnded { break }
                }
                try await phone.upgrade(endsAs: .failed)
            }
            #expect(phone.device.savedPassword() == UpgradeBench.weak)
            #expect(try await bench.canSignIn(phone.device))
        }
    }

    /// A phone, and an account that requires a code.
    static func guarded(_ bench: UpgradeBench) async throws -> (Phone, Authenticator) {
        let account = try await bench.client.register("anna", password: UpgradeBench.weak)
        let authenticator = try await Authenticator(
            bench.apple.apple.clock, bench.client, session: try account.text("session", "token"))
        return (try await bench.phone(), authenticator)
    }
}

extension PhoneView {
    /// Whether the sent code was rejected and no other has been entered since.
    fileprivate var asksAgain: Bool {
        guard let screen = appScreen, screen.texts.contains("Verification failed. Try again.") else { return false }
        return screen.elements.contains { element in
            if case .field(let field) = element { field.text.isEmpty } else { false }
        }
    }

    /// Whether no extension is visible.
    fileprivate var hasEnded: Bool {
        if case .settings = content { true } else { false }
    }
}
