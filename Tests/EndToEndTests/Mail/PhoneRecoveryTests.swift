import AccountServer
import AppleIdentityEmulator
import DeviceScreens
import DeviceSimulator
import HTTPTypes
import JSONText
import JuiceApp
import Testing

/// A user of Juice who forgot the password, with the phone, the mail on it, and the account server.
@Suite("Recovery on a phone", .serialized, .timeLimit(.minutes(20)))
struct PhoneRecoveryTests {
    @Test("the mailed code and a strong password fill in, the app shows what was suspended, and it signs in")
    func password() async throws {
        try await RecoveryScene.run { scene in
            let phone = scene.phone
            try await scene.askForCode(of: scene.address)
            let code = try await scene.mailedCode()
            try await phone.perform(.openMail)
            try await phone.open(scene.app)
            try await phone.focus("Code")
            await phone.isSettled()
            #expect(phone.bar == [.mailedCode(code, site: RecoveryScene.site)])
            try await phone.tap(code)
            try await phone.screen { $0.fields.first?.text == code }
            try await phone.tap("Continue")

            // The account began with Sign in with Apple, and has no user name.
            try await phone.screen(titled: "New Password")
            try await phone.type("anna.l", into: "User Name")
            try await phone.focus("New Password")
            try await phone.tap("Use Strong Password")
            try await phone.screen { $0.fields.last?.text.isEmpty == false }
            try await phone.tap("Set Password")
            let recovered = try await phone.screen(titled: "Your New Password Is Set")
            #expect(recovered.texts.contains("All devices were signed out."))
            #expect(recovered.texts.contains("Suspended") && recovered.texts.contains(scene.address))
            #expect(!recovered.texts.contains("Other Ways to Sign In"))
            await phone.isSettled()
            #expect(phone.view.overlays.isEmpty, "a strong password is saved without a question")
            #expect(phone.device.savedPasswords.map(\.user) == ["anna.l"])
            #expect(try await scene.client.send(.get, "/v1/session", token: scene.token).status == 401)

            try await phone.tap("Sign In")
            let signedIn = try await phone.screen { $0.texts.contains("Welcome back.") }
            #expect(signedIn.texts.contains("anna.l"))
        }
    }

    @Test("names without an account, wrong codes and expired codes look the same, and another code works")
    func rejections() async throws {
        try await RecoveryScene.run { scene in
            let phone = scene.phone
            let rejection = RecoveryScene.rejection
            try await scene.askForCode(of: "unknown")
            let unknown: AppScreen? = phone.screen
            try await scene.enter("AAAA-AAAA")
            let unknownRejected = try await phone.screen { $0.texts.contains(rejection) && $0.isAtRest }
            try await phone.tap("Cancel")

            try await scene.askForCode(of: scene.address)
            #expect(phone.screen == unknown)
            let late = try await scene.mailedCode()
            try await scene.enter("AAAA-AAAA")
            let rejected = try await phone.screen { $0.texts.contains(rejection) && $0.isAtRest }
            #expect(rejected == unknownRejected)
            // The code has expired, and the budget of the name in this network has room for another one.
            scene.bench.apple.clock.advance(by: 3_601)
            try await scene.enter(late)
            try await phone.screen { $0.texts.contains(rejection) && $0.fields.first?.text == late && $0.isAtRest }

            try await phone.tap("Send Another Code")
            try await phone.screen { !$0.texts.contains(rejection) && $0.isAtRest }
            try await scene.enter(try await scene.mailedCode())
            try await phone.screen(titled: "New Password")
            // The recovery is valid for ten minutes, and a password that was typed too late is not saved.
            scene.bench.apple.clock.advance(by: 601)
            try await phone.type("anna.l", into: "User Name")
            try await phone.type("plum-Orchard-2026", into: "New Password")
            try await phone.tap("Set Password")
            try await phone.screen { $0.title == "Reset Password" && $0.fields.count == 1 && $0.isAtRest }
            await phone.isSettled()
            #expect(phone.view.overlays.isEmpty && phone.device.savedPasswords.isEmpty)
        }
    }

    @Test("a second factor comes before the password, and what the account had is kept")
    func factor() async throws {
        try await RecoveryScene.run { scene in
            let phone = scene.phone
            let authenticator = try await Authenticator(scene.bench.apple.clock, scene.client, session: scene.token)
            try await scene.askForCode(of: scene.address)
            try await scene.enter(try await scene.mailedCode())
            let asked = try await phone.screen(titled: "Two-Factor Authentication")
            #expect(asked.fields.map(\.label) == ["Code"])
            try await phone.type("000000", into: "Code")
            try await phone.tap("Continue")
            try await phone.screen { $0.texts.contains("Verification failed. Try again.") }
            try await phone.type(authenticator.recoveryCodes[0], into: "Code")
            try await phone.tap("Continue")
            try await phone.screen(titled: "New Password")
            try await phone.type("anna.l", into: "User Name")
            try await phone.type("plum-Orchard-2026", into: "New Password")
            try await phone.tap("Set Password")
            try await phone.tap("Not Now")
            let recovered = try await phone.screen(titled: "Your New Password Is Set")
            #expect(recovered.texts.contains("Other Ways to Sign In") && !recovered.texts.contains("Suspended"))

            // Signing in requires the factor too.
            try await phone.tap("Sign In")
            try await phone.screen(titled: "Two-Factor Authentication")
            try await phone.type(try authenticator.code(), into: "Code")
            try await phone.tap("Continue")
            try await phone.screen { $0.texts.contains("Welcome back.") }
        }
    }

    @Test("a user who lost the second factor too sees the end of the waiting time, and gets a new password after it")
    func waiting() async throws {
        try await RecoveryScene.run { scene in
            let phone = scene.phone
            _ = try await Authenticator(scene.bench.apple.clock, scene.client, session: scene.token)
            try await scene.askForCode(of: scene.address)
            try await scene.enter(try await scene.mailedCode())
            try await phone.tap("Begin the Waiting Time")
            let isTold: @Sendable (AppScreen) -> Bool = { screen in
                screen.texts.contains { $0.hasPrefix("From ") && $0.contains("2027") }
            }
            let waiting = try await phone.screen(where: isTold)
            #expect(waiting.fields.isEmpty && waiting.buttons.map(\.title) == ["Cancel"])
            try await phone.tap("Cancel")

            scene.bench.apple.clock.advance(by: 3_600)
            try await scene.askForCode(of: scene.address)
            try await scene.enter(try await scene.mailedCode())
            let early = try await phone.screen { $0.title == "Two-Factor Authentication" && isTold($0) }
            #expect(!early.buttons.contains { $0.title == "Begin the Waiting Time" })
            try await phone.tap("Cancel")

            scene.bench.apple.clock.advance(by: 72 * 3_600)
            try await scene.askForCode(of: scene.address)
            try await scene.enter(try await scene.mailedCode())
            try await phone.screen(titled: "New Password")
        }
    }

    @Test("a passkey completes the recovery in place of a password, signs in, and is the factor of the next recovery")
    func passkey() async throws {
        try await RecoveryScene.run(userName: "anna.l") { scene in
            let phone = scene.phone
            try await scene.askForCode(of: "anna.l")
            try await scene.enter(try await scene.mailedCode())
            let choice = try await phone.screen(titled: "New Password")
            #expect(choice.fields.first?.text == "anna.l")
            try await phone.type("plum-Orchard-2026", into: "New Password")
            try await phone.tap("Create Passkey")
            try await phone.answerSheet(.cancel)
            try await phone.screen { $0.texts.contains("The passkey was not added. Nothing was changed.") && $0.isAtRest }
            try await phone.tap("Create Passkey")
            try await phone.answerSheet(.proceed)
            try await phone.showFace()
            try await phone.screen(titled: "Your New Passkey Is Ready")
            await phone.isSettled()
            #expect(phone.view.overlays.isEmpty, "a password that was not set is not saved")
            #expect(phone.device.savedPasskeys.map(\.user) == ["anna.l"])

            try await phone.tap("Sign In")
            try await phone.tap("anna.l")
            try await phone.showFace()
            try await phone.screen { $0.title == "Juice" && $0.texts.contains("anna.l") }
            #expect(try await scene.client.enter("anna.l").status == 401)

            // A mailed code is no weaker way in than the passkey: the next recovery requires it.
            try await phone.tap("Sign Out")
            try await phone.answerSheet(.cancel)
            try await scene.askForCode(of: "anna.l")
            try await scene.enter(try await scene.mailedCode())
            let asked = try await phone.screen(titled: "Two-Factor Authentication")
            #expect(asked.fields.isEmpty)
            try await phone.tap("Use Passkey")
            try await phone.tap("anna.l")
            try await phone.showFace()
            try await phone.screen(titled: "New Password")
        }
    }
}

/// A phone with Juice at its login screen, and an account with a hidden address that is verified.
private struct RecoveryScene: Sendable {
    static let site = "accounts.example.com"

    let bench: AppleBench
    let client: AppleBenchClient
    let phone: Phone
    let app: String
    /// The hidden address.
    let address: String
    /// The token of a session of the account.
    let token: String

    /// - Parameter userName: the name of an account with a password; nil for the account of Sign in with Apple.
    static func run(userName: String? = nil, _ body: @escaping @Sendable (RecoveryScene) async throws -> Void) async throws {
        try await AppleBench.run(relaysMail: true) { bench, client in
            let app = "\(bench.team.rawValue).\(bench.app.rawValue)"
            let phone = try await bench.phone(of: bench.person)
            try phone.device.put(SimulatedSite(.file(#"{"webcredentials":{"apps":["\#(app)"]}}"#)), at: site)
            try await phone.install(
                PhoneApp(
                    app, name: "Juice", associatedDomains: ["webcredentials:\(site)"],
                    settings: ["server": "http://127.0.0.1:\(client.port)"], program: ScreenAppProgram(JuiceApp.self)))
            try await phone.open(app)
            try await phone.tap("Sign in with Apple")
            try await phone.answerSheet(.proceed)
            try await phone.answerSheet(.details(givenName: "Anna", familyName: "L.", hidesEmail: true))
            try await phone.showFace()
            try await phone.screen { $0.texts.contains("Your account was created.") }
            let opened: AppleBenchClient.Answer
            if let userName {
                opened = try await client.register(userName)
            } else {
                opened = try await client.signIn(bench, choices: ConsentChoices(email: .hide))
            }
            let scene = RecoveryScene(
                bench: bench, client: client, phone: phone, app: app,
                address: try #require(bench.apple.relayAddress(of: bench.person, for: bench.team)),
                token: try opened.text("session", "token"))
            try await scene.verifyAddress()
            // The login screen offers the Apple Account at once.
            try await phone.tap("Sign Out")
            try await phone.answerSheet(.cancel)
            try await body(scene)
        }
    }

    private func verifyAddress() async throws {
        // What is older than the verification is suspended by a recovery.
        bench.apple.clock.advance(by: 60)
        let claim = try await client.send(
            .post, "/v1/account/addresses", token: token, json: ["email": .string(address)])
        let verified = try await client.send(
            .post, "/v1/account/address-verification", token: token,
            json: ["secret": .string(try claim.text("secret")), "emailCode": .string(try await mailedCode())])
        try #require(verified.status == 200)
        // A phone offers this code for three minutes.
        bench.apple.clock.advance(by: 240)
    }

    static let rejection = "This code is wrong, expired or already used. Enter it again, or have another one sent."

    /// Sends the mail of the queue, and returns the newest code.
    func mailedCode() async throws -> String {
        await bench.system.sendMail()
        let codes = bench.apple.mail(of: bench.person).compactMap {
            $0.text.firstMatch(of: #/@accounts\.example\.com #([A-Z2-7]{4}-[A-Z2-7]{4})/#).map { String($0.output.1) }
        }
        return try #require(codes.first)
    }

    /// Requests a code on the login screen.
    func askForCode(of name: String) async throws {
        try await phone.tap("Forgot Password?")
        try await phone.type(name, into: "User Name or Email")
        try await phone.tap("Send Code")
        try await phone.screen { $0.title == "Enter the Code from the Email" && $0.isAtRest }
    }

    /// Types a code instead of having it filled in.
    func enter(_ code: String) async throws {
        try await phone.type(code, into: "Code")
        // An earlier rejection has disappeared then, and the next one is of this code.
        try await phone.screen { $0.fields.first?.text == code && !$0.texts.contains(Self.rejection) }
        try await phone.tap("Continue")
    }
}

extension AppScreen {
    /// Whether no request is running: the button for leaving is disabled during requests.
    fileprivate var isAtRest: Bool { buttons.last?.isEnabled == true }
}
