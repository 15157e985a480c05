import DeviceBroker
import DeviceScreens
@testable import DeviceSimulator
import TestKit
import Testing

@Suite("A phone in the hands of a user", .timeLimit(.minutes(20))) struct PhoneTests {
    /// A phone with an app that example.com names.
    private func phone(settings: [String: String] = [:], on device: DeviceSimulator? = nil) async throws -> Phone {
        let phone = try Phone(device)
        try phone.device.put(SimulatedSite(.file(ShopApp.associationFile)), at: "example.com")
        try await phone.launch(
            ShopApp.self, as: ShopApp.identifier, name: "Shop", associatedDomains: ShopApp.domains,
            information: ["NSFaceIDUsageDescription": "Shows the secret to you alone."], settings: settings)
        return phone
    }

    private func signInByHand(_ phone: Phone, password: String = "correct horse") async throws {
        try await phone.type("ann", into: "User Name")
        try await phone.type(password, into: "Password")
        try await phone.tap("Log In")
    }

    @Test("a user signs in by typing, saves the password, and signs in with AutoFill and Face ID the next time")
    func savesAndFills() async throws {
        let phone = try await phone()
        #expect(phone.bar.isEmpty)
        try await signInByHand(phone)
        try await phone.screen(titled: "Welcome")
        try await phone.tap("Save Password")
        #expect(phone.device.savedPasswords.map(\.user) == ["ann"])

        try await phone.tap("Sign Out")
        try await phone.focus("User Name")
        try await phone.tap("ann")
        try await phone.showFace()
        let screen = try await phone.screen { $0.fields.last?.text == "correct horse" }
        #expect(screen.fields.map(\.text) == ["ann", "correct horse"])
        try await phone.tap("Log In")
        try await phone.screen(titled: "Welcome")
        await phone.isSettled()
        #expect(phone.view.overlays.isEmpty)
    }

    @Test("a rejected password is not saved")
    func rejectedPassword() async throws {
        let phone = try await phone()
        try await signInByHand(phone, password: "wrong")
        try await phone.screen { $0.alert?.title == "Wrong password" }
        try await phone.tap("OK")
        await phone.isSettled()
        #expect(phone.view.overlays.isEmpty)
        #expect(phone.device.savedPasswords.isEmpty)
    }

    @Test("an unknown face is rejected, and then the owner's is accepted")
    func stranger() async throws {
        let phone = try await phone()
        try await signInByHand(phone)
        try await phone.tap("Save Password")
        try await phone.tap("Sign Out")
        try await phone.focus("Password")
        try await phone.tap("ann")
        try await phone.showFace(isOwner: false)
        try await phone.wait { view in
            if case .prompt(let prompt)? = view.overlays.last { prompt.isRepeated } else { false }
        }
        #expect(phone.screen?.fields.map(\.text) == ["", ""])
        try await phone.tap("Enter Passcode")
        try await phone.enterPasscode("2468")
        try await phone.screen { $0.fields.last?.text == "correct horse" }
    }

    @Test("an app that hides its fields while it is inactive receives no credentials")
    func hidden() async throws {
        let phone = try await phone(settings: ["hides": "yes"])
        phone.device.savePassword("correct horse", user: "ann", site: "example.com")
        try await phone.focus("User Name")
        try await phone.tap("ann")
        try await phone.showFace()
        try await phone.wait { $0.overlays.isEmpty }
        await phone.isSettled()
        #expect(phone.screen?.title == "Hidden")
    }

    @Test("an app's own prompt stays visible until it is answered", arguments: [true, false])
    func ownPrompt(isOwner: Bool) async throws {
        let phone = try await phone()
        try await signInByHand(phone)
        try await phone.tap("Not Now")
        try await phone.tap("Secret")
        let question = try await phone.wait { !$0.overlays.isEmpty }
        guard case .prompt(let consent)? = question.overlays.last else {
            Issue.record("no question")
            return
        }
        #expect(consent.way == .faceConsent && consent.reason == "Shows the secret to you alone.")
        try await phone.tap("OK")
        let view = try await phone.wait { view in
            if case .prompt(let prompt)? = view.overlays.last { prompt.way == .biometry } else { false }
        }
        guard case .prompt(let prompt)? = view.overlays.last else {
            Issue.record("no prompt")
            return
        }
        #expect(prompt.app == "Shop" && prompt.reason == "see the secret" && prompt.way == .biometry)
        if isOwner {
            try await phone.showFace()
        } else {
            try await phone.tap("Cancel")
        }
        try await phone.screen(titled: isOwner ? "The secret" : "No secret")
    }

    @Test("a face that the sensor saw without a prompt authenticates nothing")
    func sensorEvents() async throws {
        let phone = try await phone()
        try await signInByHand(phone)
        try await phone.tap("Not Now")
        phone.device.sensor.see(.matched)
        phone.device.sensor.see(.matched)
        try await phone.tap("Secret")
        try await phone.tap("OK")
        try await phone.tap("Cancel")
        try await phone.screen(titled: "No secret")
    }

    @Test("a face that was shown to an earlier prompt does not answer the next one")
    func lateFace() async throws {
        let phone = try await phone()
        try await signInByHand(phone)
        try await phone.tap("Not Now")
        try await phone.tap("Secret")
        try await phone.tap("OK")
        let view = try await phone.wait { view in
            if case .prompt(let prompt)? = view.overlays.last { prompt.way == .biometry } else { false }
        }
        guard case .prompt(let prompt)? = view.overlays.last else {
            Issue.record("no prompt")
            return
        }
        phone.carryOut(.answerPrompt(prompt.number - 1, .seen(isOwner: true)))
        _ = try? await phone.perform(.cancelPrompt)
        let screen = try await phone.screen { $0.title.hasSuffix("secret") }
        #expect(screen.title == "No secret")
    }

    @Test("going home cancels the app's prompt")
    func home() async throws {
        let phone = try await phone()
        try await signInByHand(phone)
        try await phone.tap("Not Now")
        try await phone.tap("Secret")
        try await phone.wait { !$0.overlays.isEmpty }
        try await phone.perform(.home)
        #expect(phone.view.overlays.isEmpty)
        try await phone.tap("Shop")
        try await phone.screen(titled: "No secret")
    }

    @Test("a phone that was locked by any cause opens for the owner's face or passcode")
    func lock() async throws {
        let phone = try await phone()
        phone.device.lock()
        try await phone.wait { if case .locked = $0.content { true } else { false } }
        await #expect(throws: PhoneError.self) { try await phone.perform(.present(isOwner: false)) }
        await #expect(throws: PhoneError.self) { try await phone.perform(.enterPasscode("1111")) }
        try await phone.showFace()
        try await phone.screen(titled: "Log In")
        try await phone.perform(.lock)
        try await phone.enterPasscode("2468")
        try await phone.screen(titled: "Log In")
        try phone.device.reboot()
        guard case .locked(let screen) = phone.view.content else {
            Issue.record("it is open")
            return
        }
        #expect(!screen.takesBiometry && screen.takesPasscode)
    }

    @Test("an app that was quit starts again from the beginning")
    func quit() async throws {
        let phone = try await phone()
        try await signInByHand(phone)
        try await phone.tap("Not Now")
        try await phone.perform(.quit(app: ShopApp.identifier))
        #expect(try await phone.open(ShopApp.identifier) == .signIn)
    }

    @Test("when a site no longer names the app, its passwords are no longer suggested")
    func associationBreaks() async throws {
        let phone = try await phone()
        try await signInByHand(phone)
        try await phone.tap("Save Password")
        try await phone.tap("Sign Out")
        try await phone.focus("User Name")
        try await phone.wait { $0.keyboard?.suggestions.count == 1 }
        try phone.device.put(SimulatedSite(.file(#"{"webcredentials":{"apps":[]}}"#)), at: "example.com")
        phone.advance(by: .seconds(8 * 86_400))
        try await phone.wait { $0.keyboard?.suggestions.isEmpty == true }
    }

    @Test("two phones of one account have the same passwords and deletions")
    func twoPhones() async throws {
        let (first, second) = (try await phone(), try await phone())
        first.device.shareKeychain(with: second.device)
        for phone in [first, second] { try phone.device.signIn(toAppleAccount: "ann", service: "http://127.0.0.1:9") }
        try await second.focus("User Name")
        try await signInByHand(first)
        try await first.tap("Save Password")
        try await second.wait { $0.keyboard?.suggestions == [.credential(user: "ann", site: "example.com")] }
        try await first.perform(.openSettings(.passwords))
        try await first.showFace()
        let view = try await first.wait {
            if case .settings(let settings) = $0.content { settings.arePasswordsShown } else { false }
        }
        guard case .settings(let settings) = view.content, let id = settings.passwords.first?.id else {
            Issue.record("no passwords")
            return
        }
        try await first.perform(.deletePassword(id: id))
        try await second.wait { $0.keyboard?.suggestions.isEmpty == true }
    }

    @Test("a phone that was locked receives the other phone's passwords when it is unlocked")
    func lockedPhone() async throws {
        let (first, second) = (try await phone(), try await phone())
        first.device.shareKeychain(with: second.device)
        for phone in [first, second] { try phone.device.signIn(toAppleAccount: "ann", service: "http://127.0.0.1:9") }
        try await second.focus("User Name")
        try await second.perform(.lock)
        try await signInByHand(first)
        try await first.tap("Save Password")
        #expect(second.device.savedPasswords.isEmpty)
        try await second.showFace()
        try await second.wait { $0.keyboard?.suggestions == [.credential(user: "ann", site: "example.com")] }
    }

    @Test("the Apple Account belongs to the device, regardless of how it was signed in")
    func account() async throws {
        let phone = try await phone()
        func account() -> String? {
            if case .settings(let settings) = phone.view.content { settings.account } else { "not open" }
        }
        try await phone.perform(.openSettings(.root))
        #expect(account() == nil)
        try phone.device.signIn(toAppleAccount: "ann", service: "http://127.0.0.1:9")
        #expect(account() == "ann")
        try await phone.perform(.openSettings(.account))
        try await phone.perform(.signOutOfAppleAccount)
        #expect(account() == nil)
    }

    @Test("a timeout reports what is visible instead")
    func timeout() async throws {
        let phone = try await phone()
        do {
            try await phone.wait(timeout: .milliseconds(1)) { _ in false }
            Issue.record("the wait ended without an error")
        } catch let rejection as PhoneError {
            #expect(rejection.description.contains("“Log In”"))
        }
    }

    @Test("views are a stream of visible states with increasing versions")
    func views() async throws {
        let phone = try await phone()
        var last = 0
        var count = 0
        for await view in phone.views() {
            #expect(view.version > last)
            last = view.version
            count += 1
            if count == 5 { break }
            phone.receive(message: "number \(count)", from: "Bob")
        }
    }

    @Test("a reader of views can be cancelled while the phone changes")
    func cancelledReader() async throws {
        let phone = try Phone()
        let (starts, start) = AsyncStream<Void>.makeStream()
        let reader = Task {
            for await _ in phone.views() { start.yield() }
        }
        for await _ in starts { break }
        #expect(phone.withCore { _ in reader.endsCancellation })
        await reader.value
    }

    @Test("an app with a malformed identifier is rejected")
    func identifiers() async throws {
        let phone = try Phone()
        for name in ["", "com.example.app", "ABCDE12345.*", "ABCDE12345"] {
            await #expect(throws: PhoneError.self) {
                try await phone.install(PhoneApp(name, name: "X", program: ScreenAppProgram(ShopApp.self)))
            }
        }
    }
}
