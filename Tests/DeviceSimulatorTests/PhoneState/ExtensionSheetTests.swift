import DeviceScreens
import DeviceServices
import PasswordManager
import Testing

@testable import DeviceSimulator

@Suite("The view of an extension on a phone") struct ExtensionSheetTests {
    private static let screen = AppScreen(
        title: "Confirm",
        elements: [
            .field(AppTextField("code", label: "Code")), .button(AppButton("go", title: "Continue")),
            .button(AppButton("off", title: "Off", isEnabled: false)),
        ])

    @Test("receives what the user types and taps, and the app below receives nothing")
    func typing() throws {
        var bench = try Self.bench()
        #expect(
            bench.extensionSheet?.app == "Shop" && bench.extensionSheet?.user == "ann"
                && bench.extensionSheet?.screen == Self.screen)
        #expect(try bench.perform(.focus(field: "code")) == [.sendToExtension(7, .focused(field: "code"))])
        #expect(bench.view.keyboard?.field == "code" && bench.view.keyboard?.hasKey == false)
        #expect(
            try bench.perform(.type(field: "code", text: "123")) == [.sendToExtension(7, .changed(field: "code", text: "123"))])
        // The text is visible before the extension has handled it, and then the extension's text counts.
        #expect(bench.extensionSheet?.screen?.field("code")?.text == "123")
        bench.observe(.extensionScreen(7, Self.screen, handled: 1))
        #expect(bench.extensionSheet?.screen?.field("code")?.text == "123")
        bench.observe(.extensionScreen(7, Self.screen, handled: 2))
        #expect(bench.extensionSheet?.screen?.field("code")?.text == "")
        #expect(try bench.perform(.submit(field: "code")) == [.sendToExtension(7, .submitted(field: "code"))])
        #expect(try bench.perform(.press(button: "go")) == [.sendToExtension(7, .pressed(button: "go"))])
        for action in [PhoneAction.press(button: "off"), .press(button: "logIn"), .focus(field: "user"), .answerAlert(button: 0)] {
            #expect(throws: PhoneError.self) { try bench.perform(action) }
        }
        #expect(bench.view.action(tapping: "Continue") == .press(button: "go"))
        #expect(bench.view.action(tapping: "Cancel") == .cancelExtension)
    }

    @Test("is blocked by its own alert, but the bar above it is not")
    func alert() throws {
        var bench = try Self.bench()
        var screen = Self.screen
        screen.alert = AppAlert(title: "Wrong", message: "Try again.")
        bench.observe(.extensionScreen(7, screen, handled: 0))
        #expect(throws: PhoneError.self) { try bench.perform(.press(button: "go")) }
        #expect(try bench.perform(.answerAlert(button: 0)) == [.sendToExtension(7, .answeredAlert(button: 0))])
        #expect(bench.extensionSheet?.screen?.alert == nil)
        bench.observe(.extensionScreen(7, screen, handled: 1))
        #expect(try bench.perform(.cancelExtension) == [.cancelExtension(7)] + Self.returning)
    }

    @Test("closes once with Cancel, and the app below is active again")
    func cancel() throws {
        var bench = try Self.bench()
        #expect(try bench.perform(.cancelExtension).first == .cancelExtension(7))
        #expect(bench.extensionSheet == nil)
        #expect(throws: PhoneError.self) { try bench.perform(.cancelExtension) }
        // Its later screens are dropped.
        bench.observe(.extensionScreen(7, Self.screen, handled: 0))
        bench.observe(.extensionHidden(7))
        #expect(bench.extensionSheet == nil && bench.view.appScreen?.title == "Welcome")
    }

    @Test("is removed by the system at its end, and the app below is active again")
    func ending() throws {
        var bench = try Self.bench()
        #expect(bench.observe(.extensionHidden(8)) == [] && bench.extensionSheet != nil)
        #expect(bench.observe(.extensionHidden(7)) == Self.returning)
        #expect(bench.extensionSheet == nil)
    }

    @Test("is cancelled when the user leaves")
    func elsewhere() throws {
        for action in [PhoneAction.home, .openSettings(.root), .openMessages] {
            var bench = try Self.bench()
            #expect(try bench.perform(action).contains(.cancelExtension(7)))
            #expect(bench.extensionSheet == nil)
        }
    }

    @Test("is below prompts, sheets and pages, and above the content of the app")
    func covers() throws {
        let prompt = PendingPrompt(number: 1, app: StateBench.app, reason: "sign", way: .biometry)
        let sheet = PendingSheet(number: 1, app: StateBench.app, content: .alert(.noAccount))
        for news in [PhoneEvent.promptShown(prompt), .sheetShown(sheet), .pageOpened(1, address: "https://example.com")] {
            var bench = try Self.bench()
            bench.observe(news)
            #expect(bench.view.overlays.count == 1)
            #expect(throws: PhoneError.self) { try bench.perform(.press(button: "go")) }
        }
        for news in [PhoneEvent.promptShown(prompt), .sheetShown(sheet)] {
            var bench = try Self.bench()
            bench.observe(news)
            #expect(throws: PhoneError.self) { try bench.perform(.cancelExtension) }
        }
        // A notice of the system waits until the view closes.
        var bench = try StateBench()
        try bench.save("ann", "password1")
        try bench.signIn(judged: try StateBench.weak())
        bench.observe(.extensionShown(try Self.presented()))
        #expect(bench.view.overlays.isEmpty)
        #expect(throws: PhoneError.self) { try bench.perform(.closeUpgradeQuestion) }
        #expect(throws: PhoneError.self) { try bench.perform(.chooseRemedy(0)) }
        bench.observe(.extensionHidden(7))
        #expect(bench.question != nil)
    }

    @Test("is hidden while the device is locked, and visible again afterwards")
    func locked() throws {
        var bench = try Self.bench()
        bench.observe(.device(DeviceFacts(isLocked: true)))
        #expect(bench.extensionSheet == nil)
        #expect(throws: PhoneError.self) { try bench.perform(.cancelExtension) }
        bench.observe(.device(DeviceFacts()))
        #expect(bench.extensionSheet?.screen == Self.screen)
    }

    @Test("has only its bar until the extension shows a screen")
    func empty() throws {
        var bench = try StateBench()
        bench.observe(.extensionShown(try Self.presented()))
        #expect(bench.extensionSheet != nil && bench.extensionSheet?.screen == nil)
        #expect(throws: PhoneError.self) { try bench.perform(.press(button: "go")) }
        #expect(bench.view.action(tapping: "Cancel") == .cancelExtension)
    }

    /// The events of an app when the view above it closes.
    private static let returning = [PhoneEffect.send(.didBecomeActive, app: StateBench.app, launch: 1)]

    private static func presented() throws -> PresentedExtension {
        PresentedExtension(number: 7, app: StateBench.app, user: "ann", site: "example.com")
    }

    private static func bench() throws -> StateBench {
        var bench = try StateBench()
        try bench.launch(showing: .signedIn)
        #expect(
            bench.observe(.extensionShown(try presented())) == [.send(.willResignActive, app: StateBench.app, launch: 1)])
        bench.observe(.extensionScreen(7, screen, handled: 0))
        return bench
    }
}
